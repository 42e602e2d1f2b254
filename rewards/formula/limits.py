"""Limits of formulas: enough for any reward, too small to harm the server."""

MAX_CHARACTERS = 4_000
MAX_DEPTH = 50
MAX_STEPS = 1_000
MAX_DIGITS = 30
