"""The functions of the language; their arguments are computed before.

Except those of `coalesce`, which stops at the first value that is not null. Unless stated
otherwise, a function of null is null.
"""

from collections.abc import Callable, Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from typing import NamedTuple

from foundation.records.texts import counted
from rewards.formula.coefficients import Coefficients
from rewards.formula.tree import UnfitValueError
from rewards.formula.values import CONTEXT, ZERO, Value, equal, kind, number


class Function(NamedTuple):
    """What staff read about a function, how it computes, and its number of arguments.

    `example` is a call with `EXAMPLE_COEFFICIENTS` and its value. `body` takes the formula's
    coefficients and any values; arguments after the first `required` may be null. `most` None: any
    number of arguments.
    """

    signature: str
    says: str
    example: tuple[str, Value]
    body: Callable[..., Value]
    least: int = 1
    most: int | None = 1
    required: int = 0

    def takes(self, count: int) -> bool:
        """Return whether this number of arguments is right."""
        return self.least <= count and (self.most is None or count <= self.most)

    @property
    def arity(self) -> str:
        """The number of arguments as text for the formula's author."""
        words = counted(self.least, "argument")
        return words if self.most is not None else f"at least {words}"


def is_in(coefficients: Coefficients, value: Value, *options: Value) -> bool:
    """Return whether the value equals an option, or an item of an option that is a list."""
    if value is None:
        return False
    return any(
        coefficients.has(option, value) if isinstance(option, list) else equal(value, option)
        for option in options
    )


def _coeff(coefficients: Coefficients, path: Value) -> Value:
    if path is None or isinstance(path, str):
        return None if path is None else coefficients.at(path)
    raise UnfitValueError(f"the path of a coefficient is a text, not {kind(path)}")


def _piecewise(coefficients: Coefficients, table: Value, x: Value) -> Value:
    """Return the multiplier of the last row whose `from` is at most x, or null."""
    return None if table is None or x is None else coefficients.steps(table).at(x)


def _after_linear(x: Decimal, threshold: Decimal, rate: Decimal, cap: Decimal | None) -> Decimal:
    """Return (x − threshold) · rate: at least 0, and at most the cap (null: no cap)."""
    over = max(CONTEXT.subtract(x, threshold), ZERO)
    linear = CONTEXT.multiply(over, rate)
    return linear if cap is None else min(linear, cap)


def _clamp(x: Decimal, least: Decimal, most: Decimal) -> Decimal:
    """Return x, or the nearest bound if x is outside."""
    if least > most:
        raise UnfitValueError("the lower bound of clamp is above the upper one")
    return max(least, min(x, most))


def _rounding(mode: str) -> Callable[[Decimal], Decimal]:
    return lambda x: x.to_integral_value(mode, CONTEXT)


def _of_numbers(
    signature: str,
    says: str,
    example: tuple[str, int],
    compute: Callable[..., Decimal],
    count: int = 1,
    required: int | None = None,
) -> Function:
    """Return a function of so many numbers; null if one of the first `required` is null."""
    required = count if required is None else required

    def body(_: Coefficients, *values: Value) -> Value:
        numbers = [None if value is None else number(value) for value in values]
        return None if None in numbers[:required] else compute(*numbers)

    shown = (example[0], Decimal(example[1]))
    return Function(signature, says, shown, body, count, count, required)


def _any_of(_: Coefficients, *values: Value) -> Value:
    return next((value for value in values if value is not None), None)


EXAMPLE_COEFFICIENTS: Mapping[str, str] = {"rate": "1.5", "steps": "[[0, 1], [5, 2]]"}

FUNCTIONS: Mapping[str, Function] = {
    "coeff": Function(
        "coeff('name')",
        "The coefficient of this name, or a part of its JSON: 'table.1.0'.",
        ("coeff('rate')", Decimal("1.5")),
        _coeff,
    ),
    "piecewise": Function(
        "piecewise(table, x)",
        "The multiplier of the last row whose start is at most x; below the first row null.",
        ("piecewise(coeff('steps'), 7)", Decimal(2)),
        _piecewise,
        least=2,
        most=2,
    ),
    "after_linear": _of_numbers(
        "after_linear(x, threshold, rate, cap)",
        "0 up to the threshold, then (x − threshold) · rate, at most the cap; null: no cap.",
        ("after_linear(12, 10, 3, null)", 6),
        _after_linear,
        count=4,
        required=3,
    ),
    "clamp": _of_numbers(
        "clamp(x, min, max)", "x within the bounds.", ("clamp(12, 0, 10)", 10), _clamp, count=3
    ),
    "min": _of_numbers("min(a, b)", "The smaller one.", ("min(3, 5)", 3), min, count=2),
    "max": _of_numbers("max(a, b)", "The larger one.", ("max(3, 5)", 5), max, count=2),
    "coalesce": Function(
        "coalesce(a, b, …)",
        "The first value that is not null.",
        ("coalesce(coeff('bonus'), 4)", Decimal(4)),
        _any_of,
        most=None,
    ),
    "in": Function(
        "in(value, …)",
        "Whether the value equals one of the others, or an item of a list among them.",
        ("in('running', 'walking', 'running')", True),
        is_in,
        least=2,
        most=None,
    ),
    "abs": _of_numbers("abs(x)", "x without its sign.", ("abs(-3)", 3), Decimal.copy_abs),
    "round": _of_numbers(
        "round(x)",
        "The nearest whole number; a half goes away from zero.",
        ("round(2.5)", 3),
        _rounding(ROUND_HALF_UP),
    ),
    "floor": _of_numbers(
        "floor(x)",
        "The whole number that is not above x.",
        ("floor(2.9)", 2),
        _rounding(ROUND_FLOOR),
    ),
    "ceil": _of_numbers(
        "ceil(x)",
        "The whole number that is not below x.",
        ("ceil(2.1)", 3),
        _rounding(ROUND_CEILING),
    ),
}
