"""Trying formulas, saved or not: for one activity, and over a variable. Nothing is written."""
