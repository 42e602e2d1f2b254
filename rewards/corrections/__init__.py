"""Corrections: credited rewards are compared with the live formulas, and adjusted in one run."""
