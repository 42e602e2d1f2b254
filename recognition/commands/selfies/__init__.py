"""Selfies: recognised, answered by the number provider, forgotten."""
