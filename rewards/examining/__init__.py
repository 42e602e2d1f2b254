"""Searches inputs for which a formula gives an undesired result, by samples."""
