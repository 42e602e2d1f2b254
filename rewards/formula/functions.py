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

ROUNDINGS = {"round": ROUND_HALF_UP, "floor": ROUND_FLOOR, "ceil": ROUND_CEILING}

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


def piecewise(coefficients: Coefficients, table: Value, x: Value) -> Value:
    """Return the multiplier of the last row whose `from` is at most x, or null."""
    if table is None or x is None:
        return None
    return coefficients.steps(table).at(x)


def after_linear(x: Decimal, threshold: Decimal, rate: Decimal, cap: Decimal | None) -> Decimal:
    """Return (x − threshold) · rate: at least 0, and at most the cap (null: no cap)."""
    over = max(CONTEXT.subtract(x, threshold), ZERO)
    linear = CONTEXT.multiply(over, rate)
    return linear if cap is None else min(linear, cap)


def clamp(x: Decimal, least: Decimal, most: Decimal) -> Decimal:
    """Return x, or the nearest bound if x is outside."""
    if least > most:
        raise UnfitValueError("the lower bound of clamp is above the upper one")
    return max(least, min(x, most))


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


def _coeff(coefficients: Coefficients, arguments: Sequence[Value]) -> Value:
    (path,) = arguments
    if path is None or isinstance(path, str):
        return None if path is None else coefficients.at(path)
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


def _rounding(name: str) -> Body:
    return _of_numbers(lambda x: x.to_integral_value(rounding=ROUNDINGS[name]))


FUNCTIONS: Mapping[str, Function] = {
    "coeff": Function(body=_coeff, least=1, most=1),
    "piecewise": Function(
        body=lambda known, arguments: piecewise(known, *arguments), least=2, most=2
    ),
    "after_linear": Function(body=_after_linear, least=4, most=4),
    "clamp": Function(body=_of_numbers(clamp), least=3, most=3),
    "min": Function(body=_of_numbers(min), least=2, most=2),
    "max": Function(body=_of_numbers(max), least=2, most=2),
    "coalesce": Function(body=lambda _, arguments: arguments[-1], least=1, most=None),
    "in": Function(body=lambda known, arguments: is_in(known, *arguments), least=2, most=None),
    "abs": Function(body=_of_numbers(Decimal.copy_abs), least=1, most=1),
    "round": Function(body=_rounding("round"), least=1, most=1),
    "floor": Function(body=_rounding("floor"), least=1, most=1),
    "ceil": Function(body=_rounding("ceil"), least=1, most=1),
}
