"""Measures reading on one's own photos."""
