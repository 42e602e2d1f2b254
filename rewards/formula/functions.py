"""The functions of the language; their arguments are computed before.

Except those of `coalesce`, which stops at the first value that is not null. Unless stated
otherwise, a function of null is null.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal

from rewards.formula.coefficients import Coefficients, is_scalar, key_of
from rewards.formula.errors import UnfitValueError
from rewards.formula.values import CONTEXT, ZERO, Value, equal, kind, number


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """A function, and its number of arguments (`most` None: any number).

    `body` takes the formula's coefficients and any values. `of_numbers` takes numbers; arguments
    after the first `required` may be null.
    """

    body: Callable[..., Value]
    least: int
    most: int | None
    of_numbers: Callable[..., Decimal] | None = None
    required: int = 0

    def takes(self, count: int) -> bool:
        """Return whether this number of arguments is right."""
        return self.least <= count and (self.most is None or count <= self.most)

    @property
    def arity(self) -> str:
        """The number of arguments as text for the formula's author."""
        words = f"{self.least} argument{'' if self.least == 1 else 's'}"
        return words if self.most is not None else f"at least {words}"


def is_in(coefficients: Coefficients, value: Value, *options: Value) -> bool:
    """Return whether the value equals an option, or an item of an option that is a list."""
    if value is None:
        return False
    return any(
        coefficients.has(option, value) if isinstance(option, list) else equal(value, option)
        for option in options
    )


def members(coefficients: Coefficients, options: Sequence[Value]) -> Callable[[Value], bool]:
    """Return a function that returns whether a value equals one of these options, as `is_in`."""
    lists = [option for option in options if isinstance(option, list)]
    keys = frozenset(key_of(option) for option in options if is_scalar(option))
    keys = keys.union(*(coefficients.keys(items) for items in lists))

    def is_member(value: Value) -> bool:
        if is_scalar(value):
            return key_of(value) in keys
        return is_in(coefficients, value, *options)

    return is_member


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
    return lambda x: x.to_integral_value(mode)


def _of_numbers(
    compute: Callable[..., Decimal], count: int, required: int | None = None
) -> Function:
    """Return a function of so many numbers; null if one of the first `required` is null."""
    required = count if required is None else required

    def body(_: Coefficients, *values: Value) -> Value:
        numbers = [None if value is None else number(value) for value in values]
        return None if None in numbers[:required] else compute(*numbers)

    return Function(body=body, least=count, most=count, of_numbers=compute, required=required)


def _any_of(_: Coefficients, *values: Value) -> Value:
    return next((value for value in values if value is not None), None)


FUNCTIONS: Mapping[str, Function] = {
    "coeff": Function(body=_coeff, least=1, most=1),
    "piecewise": Function(body=_piecewise, least=2, most=2),
    "after_linear": _of_numbers(_after_linear, 4, required=3),
    "clamp": _of_numbers(_clamp, 3),
    "min": _of_numbers(min, 2),
    "max": _of_numbers(max, 2),
    "coalesce": Function(body=_any_of, least=1, most=None),
    "in": Function(body=is_in, least=2, most=None),
    "abs": _of_numbers(Decimal.copy_abs, 1),
    "round": _of_numbers(_rounding(ROUND_HALF_UP), 1),
    "floor": _of_numbers(_rounding(ROUND_FLOOR), 1),
    "ceil": _of_numbers(_rounding(ROUND_CEILING), 1),
}
