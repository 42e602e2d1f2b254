"""Explaining: where an activity is, why, and why it has its reward or none."""
