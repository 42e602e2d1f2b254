"""What to write instead: the cures for what people bring along from other languages."""

from collections.abc import Mapping

_CHOICE = "a choice is written: condition ? yes : no"
_QUOTES = "a text stands in single quotes: 'running'"
_TABLES = "tables are coefficients: coeff('table')"
_NAMES = "a variable is written as it is: distance"
_ALONE = "a formula is one expression, without a word before it"
_POWER = "there is no power: write distance * distance"
_NULL = "the value that is missing is null; coalesce(distance, 0) replaces it"

_SIGNS: Mapping[str, str] = {
    "&": "'and' is a word: a and b",
    "|": "'or' is a word: a or b",
    "!": "'not' is a word: not a; != compares for difference",
    "=>": "write >=",
    "=<": "write <=",
    "=": "== compares two values",
    '"': _QUOTES,
    "“": _QUOTES,
    "”": _QUOTES,
    "„": _QUOTES,
    "«": _QUOTES,
    "‘": _QUOTES,
    "’": _QUOTES,
    "`": _QUOTES,
    "×": "* multiplies",
    "·": "* multiplies",
    "÷": "/ divides",
    "−": "the minus sign is -",
    "–": "the minus sign is -",
    "≥": "write >=",
    "≤": "write <=",
    "≠": "write !=",
    "^": _POWER,
    "²": _POWER,
    "[": _TABLES,
    "]": _TABLES,
    "{": _NAMES,
    "}": _NAMES,
    "$": _NAMES,
    "@": _NAMES,
    "#": "a formula has no comments",
    "\\": "a formula has no comments",
    ";": "a formula is one expression, without an end sign",
    ".": "a name has no dot; a decimal has digits on both sides: 0.5",
    "€": "a formula counts points, without a unit",
}
_WORDS: Mapping[str, str] = {
    **dict.fromkeys(("if", "then", "else", "elif", "elseif", "when", "case", "iif"), _CHOICE),
    **dict.fromkeys(("return", "let", "var", "def", "reward", "points"), _ALONE),
    **dict.fromkeys(("none", "nil", "undefined", "nan"), _NULL),
    **dict.fromkeys(("pow", "power"), _POWER),
    "is": "== compares two values",
    "between": "write distance >= 5 and distance <= 10",
    "mod": "% is the remainder of a division",
    "x": "* multiplies",
    "xor": "write a != b",
    "in": "in is a function: in(discipline, 'running', 'walking')",
}
_SMALL = frozenset({"and", "or", "not", "true", "false", "null"})
_AFTER: Mapping[tuple[str, str], str] = {
    ("*", "*"): _POWER,
    ("/", "/"): "a formula has no comments",
    ("/", "*"): "a formula has no comments",
    ("<", ">"): "write !=",
}


def hint_for_sign(text: str) -> str:
    """Return what to write instead of the sign with which the text begins; empty: unknown."""
    return _SIGNS.get(text[:2]) or _SIGNS.get(text[:1], "")


def hint_for_word(word: str) -> str:
    """Return what to write instead of a word; empty: unknown."""
    small = word.lower()
    if small in _SMALL and small != word:
        return f"write {small} in small letters"
    return _WORDS.get(small, "")


def hint_for_missing_value(before: str, found: str) -> str:
    """Return the cure where a value should stand after `before`, and `found` does."""
    if before == "%":
        return "% is the remainder of a division; ten percent is 0.1"
    if (before, found) in _AFTER:
        return _AFTER[before, found]
    return f"a value is missing after {before}" if before else f"a value is missing before {found}"


def hint_for_missing_operator(found: str) -> str:
    """Return the cure where an operator or the end should stand, and `found` does."""
    if found == ",":
        return "a decimal has a point: 1.5"
    if found == ")":
        return "no ( is open"
    if found == ":":
        return _CHOICE
    return hint_for_word(found) or f"an operator such as * is missing before {found}"
