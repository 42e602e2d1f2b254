"""The functions of the language; their arguments are computed before.

Except `coalesce`: the evaluator computes it, and stops at the first value that is not null. Unless
stated otherwise, a function of null is null.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from itertools import pairwise
from typing import Any

from rewards.formula.errors import UnfitValueError
from rewards.formula.values import CONTEXT, Value, compare, kind, number, read_json

Coefficients = Mapping[str, str]
Body = Callable[[Coefficients, Sequence[Value]], Value]


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """A function: its body and its number of arguments (`most` None: any number)."""

    body: Body
    least: int
    most: int | None

    def takes(self, count: int) -> bool:
        """Return whether this number of arguments is right."""
        return self.least <= count and (self.most is None or count <= self.most)

    @property
    def arity(self) -> str:
        """The number of arguments as text for the formula's author."""
        words = f"{self.least} argument{'' if self.least == 1 else 's'}"
        return words if self.most is not None else f"at least {words}"


def coeff(coefficients: Coefficients, path: str) -> Value:
    """Return the coefficient of this key, or a part of a coefficient's JSON by its dotted path.

    `a.b.c` is the key `a.b.c`, else `c` in the JSON of `a.b`, else `b.c` in that of `a`, else null.
    """
    steps = path.split(".")
    for length in range(len(steps), 0, -1):
        text = coefficients.get(".".join(steps[:length]))
        if text is not None:
            return _walk(read_json(text), steps[length:])
    return None


def _walk(value: Value, steps: Sequence[str]) -> Value:
    for step in steps:
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    return value


def piecewise(table: Value, x: Value) -> Value:
    """Return the multiplier of the last row whose `from` is at most x, or null.

    The table is `[[from, multiplier], …]`, ascending, or that JSON as text.
    """
    if table is None or x is None:
        return None
    reached = [multiplier for start, multiplier in _rows(table) if start <= number(x)]
    return reached[-1] if reached else None


def _rows(table: Value) -> list[tuple[Decimal, Decimal]]:
    table = read_json(table) if isinstance(table, str) else table
    if not isinstance(table, list) or not all(_is_row(row) for row in table):
        raise UnfitValueError("a table is a list of [from, multiplier], all of them numbers")
    starts = [row[0] for row in table]
    if any(later <= earlier for earlier, later in pairwise(starts)):
        raise UnfitValueError("the rows of a table must ascend")
    return [(row[0], row[1]) for row in table]


def _is_row(row: Any) -> bool:
    return (
        isinstance(row, list) and len(row) == 2 and all(isinstance(cell, Decimal) for cell in row)
    )


def after_linear(x: Decimal, threshold: Decimal, rate: Decimal, cap: Decimal | None) -> Decimal:
    """Return (x − threshold) · rate: at least 0, and at most the cap (null: no cap)."""
    over = max(CONTEXT.subtract(x, threshold), Decimal(0))
    linear = CONTEXT.multiply(over, rate)
    return linear if cap is None else min(linear, cap)


def clamp(x: Decimal, least: Decimal, most: Decimal) -> Decimal:
    """Return x, or the nearest bound if x is outside."""
    if least > most:
        raise UnfitValueError("the lower bound of clamp is above the upper one")
    return max(least, min(x, most))


def is_in(value: Value, *options: Value) -> bool:
    """Return whether the value equals an option, or an item of an option that is a list."""
    items = [
        item for option in options for item in (option if isinstance(option, list) else [option])
    ]
    return any(compare("==", value, item) for item in items)


def _coeff(coefficients: Coefficients, arguments: Sequence[Value]) -> Value:
    (path,) = arguments
    if path is None or isinstance(path, str):
        return None if path is None else coeff(coefficients, path)
    raise UnfitValueError(f"the path of a coefficient is a text, not {kind(path)}")


def _after_linear(_: Coefficients, arguments: Sequence[Value]) -> Value:
    x, threshold, rate, cap = (None if item is None else number(item) for item in arguments)
    if x is None or threshold is None or rate is None:
        return None
    return after_linear(x, threshold, rate, cap)


def _of_numbers(function: Callable[..., Decimal]) -> Body:
    def body(_: Coefficients, arguments: Sequence[Value]) -> Value:
        numbers = [number(item) for item in arguments if item is not None]
        return function(*numbers) if len(numbers) == len(arguments) else None

    return body


def _rounding(mode: str) -> Body:
    return _of_numbers(lambda x: x.to_integral_value(rounding=mode))


FUNCTIONS: Mapping[str, Function] = {
    "coeff": Function(body=_coeff, least=1, most=1),
    "piecewise": Function(body=lambda _, arguments: piecewise(*arguments), least=2, most=2),
    "after_linear": Function(body=_after_linear, least=4, most=4),
    "clamp": Function(body=_of_numbers(clamp), least=3, most=3),
    "min": Function(body=_of_numbers(min), least=2, most=2),
    "max": Function(body=_of_numbers(max), least=2, most=2),
    "coalesce": Function(body=lambda _, arguments: arguments[-1], least=1, most=None),
    "in": Function(body=lambda _, arguments: is_in(*arguments), least=2, most=None),
    "abs": Function(body=_of_numbers(Decimal.copy_abs), least=1, most=1),
    "round": Function(body=_rounding(ROUND_HALF_UP), least=1, most=1),
    "floor": Function(body=_rounding(ROUND_FLOOR), least=1, most=1),
    "ceil": Function(body=_rounding(ROUND_CEILING), least=1, most=1),
}
