"""Persons and selfies that are erased everywhere."""
