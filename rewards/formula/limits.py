"""Limits of formulas: enough for any reward, too small to harm the server."""

MAX_CHARACTERS = 4_000
MAX_DEPTH = 50
MAX_STEPS = 1_000
MAX_DIGITS = 30
MAX_COEFFICIENTS = 20_000  # characters of a formula's coefficients, as JSON
MAX_SETTINGS = 20_000  # characters of its settings, as JSON
