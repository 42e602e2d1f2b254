"""Accounts of taggers: invited, signed in, set, blocked."""
