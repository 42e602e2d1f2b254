"""Who recognises: face accounts and their adapters, failures, pace, pictures."""
