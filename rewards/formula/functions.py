"""The functions of the language; their arguments are computed before. Coefficients, read once.

Except those of `coalesce`, which stops at the first value that is not null. Unless stated
otherwise, a function of null is null.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from foundation.records.texts import counted
from rewards.formula.tree import MAX_COEFFICIENTS, MAX_DEPTH, UnfitValueError
from rewards.formula.values import CONTEXT, ZERO, Value, equal, kind, number, read_json

_PLACE = re.compile("[0-9]{1,6}")
_UNKNOWN = (object(), None)
_NOTHING = object()  # where a path does not lead to a value


class Steps(NamedTuple):
    """A table of `piecewise`: where each row starts, and its multiplier."""

    starts: list[Decimal]
    multipliers: list[Decimal]

    def at(self, x: Value) -> Decimal | None:
        """Return the multiplier of the last row that starts at x or before; null: there is none."""
        reached = 0 if x is None else bisect_right(self.starts, number(x))
        return self.multipliers[reached - 1] if reached else None


class Coefficients:
    """Texts by name, each read when it is first asked for."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._read: dict[str, Value] = {}
        self._tables: dict[int, tuple[Value, Steps]] = {}
        self._members: dict[int, tuple[Value, frozenset[Any]]] = {}

    def at(self, path: str) -> Value:
        """Return the coefficient of this key, or a part of one's JSON by its dotted path.

        `a.b.c` is the key `a.b.c`, else `c` in the JSON of `a.b`, else `b.c` in that of `a`, else
        null.

        :raises DecimalException: a number in the JSON is too large.
        :raises UnfitValueError: the path has too many names.
        """
        found = self._found(path)
        return None if found is _NOTHING else found

    def knows(self, path: str) -> bool:
        """Return whether the path leads to a value; null is one. Fails as `at`."""
        return self._found(path) is not _NOTHING

    def paths(self) -> Iterator[str]:
        """Yield the keys, and the paths into their JSON's objects; what cannot be read has none."""
        for key in self._texts:
            yield key
            try:
                yield from _paths_in(key, self.at(key))
            except ArithmeticError:
                continue

    def _found(self, path: str) -> Any:
        if path in self._read:
            return self._read[path]
        if path not in self._texts:
            return self._inside(path)
        value = self._read[path] = read_json(self._texts[path])
        return value

    def steps(self, table: Value) -> Steps:
        """Return a table of `piecewise`: `[[from, multiplier], …]`, ascending, or that as text.

        :raises UnfitValueError: it is something else.
        """
        if isinstance(table, str):
            return _steps_of_text(table)
        if self._tables.get(id(table), _UNKNOWN)[0] is not table:
            self._tables[id(table)] = (table, _steps_of(table))
        return self._tables[id(table)][1]

    def has(self, items: list[Any], value: Value) -> bool:
        """Return whether a list has a value of the same kind that is equal."""
        if not is_scalar(value):
            return value in items
        return key_of(value) in self.keys(items)

    def keys(self, items: list[Any]) -> frozenset[Any]:
        """Return the keys of a list's numbers, texts and truth values."""
        if self._members.get(id(items), _UNKNOWN)[0] is not items:
            keys = frozenset(key_of(item) for item in items if is_scalar(item))
            self._members[id(items)] = (items, keys)
        return self._members[id(items)][1]

    def _inside(self, path: str) -> Any:
        names = path.split(".", MAX_DEPTH)
        if len(names) > MAX_DEPTH:
            raise UnfitValueError(f"the path of a coefficient has at most {MAX_DEPTH} names")
        for length in range(len(names) - 1, 0, -1):
            key = ".".join(names[:length])
            if key in self._texts:
                return _walk(self.at(key), names[length:])
        return _NOTHING


def is_scalar(value: Value) -> bool:
    """Return whether the value is a number, a text, true or false."""
    return isinstance(value, Decimal | str | bool)


def key_of(value: Value) -> tuple[type, Value]:
    """Return what equal values of one kind have in common, and others have not."""
    return (type(value), value)


def _steps_of(table: Value) -> Steps:
    if not isinstance(table, list) or not all(_is_row(row) for row in table):
        raise UnfitValueError("a table is a list of [from, multiplier], all of them numbers")
    starts = [row[0] for row in table]
    if any(later <= earlier for earlier, later in pairwise(starts)):
        raise UnfitValueError("the rows of a table must ascend")
    return Steps(starts=starts, multipliers=[row[1] for row in table])


@lru_cache(maxsize=256)
def _steps_of_text(text: str) -> Steps:
    if len(text) > MAX_COEFFICIENTS:
        raise UnfitValueError(f"a table has at most {MAX_COEFFICIENTS} characters")
    return _steps_of(read_json(text))


def _walk(value: Any, names: Sequence[str]) -> Any:
    for name in names:
        if isinstance(value, dict):
            value = value.get(name, _NOTHING)
        elif isinstance(value, list) and _PLACE.fullmatch(name) and int(name) < len(value):
            value = value[int(name)]
        else:
            return _NOTHING
    return value


def _paths_in(path: str, value: Value) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield f"{path}.{name}"
            yield from _paths_in(f"{path}.{name}", inner)


def _is_row(row: Any) -> bool:
    return (
        isinstance(row, list) and len(row) == 2 and all(isinstance(cell, Decimal) for cell in row)
    )


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
