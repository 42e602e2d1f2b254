"""Which combinations of values a search tries, in an order that depends on nothing else."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from math import prod
from random import Random

from rewards.examining.edges import Row
from rewards.formula import Value

Values = Mapping[str, Sequence[Value]]


def rows_of(values: Values, most: int) -> Iterator[Row]:
    """Yield combinations of values, at most so many: first the usual one (the first of each).

    All of them if they are not more. Else those in which one variable differs from the usual row,
    those in which two differ, and then others, drawn at random but always the same.
    """
    if count_of(values) <= most:
        yield from (dict(zip(values, row, strict=True)) for row in product(*values.values()))
        return
    seen: set[tuple[Value, ...]] = set()
    for row in _some(values):
        key = tuple(row.values())
        if key not in seen:
            seen.add(key)
            yield row
        if len(seen) >= most:
            return


def count_of(values: Values) -> int:
    """Return how many combinations there are."""
    return prod(map(len, values.values()))


def _some(values: Values) -> Iterator[Row]:
    usual = {name: each[0] for name, each in values.items()}
    for size in (1, 2):
        for names in combinations(values, size):
            for chosen in product(*(values[name] for name in names)):
                yield {**usual, **dict(zip(names, chosen, strict=True))}
    random = Random(0)
    while True:
        yield {name: random.choice(each) for name, each in values.items()}
