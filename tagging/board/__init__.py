"""Boards of leads: all tasks, who waits, and the start page."""
