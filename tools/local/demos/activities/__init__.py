"""The demo of activities: a sample program, what its participants do, and what became of it."""
