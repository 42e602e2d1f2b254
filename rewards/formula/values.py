"""The values of the language: their kinds, comparisons, and how they are read from JSON."""

import json
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal, DivisionByZero, InvalidOperation, Overflow
from itertools import accumulate
from typing import Any, TypeAlias

from foundation.records.formats import with_moment_in_utc
from programs.readers import plain
from rewards.formula.tree import MAX_DEPTH, UnfitValueError

Value: TypeAlias = Decimal | str | bool | Sequence[Any] | Mapping[str, Any] | None
"""A number, a text, true or false, null; or a list or object from JSON."""

ZERO = Decimal(0)
CONTEXT = Context(
    prec=60,
    rounding=ROUND_HALF_UP,
    Emin=-400,
    Emax=400,
    traps=[DivisionByZero, InvalidOperation, Overflow],
)

_BRACKETS = re.compile(r"[][{}]")
_COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def kind(value: Value) -> str:
    """Return the kind of a value as text for the formula's author."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a truth value"
    if isinstance(value, Decimal):
        return "a number"
    return "a text" if isinstance(value, str) else "a table"


def number(value: Value) -> Decimal:
    """Return the value, which must be a number.

    :raises UnfitValueError: it is something else.
    """
    if isinstance(value, Decimal):
        return value
    raise UnfitValueError(f"a number is needed here, not {kind(value)}")


def truth(value: Value) -> bool:
    """Return whether a condition is true; null is not.

    :raises UnfitValueError: the value is neither true, false nor null.
    """
    if value is None or isinstance(value, bool):
        return bool(value)
    raise UnfitValueError(f"a condition is needed here, not {kind(value)}")


def equal(left: Value, right: Value) -> bool:
    """Return whether two values that are not null are of one kind and equal."""
    return type(left) is type(right) and left == right


def compare(sign: str, left: Value, right: Value) -> bool:
    """Return whether `left sign right` is true; with null it never is, not even `!=`.

    Values of different kinds are never equal. Only two numbers or two texts have an order.

    :raises UnfitValueError: the two have no order.
    """
    if left is None or right is None:
        return False
    if sign in ("==", "!="):
        return equal(left, right) is (sign == "==")
    if type(left) is type(right) and isinstance(left, Decimal | str):
        return _COMPARISONS[sign](left, right)
    raise UnfitValueError(f"{kind(left)} and {kind(right)} have no order")


Operator: TypeAlias = Callable[[Value, Value], Value]


def _of_two(operate: Callable[[Decimal, Decimal], Decimal], *, divides: bool = False) -> Operator:
    """Return an operator of arithmetic on two values, which must be numbers or null."""

    def operated(left: Value, right: Value) -> Value:
        if left is None or right is None:
            return None
        if divides and not number(right):
            raise UnfitValueError("division by zero")
        return operate(number(left), number(right))

    return operated


add, subtract, multiply = map(_of_two, (CONTEXT.add, CONTEXT.subtract, CONTEXT.multiply))
divide, remainder = (_of_two(each, divides=True) for each in (CONTEXT.divide, CONTEXT.remainder))


def minus(value: Value) -> Value:
    """Return the negative of a number, or null of null."""
    return None if value is None else CONTEXT.minus(number(value))


def _is_deep(text: str) -> bool:
    """Return whether brackets are nested deeper than the limit; those inside texts count too."""
    steps = (1 if sign in "[{" else -1 for sign in _BRACKETS.findall(text))
    return max(accumulate(steps), default=0) > MAX_DEPTH


def from_json(value: Any) -> Value:
    """Return a decoded JSON value with its numbers as decimals."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return Decimal(str(value))
    if isinstance(value, list):
        return [from_json(item) for item in value]
    if isinstance(value, dict):
        return {key: from_json(item) for key, item in value.items()}
    if isinstance(value, str):
        return with_moment_in_utc(value)
    return value  # type: ignore[no-any-return]  # truth value, null or already decimal


def read_json(text: str) -> Value:
    """Return the JSON in a coefficient's text, or the text itself if it is not JSON.

    What is nested deeper than the limit is a text.

    :raises DecimalException: a number is too large.
    """
    if _is_deep(text):
        return text
    try:
        value: Value = json.loads(
            text,
            parse_float=CONTEXT.create_decimal,
            parse_int=CONTEXT.create_decimal,
            parse_constant=_refuse_constant,
        )
    except ValueError:
        return text
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


# Values as texts: literals of the language, or JSON of tables. `read` inverts `written`.


_WORDS: dict[str, Value] = {"true": True, "false": False, "null": None}


def written(value: Value) -> str:
    """Return a value as text with every digit: `10.5`, `'running'`, `true`, `null`, `[0, 1]`."""
    match value:
        case Decimal():
            return plain(value)
        case str():
            return "'" + value.replace("'", "''") + "'"
        case True | False | None:
            return {True: "true", False: "false", None: "null"}[value]
    return "".join(_json(value))


def beginning(value: Value, length: int) -> str:
    """Return the text of a value, or at least its first `length` characters.

    A large table is not written whole for the sake of its beginning: a trace has many of them.
    """
    if not isinstance(value, list | dict):
        return written(value)
    text = ""
    for piece in _json(value):
        text += piece
        if len(text) >= length:
            break
    return text


def read(text: str) -> Value:
    """Return the value of such a text."""
    if text.startswith("'"):
        return text[1:-1].replace("''", "'")
    return _WORDS[text] if text in _WORDS else read_json(text)


def _json(value: Any) -> Iterator[str]:
    """Yield the JSON of a value, piece by piece."""
    match value:
        case Decimal():
            yield plain(value)
        case list():
            yield "["
            for place, item in enumerate(value):
                yield ", " if place else ""
                yield from _json(item)
            yield "]"
        case dict():
            yield "{"
            for place, (key, item) in enumerate(value.items()):
                yield f"{', ' if place else ''}{json.dumps(key)}: "
                yield from _json(item)
            yield "}"
        case _:
            yield json.dumps(value)
