"""Balances: what participants have, and each operation on it."""
