"""Trials: what would a formula give? For typed values, past activities, samples or examples."""
