"""Limits: what a program credits at most, and the counters of what was given."""
