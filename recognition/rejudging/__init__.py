"""Numbers judged again after a rule changed, and numbers inferred from other photos."""
