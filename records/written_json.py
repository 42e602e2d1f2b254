"""JSON read exactly and strictly: what a column or an answer could not hold is refused."""

import json
import math
from typing import Any, NoReturn

MAX_DEPTH = 50


class WrittenNumber(float):
    """A JSON number with a fraction or an exponent; its text is as it was written, digit by digit.

    What reads the text gets every digit; everything else sees a float.
    """

    __slots__ = ("written",)
    written: str

    def __new__(cls, written: str) -> "WrittenNumber":
        number = super().__new__(cls, written)
        number.written = written
        return number

    def __str__(self) -> str:
        return self.written


class Unstorable(json.JSONDecodeError):
    """The JSON has a value that could not be stored; `msg` is one sentence for a person."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, "", 0)


class StrictDecoder(json.JSONDecoder):
    """Refuses NUL characters, lone surrogates, infinite numbers and deep nesting.

    Numbers with a fraction or an exponent are `WrittenNumber`s.
    """

    def __init__(self) -> None:
        super().__init__(parse_float=WrittenNumber, parse_constant=_refuse_constant)

    def decode(self, s: str, *args: Any) -> Any:
        """Return the value of a text.

        :raises json.JSONDecodeError: it is no JSON.
        :raises Unstorable: it has a value that could not be stored.
        """
        try:
            value = super().decode(s, *args)
        except RecursionError:
            raise Unstorable("The JSON is nested too deeply.") from None
        except json.JSONDecodeError:
            raise
        except ValueError:  # Python reads no whole number of more than 4,300 digits
            raise Unstorable("A number is out of range.") from None
        _refuse_unstorable(value)
        return value


def is_storable(text: str) -> bool:
    """Say whether a column can hold the text: no NUL character, no lone surrogate."""
    if "\0" in text:
        return False
    return text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)


def _refuse_constant(name: str) -> NoReturn:
    raise Unstorable(f"{name} is not JSON.")


def _refuse_unstorable(parsed: Any) -> None:
    """Walk the values without recursion, as deep as they go."""
    waiting = [(parsed, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise Unstorable("The JSON is nested too deeply.")
        _refuse_scalar(value)
        waiting.extend((part, depth + 1) for part in _parts(value))


def _parts(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    return value if isinstance(value, list) else []


def _refuse_scalar(value: Any) -> None:
    if isinstance(value, float) and not math.isfinite(value):
        raise Unstorable("A number is out of range.")
    if isinstance(value, str) and not is_storable(value):
        raise Unstorable("A string has a character that is not text.")
