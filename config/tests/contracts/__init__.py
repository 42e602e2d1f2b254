"""What others implement (`docs/contracts`): valid, played by the sandbox, kept by our calls."""
