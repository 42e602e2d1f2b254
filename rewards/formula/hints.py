"""What to write instead: the cures for what people bring along from other languages."""

import re
import unicodedata
from collections.abc import Collection, Mapping

_CHOICE = "a choice is written: condition ? yes : no"
_QUOTES = "a text stands in single quotes: 'running'"
_TABLES = "tables are coefficients: coeff('table')"
_NAMES = "a variable is written as it is: distance"
_ALONE = "a formula is one expression, without a word before it"
_POWER = "there is no power: write distance * distance"
_UNIT = "a formula has no units: a variable has its own, as distance has kilometres"
_TIMES, _DIVIDES, _MINUS = "* multiplies", "/ divides", "the minus sign is -"
_COMMENT = "a formula has no comments"
_DIGITS = "a number is its digits alone, with a point for decimals: 1000.5"
_WHOLE = "a text is compared as a whole: discipline == 'running'"
_NO_DATE = "a formula knows no date: it has a validity"
_DOT = "a name has no dot; a part of a coefficient is coeff('a.b')"
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
    "‚": _QUOTES,
    "’": _QUOTES,
    "`": _QUOTES,
    **dict.fromkeys("×·∙•∗✕", _TIMES),
    **dict.fromkeys("÷∕⁄", _DIVIDES),
    **dict.fromkeys("−–—‐‑", _MINUS),
    **dict.fromkeys("½¼¾⅓", "a fraction is a decimal, as 0.5, or a division, as (1 / 3)"),
    "√": "there is no root",
    "∛": "there is no root",
    "≥": "write >=",
    "≤": "write <=",
    "≠": "write !=",
    "^": _POWER,
    "²": _POWER,
    "³": _POWER,
    "[": _TABLES,
    "]": _TABLES,
    "{": _NAMES,
    "}": _NAMES,
    "$": _NAMES,
    "@": _NAMES,
    "#": _COMMENT,
    "\\": "lines need no sign between them",
    ";": "a formula is one expression, without an end sign",
    ".": "a decimal has digits on both sides: 0.5",
    "€": "a formula counts points, without a unit",
}
_WORDS: Mapping[str, str] = {
    **dict.fromkeys(("if", "then", "else", "elif", "elseif", "when", "case", "iif"), _CHOICE),
    **dict.fromkeys(("return", "let", "var", "def", "reward", "points"), _ALONE),
    **dict.fromkeys(("none", "nil", "undefined", "nan"), _NULL),
    **dict.fromkeys(("pow", "power"), _POWER),
    **dict.fromkeys(("while", "for", "import", "lambda", "function"), _ALONE),
    **dict.fromkeys(("isnull", "isnan", "ifnull", "nvl"), _NULL),
    "roundup": "ceil(x) rounds up",
    "rounddown": "floor(x) rounds down",
    "sum": "write a + b",
    "avg": "write (a + b) / 2",
    "is": "== compares two values",
    "between": "write distance >= 5 and distance <= 10",
    "mod": "% is the remainder of a division",
    "x": _TIMES,
    "xor": "write a != b",
    "not": "write not in(discipline, 'running')",
    "yes": "write true",
    "no": "write false",
    **dict.fromkeys(("int", "trunc"), "floor(x) rounds down"),
    **dict.fromkeys(("like", "contains", "startswith", "endswith", "matches"), _WHOLE),
    **dict.fromkeys(("today", "now", "date", "day", "weekday", "month", "year"), _NO_DATE),
    **dict.fromkeys(("eq", "equals"), "== compares two values"),
    **dict.fromkeys(("ne", "neq"), "write !="),
    "gt": "write >",
    "gte": "write >=",
    "lt": "write <",
    "lte": "write <=",
    "in": "in is a function: in(discipline, 'running', 'walking')",
}
_UNITS = re.compile(
    "kms?|kmh|m|(kilo)?met(er|re)s?|s|secs?|seconds?|mins?|minutes?|h|hours?|bpm|"
    "points?|pts|percent|eur|euros?",
    re.IGNORECASE,
)
# What beginners call the variables; the first of these that the type has is meant.
_CALLED: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("km", "kilometers", "kilometres", "length", "miles", "meters"), ("distance",)),
    **dict.fromkeys(("time", "seconds", "duration", "minutes"), ("time_in_seconds",)),
    **dict.fromkeys(("height", "elevation", "climb"), ("height_diff",)),
    **dict.fromkeys(("heartrate", "heart_rate", "hr", "bpm"), ("pulse",)),
    **dict.fromkeys(("sport", "type", "kind"), ("discipline",)),
    **dict.fromkeys(("price", "sum", "money"), ("amount",)),
    **dict.fromkeys(("answers", "correct", "score"), ("correct_answers",)),
}
# Letters of other alphabets that look as these do.
_LOOKS = {
    **dict(zip("аеорсхіјѕукАЕОРСХІЈЅКМТВН", "aeopcxijsykAEOPCXIJSKMTBH", strict=True)),
    **dict(zip("οΑΒΕΗΙΚΜΝΟΡΤΧ", "oABEHIKMNOPTX", strict=True)),
}
_SMALL = frozenset({"and", "or", "not", "true", "false", "null"})
_AFTER: Mapping[tuple[str, str], str] = {
    ("*", "*"): _POWER,
    ("/", "/"): _COMMENT,
    ("/", "*"): _COMMENT,
    ("", "/"): _COMMENT,
    ("?", "?"): "coalesce(a, b) is the first that is not null",
    ("?", ":"): "coalesce(a, b) is the first that is not null",
    ("<", ">"): "write !=",
    ("+", "+"): "there is no ++; write a + 1",
}


