"""Persons and selfies that are erased everywhere, and what albums no longer keep."""
