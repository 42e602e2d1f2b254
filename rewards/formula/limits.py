"""How large a formula may be: enough for any reward, too little to harm what runs it."""

MAX_CHARACTERS = 4_000
MAX_DEPTH = 50
MAX_STEPS = 1_000
MAX_DIGITS = 30