def hint_for_sign(source: str, offset: int) -> str:
    """Return what to write instead of the sign at this place."""
    before, sign = source[:offset].rstrip(), source[offset]
    if sign == "'":
        return _hint_for_quote(source[:offset])
    if sign == "=" and (hint := _hint_for_equals(before, source[offset : offset + 2])):
        return hint
    if sign == "." and (hint := _hint_for_dot(before, source[offset + 1 :])):
        return hint
    if sign == ";" and before.count("(") > before.count(")"):
        return "a comma separates arguments"
    return (
        _SIGNS.get(source[offset : offset + 2])
        or _SIGNS.get(sign)
        or _hint_for_letter(source, offset)
    )


def _hint_for_equals(before: str, signs: str) -> str:
    if before.endswith(("==", "!=")):
        return f"write {before[-2:]}"
    if signs in _SIGNS or before.endswith("="):
        return ""
    if not before:
        return "a formula has no = before it"
    return _ALONE if _WORDS.get(before.lower()) == _ALONE else ""


def _hint_for_quote(before: str) -> str:
    if before[-1:].isdigit():
        return "a number has no quote: 5'30 minutes are 5.5"
    return "a text ends with a single quote: 'running'"


def _hint_for_dot(before: str, after: str) -> str:
    if re.search(r"coeff(\(\s*\w+)?$", before):
        return "the name of a coefficient stands in quotes: coeff('a.b')"
    if before.endswith("')"):
        return "a part of a coefficient has a path: coeff('a.b')"
    if re.match(r"\w+\s*\(", after):
        return "a function stands alone, its values in brackets: round(distance)"
    if before[-1:].isdigit():
        return _DIGITS
    return _DOT if before[-1:].isalpha() else ""


def _hint_for_letter(source: str, offset: int) -> str:
    """Return what is wrong with a character that no formula has outside of texts."""
    sign, latin = source[offset], _LOOKS.get(source[offset])
    if latin and re.search("[A-Za-z]", _word_at(source, offset)):
        name = unicodedata.name(sign, "of another alphabet").lower()
        return f"it only looks like {latin!r} (it is {name}): type it again"
    if sign.isdecimal():
        return f"write the digit {unicodedata.decimal(sign)} of 0 to 9"
    if sign.isalpha():
        return "names are of the letters a to z; a text stands in single quotes: 'running'"
    if unicodedata.category(sign).startswith("C"):
        return f"it is invisible (U+{ord(sign):04X}): delete it"
    return "a formula has names, numbers, 'texts', brackets and + - * / % < > == ? :"


def _word_at(source: str, offset: int) -> str:
    found = (word for word in re.finditer(r"\w+", source) if word.start() <= offset < word.end())
    return next((word[0] for word in found), "")


def hint_for_name(name: str, known: Collection[str], before: str) -> str:
    """Return the cure of a name that is no variable; `before`: the sign before it."""
    small = name.lower()
    called = [each for each in _CALLED.get(small, ()) if each in known]
    parts = [each for each in known if small in each.split("_")]
    if meant := [*called, *parts][:1]:
        return f"did you mean {meant[0]!r}?"
    if hint := hint_for_word(name):
        return hint
    if before in ("==", "!=", ","):
        return f"a text stands in quotes: '{name}'"
    return f"there are {', '.join(known)}; a text stands in quotes: '{name}'"


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
    if found == "+":
        return "a number has no + before it"
    return f"a value is missing after {before}" if before else f"a value is missing before {found}"


def hint_for_missing_operator(before: str, found: str, *, is_after_space: bool = True) -> str:
    """Return the cure where `found` stands after `before`, instead of an operator or the end."""
    if found in _ENDS:
        return _hint_for_end(before, found, is_after_space=is_after_space)
    if before[-1:] == "'":
        return "a single quote within a text is doubled: 'it''s'"
    if before[:1].isdigit():
        return hint_for_unit(found) or _hint_after_number(found)
    return hint_for_word(found) or hint_for_unit(found) or _missing(found)


def hint_for_unit(found: str) -> str:
    """Return that a formula has no units, if the word is one."""
    return _UNIT if _UNITS.fullmatch(found) else ""


_ENDS = (",", ")", ":", "")


def _hint_for_end(before: str, found: str, *, is_after_space: bool) -> str:
    is_number = before[:1].isdigit() and not is_after_space
    if found == ",":
        return (
            "a decimal has a point: 1.5"
            if is_number
            else "a formula is one expression, without a comma"
        )
    if found == ")":
        return "no ( is open"
    return "a time is a number: 5:30 minutes are 5.5" if is_number else _CHOICE


def _hint_after_number(found: str) -> str:
    is_number = found[:1].isdigit() or re.fullmatch(r"_[0-9_]*|[eE][0-9]*|[xX][0-9a-fA-F]+", found)
    return _DIGITS if is_number else hint_for_word(found) or _missing(found)


def _missing(found: str) -> str:
    return f"an operator such as * is missing before {found}"
