"""Which inputs are tried: past activities, edges of formulas, and random neighbours of both."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import chain, count, islice, product
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
_FAR = (Decimal(-(10**6)), Decimal(10**6), Decimal(10**9), MAX_MAGNITUDE)


class Samples:
    """The values of each variable that are tried, the usual one first, and past activities.

    The variables are those that these parts of formulas use.
    """

    def __init__(
        self,
        parts: Iterable[FormulaPart],
        variables: Mapping[str, FormulaVariable],
        past: Sequence[Row],
    ) -> None:
        self.budget, self._parts = CpuBudget(), list(parts)
        names = frozenset(name for part in self._parts for name in part.names)
        self.variables = {name: each for name, each in variables.items() if name in names}
        self.past: list[Row] = [{name: row.get(name) for name in self.variables} for row in past]
        self.usual = {name: each.example for name, each in self.variables.items()}
        self.values = {name: self._values(name) for name in self.variables}

    def fits(self, row: Row) -> bool:
        """Return whether an activity may have these variables together."""
        pairs = ((row[name], row.get(x.span.at_most)) for name, x in self.variables.items())
        return not any(None not in (value, most) and value > most for value, most in pairs)

    def combined(self, most: int, only_usual: str = "") -> tuple[Iterator[Row], bool]:
        """Return combinations of the values, at most so many, and whether these are all.

        If there are too many: those with one value that is not usual, and then random ones.

        :param only_usual: a variable of which only the usual value is combined.
        """
        values = {n: each[:1] if n == only_usual else each for n, each in self.values.items()}
        if prod(map(len, values.values())) <= most:
            every = product(*values.values())
            return (dict(zip(values, each, strict=True)) for each in every), True
        random = Random(0)
        near = ({**self.usual, name: each} for name, some in values.items() for each in some)
        mixed = ({name: random.choice(some) for name, some in values.items()} for _ in count())
        return islice(chain(near, mixed), most), False

    def line(self, name: str, base: Row) -> Iterator[Row]:
        """Yield the row with each value of a variable; no variable: the row alone."""
        rows: list[Row] = [{**base, name: each} for each in self.values.get(name, ())]
        return filter(self.fits, rows or [base])

    def from_past(self) -> Iterator[Row]:
        """Yield past activities, and each with one variable changed: to an edge, and a little."""
        random = Random(0)
        yield from self.past
        for row in self.past if self.values else ():
            name = random.choice(list(self.values))
            value, span = row[name], self.variables[name].span
            yield {**row, name: random.choice(self.values[name])}
            if isinstance(value, Decimal):
                near = _tidied(value * random.randint(800, 1200) / 1000, span)
                yield {**row, name: near if span.has(near) else value}

    def _values(self, name: str) -> list[Value]:
        variable, came = self.variables[name], [row[name] for row in self.past]
        found: Iterable[Value] = (True, False)
        if isinstance(variable.example, str):
            constants = chain.from_iterable(part.constants for part in self._parts)
            texts = (x for x in chain(constants, OTHER_TEXTS, came) if isinstance(x, str))
            found = islice(dict.fromkeys(texts), MAX_TEXTS)
        elif isinstance(variable.example, Decimal):
            numbers = self._numbers(name, variable.span, came)
            found = [x for x in numbers if variable.span.has(x)]
        others = sorted((*found, *([None] if variable.can_be_null else [])), key=_length)
        return list(dict.fromkeys((variable.example, *others)))

    def _numbers(self, name: str, span: Span, came: Sequence[Value]) -> Iterator[Decimal]:
        """Yield typical numbers, the least and the largest that came, and those beside edges."""
        numbers = sorted(each for each in came if isinstance(each, Decimal))
        bounds = [each for each in (span.least, span.above, span.most) if each is not None]
        typical = [*bounds, *(span.typical or _TYPICAL), *numbers[:1], *numbers[-1:]]
        beside = [bound + sign * TIDY for bound in bounds for sign in (-1, 1)]
        grid = sorted(filter(span.has, {*typical, *beside, *_TYPICAL, *_FAR}))
        parts = (each for each in self._parts if name in each.names and not self.budget.is_spent)
        found = chain.from_iterable(part.edges(name, self.usual, grid) for part in parts)
        edges = list(dict.fromkeys(_tidied(each, span) for each in found))
        yield from typical
        for edge in (*bounds, *edges[:: len(edges) // MAX_EDGES + 1]):
            yield from (edge, edge - step_of(span), edge + step_of(span))


def step_of(span: Span) -> Decimal:
    """Return how far beside an edge a number is tried."""
    return Decimal(1) if span.is_whole else BESIDE


def _tidied(number: Decimal, span: Span) -> Decimal:
    """Return the nearest number without needless digits."""
    return number.quantize(Decimal(1) if span.is_whole else TIDY).normalize()


def _length(value: Value) -> tuple[int, Decimal]:
    """Return how long a value is as text, and how large: short ones are plain."""
    return len(written(value)), value.copy_abs() if isinstance(value, Decimal) else ZERO
