"""Examines formulas by sampling: what is undesired (`counter_examples`), which decide (`reach`)."""
