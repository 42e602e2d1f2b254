"""A formula's coefficients: their JSON and the tables in it are read once."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from rewards.formula.tree import MAX_COEFFICIENTS, MAX_DEPTH, UnfitValueError
from rewards.formula.values import Value, number, read_json

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
