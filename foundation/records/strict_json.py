"""JSON read exactly: what a column or an answer could not hold is refused, or replaced."""

import json
import math
import re
import sys
from typing import Any, NoReturn

MAX_DEPTH = 50
MAX_DIGITS = 1000  # of a whole number that a `TolerantDecoder` reads
DAMAGED = "\ufffd"  # stands for a character that is not text: Unicode's own sign for it
_NO_TEXT = re.compile("[\0\ud800-\udfff]")


class WrittenNumber(float):
    """A JSON number with a fraction or an exponent: a float whose text has every digit written."""

    __slots__ = ("written",)
    written: str

    def __new__(cls, written: str) -> "WrittenNumber":
        number = super().__new__(cls, written)
        number.written = written
        return number

    def __str__(self) -> str:
        return self.written


class Unstorable(json.JSONDecodeError):
    """The JSON has a value that is ambiguous or could not be stored; `msg` is one sentence."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, "", 0)


class StrictDecoder(json.JSONDecoder):
    """Refuses repeated keys, NUL characters, lone surrogates, infinite numbers and deep nesting."""

    def __init__(self) -> None:
        super().__init__(
            parse_float=_finite_number,
            parse_constant=_refuse_constant,
            object_pairs_hook=without_repeats,
        )

    def decode(self, s: str, *args: Any) -> Any:
        try:
            value = super().decode(s, *args)
        except RecursionError:
            raise Unstorable("The JSON is nested too deeply.") from None
        except json.JSONDecodeError:
            raise
        except ValueError:  # Python reads no whole number of more than 4,300 digits
            raise Unstorable("A number is out of range.") from None
        if "\\u" in s or s.count("[") + s.count("{") > MAX_DEPTH or not is_storable(s):
            _refuse_unstorable(value)  # nothing else can be
        return value


class TolerantDecoder(json.JSONDecoder):
    """Replaces what could not be stored, so that one odd value does not cost all the others.

    - a NUL character or a lone surrogate, of keys too: `DAMAGED`;
    - NaN, Infinity and -Infinity, which are not JSON: their names, as text after `DAMAGED`;
    - a number beyond all floats: the largest float; a whole number of more than `MAX_DIGITS`
      digits: the first of them;
    - a list or an object that is nested more than `MAX_DEPTH` deep: null.
    """

    def __init__(self) -> None:
        super().__init__(
            parse_float=_finite,
            parse_int=lambda text: int(text[:MAX_DIGITS]),
            parse_constant=DAMAGED.__add__,
        )

    def decode(self, s: str, *args: Any) -> Any:
        try:
            return _storable(super().decode(s, *args))
        except RecursionError:
            raise Unstorable("The JSON is nested too deeply.") from None


def without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the members of a JSON object; readers would not agree which of two equal keys counts.

    :raises Unstorable: a key stands twice.
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Unstorable(f"The key {twice[:100]!r} stands twice in an object.")
    return found


def is_storable(text: str) -> bool:
    """Return whether a column can hold the text: no NUL character, no lone surrogate."""
    return _NO_TEXT.search(text) is None


def _refuse_constant(name: str) -> NoReturn:
    raise Unstorable(f"{name} is not JSON.")


def _finite_number(written: str) -> WrittenNumber:
    number = WrittenNumber(written)
    if not math.isfinite(number):
        raise Unstorable("A number is out of range.")
    return number


def _refuse_unstorable(parsed: Any) -> None:
    """Walk the values without recursion, as deep as they go."""
    waiting = [(parsed, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise Unstorable("The JSON is nested too deeply.")
        if isinstance(value, str) and not is_storable(value):
            raise Unstorable("A string has a character that is not text.")
        parts = [*value, *value.values()] if isinstance(value, dict) else value
        if isinstance(parts, list):
            waiting.extend((part, depth + 1) for part in parts)


def _finite(written: str) -> float:
    largest = sys.float_info.max
    return min(largest, max(-largest, float(written)))


def _storable(parsed: Any) -> Any:
    """Replace in place what cannot be stored, without recursion; return the value."""
    root = [parsed]
    waiting: list[tuple[Any, int]] = [(root, 0)]
    while waiting:
        held, depth = waiting.pop()
        if isinstance(held, dict) and not all(map(is_storable, held)):
            entries = list(held.items())
            held.clear()
            held.update((_text(key), value) for key, value in entries)
        for place, value in held.items() if isinstance(held, dict) else enumerate(held):
            if isinstance(value, str):
                held[place] = _text(value)
            elif isinstance(value, dict | list):
                if depth > MAX_DEPTH:
                    held[place] = None
                else:
                    waiting.append((value, depth + 1))
    return root[0]


def _text(value: str) -> str:
    return _NO_TEXT.sub(DAMAGED, value)
