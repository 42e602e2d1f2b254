"""How fast photos become delivered results, and where the processor's time goes."""
