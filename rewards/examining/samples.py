"""Which inputs are tried: past activities, edges of formulas, and random neighbours of both."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from itertools import chain, combinations, islice, product
from math import prod
from random import Random

from programs.activity_types import FormulaVariable, Span
from programs.readers import MAX_MAGNITUDE
from rewards.budget import CpuBudget
from rewards.examining.edges import FormulaPart, Row
from rewards.formula import Value
from rewards.formula.values import ZERO
from rewards.formula.written import written

BESIDE, TIDY = Decimal("0.001"), Decimal("0.000001")  # how far beside an edge; how exact
MAX_EDGES, MAX_TEXTS = 60, 10  # of a variable
OTHER_TEXTS = ("something else", "1")  # after and before most others, in their order
_TYPICAL = tuple(map(Decimal, ("-1000", "-1", "0", "1", "10", "50", "100", "500", "1000", "10000")))
_FAR = (Decimal(-(10**6)), Decimal(10**6), Decimal(10**9))  # edges are searched up to here


@dataclass(frozen=True, slots=True, kw_only=True)
class Samples:
    """The values of each variable that are tried, the usual one first, and past activities."""

    variables: Mapping[str, FormulaVariable]
    past: Sequence[Row]
    values: dict[str, Sequence[Value]] = field(default_factory=dict)

    def numbers(self, name: str) -> list[Decimal]:
        """Return the numbers of a variable, ascending."""
        return sorted(each for each in self.values.get(name, ()) if isinstance(each, Decimal))

    def fits(self, row: Row) -> bool:
        """Return whether an activity may have these variables together."""
        for name, variable in self.variables.items():
            value, most = row.get(name), row.get(variable.span.at_most)
            if isinstance(value, Decimal) and isinstance(most, Decimal) and value > most:
                return False
        return True

    def combined(self, most: int, only_usual: str = "") -> tuple[Iterator[Row], bool]:
        """Return combinations of the values, at most so many, and whether these are all.

        First the usual one, then those with another value of one variable, and so on; if there are
        too many, from two on random ones by turns.

        :param only_usual: a variable of which only the usual value is combined.
        """
        values = {n: each[:1] if n == only_usual else each for n, each in self.values.items()}
        if prod(map(len, values.values())) > most:
            return islice(_some(values), most), False
        return chain.from_iterable(_changed(values, n) for n in range(len(values) + 1)), True

    def neighbours(self) -> Iterator[Row]:
        """Yield past activities with one variable changed at random: to an edge, and a little."""
        random = Random(0)
        for row in self.past if self.values else ():
            name = random.choice(list(self.values))
            value, span = row[name], self.variables[name].span
            yield {**row, name: random.choice(self.values[name])}
            if isinstance(value, Decimal):
                near, _ = tidied(value * random.randint(800, 1200) / 1000, span)
                yield {**row, name: near if span.has(near) else value}


def samples_of(
    parts: Iterable[FormulaPart],
    variables: Mapping[str, FormulaVariable],
    past: Sequence[Row],
    budget: CpuBudget,
) -> Samples:
    """Choose the values of the variables that these parts of formulas use."""
    known = list(parts)
    names = frozenset(name for part in known for name in part.names)
    used = {name: each for name, each in variables.items() if name in names}
    rows = [{name: row.get(name) for name in used} for row in past]
    samples = Samples(variables=used, past=rows)
    texts = [each for part in known for each in part.constants if isinstance(each, str)]
    for name, variable in used.items():
        found: Iterable[Value] = ()
        if isinstance(variable.example, bool):
            found = (True, False)
        elif isinstance(variable.example, str):
            came = [row[name] for row in rows if isinstance(row[name], str)]
            found = islice(dict.fromkeys((*texts, *OTHER_TEXTS, *came)), MAX_TEXTS)
        elif isinstance(variable.example, Decimal):
            found = _numbers(samples, name, known, budget)
        null = [None] if variable.can_be_null else []
        others = sorted((*found, *null), key=_length)
        samples.values[name] = list(dict.fromkeys((variable.example, *others)))
    return samples


def step_of(span: Span) -> Decimal:
    """Return how far beside an edge a number is tried."""
    return Decimal(1) if span.is_whole else BESIDE


def tidied(number: Decimal, span: Span) -> tuple[Decimal, Decimal]:
    """Return the nearest numbers without needless digits, below and above."""
    unit = Decimal(1) if span.is_whole else TIDY
    low, high = (number.quantize(unit, way) for way in (ROUND_FLOOR, ROUND_CEILING))
    return low.normalize(), high.normalize()


def _numbers(
    samples: Samples, name: str, parts: Sequence[FormulaPart], budget: CpuBudget
) -> Iterator[Decimal]:
    """Yield typical numbers, the least and the largest that came, and those at and beside edges."""
    usual = {each: variable.example for each, variable in samples.variables.items()}
    span, step = samples.variables[name].span, step_of(samples.variables[name].span)
    bounds = [each for each in (span.least, span.above, span.most) if each is not None]
    past = [row[name] for row in samples.past]
    came = sorted(each for each in past if isinstance(each, Decimal))
    typical = [*bounds, *(span.typical or _TYPICAL), *came[:1], *came[-1:]]
    known = [part for part in parts if name in part.names]
    beside = [bound + sign * TIDY for bound in bounds for sign in (-1, 1)]
    named = [number for part in known for number in part.numbers]
    grid = sorted(filter(span.has, {*typical, *beside, *named, *_TYPICAL, *_FAR}))
    found: list[Decimal] = []
    for part in known:
        if not budget.is_spent:
            found += part.edges(name, usual, grid)
    edges = [each for each in dict.fromkeys(found) if each.copy_abs() <= MAX_MAGNITUDE]
    yield from filter(span.has, typical)
    for edge in (*bounds, *edges[:: len(edges) // MAX_EDGES + 1]):
        low, high = tidied(edge, span)
        yield from filter(span.has, (low, high, low - step, high + step))


def _length(value: Value) -> tuple[int, Decimal]:
    """Return how long a value is as text, and how large: short ones are plain."""
    return len(written(value)), value.copy_abs() if isinstance(value, Decimal) else ZERO


def _changed(values: Mapping[str, Sequence[Value]], size: int) -> Iterator[Row]:
    """Yield the combinations with so many values that are not the usual ones."""
    usual = {name: each[0] for name, each in values.items()}
    for names in combinations(values, size):
        for chosen in product(*(values[name][1:] for name in names)):
            yield {**usual, **dict(zip(names, chosen, strict=True))}


def _some(values: Mapping[str, Sequence[Value]]) -> Iterator[Row]:
    """Yield combinations without end, in the order that `combined` says."""
    random, pairs = Random(0), _changed(values, 2)
    yield from chain(_changed(values, 0), _changed(values, 1))
    while True:
        yield from islice(pairs, 1)
        yield {name: random.choice(each) for name, each in values.items()}
