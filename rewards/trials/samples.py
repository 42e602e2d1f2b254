"""Which inputs are tried: past activities, edges of formulas, and random neighbours of both.

An edge is a value of a variable at which a part of a formula passes a number. Such a part is
compared with the number, divided by (0), or given to a function together with it; the whole passes
0. Edges are searched between typical values, by halving.
"""

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain, count, islice, pairwise, product
from math import prod
from random import Random
from typing import Any

from programs.activity_types import FormulaVariable, Span
from programs.readers import MAX_MAGNITUDE
from rewards.formula import FormulaError, ReadyFormula, Value, parse
from rewards.formula.tree import Call, Chain, Node, Variable, parts_of, walk
from rewards.formula.values import ZERO, from_json, read_json, written

# A budget of CPU time. One slow formula is calculated thousands of times for some pages.


MAX_SECONDS = 3.0


class CpuBudget:
    """It is spent after `MAX_SECONDS` of CPU time of this thread; waiting does not count."""

    def __init__(self) -> None:
        self._until = time.thread_time() + MAX_SECONDS

    @property
    def is_spent(self) -> bool:
        """Whether the time is over."""
        return time.thread_time() > self._until


Row = Mapping[str, Any]

MAX_TRIED = 20_000  # inputs, and as many samples of all formulas together
TINY = Decimal("1e-9")  # how near an edge is found
BESIDE, TIDY = Decimal("0.001"), Decimal("0.000001")  # how far beside an edge; how exact
MAX_EDGES, MAX_TEXTS = 60, 10  # of a variable
OTHER_TEXTS = ("something else", "1")  # after and before most others, in their order
_TYPICAL = tuple(map(Decimal, ("-1000", "-1", "0", "1", "10", "50", "100", "500", "1000", "10000")))
_FAR = (Decimal(-(10**6)), Decimal(10**6), Decimal(10**9), MAX_MAGNITUDE)
_COMPARISONS = frozenset(("==", "!=", "<", "<=", ">", ">="))


class FormulaPart:
    """A part of a formula, calculated alone; `constants` are what it may pass or be equal to."""

    def __init__(
        self, source: str, coefficients: Mapping[str, str], constants: Iterable[Value] = ()
    ) -> None:
        self.constants = list(constants)
        self.numbers = sorted({each for each in self.constants if isinstance(each, Decimal)})
        formula = parse(source, None)
        self.names = _names(formula.root)
        self.value = ReadyFormula(formula, coefficients).value

    def number(self, row: Row) -> Decimal | None:
        """Return its value; None: it is no number, or the part fails."""
        try:
            found = self.value(row)
        except FormulaError:
            return None
        return found if isinstance(found, Decimal) else None

    def passed(self, first: Decimal | None, last: Decimal | None) -> list[Decimal]:
        """Return the numbers that it passes between these values; None: it has no value there."""
        if first is None or last is None:
            return []
        return [each for each in self.numbers if (first < each) is not (last < each)]

    def edges(self, name: str, row: Row, samples: Iterable[Decimal]) -> Iterator[Decimal]:
        """Yield the edges of a variable between these ascending values, the others as in the row.

        Each is at most `TINY` above the place where the part passes the number.
        """
        tried = ((x, self.number({**row, name: x})) for x in samples)
        known = [(x, number) for x, number in tried if number is not None]
        for (low, at_low), (high, at_high) in pairwise(known):
            for number in self.passed(at_low, at_high):
                below, above = low, high
                while above - below > TINY:
                    middle = (below + above) / 2
                    found = self.number({**row, name: middle})
                    is_left = found is not None and (found < number) is (at_low < number)
                    below, above = (middle, above) if is_left else (below, middle)
                yield above


def parts_in(text: Any, coefficients: Mapping[str, str]) -> Iterator[FormulaPart]:
    """Yield the parts of an expression or of a checked `__where`."""
    sources: defaultdict[str, list[Value]] = defaultdict(lambda: [ZERO])
    if isinstance(text, str):
        root = parse(text, None).root
        sources[root.source] = [ZERO]
        for node, _ in walk(root):
            for source, constants in _sources(node, coefficients):
                sources[source] += constants
    elif text is not None:
        for name, wanted in text.items():
            sources[name] += _scalars(from_json(wanted))
    for source, known in sources.items():
        with suppress(FormulaError):  # it is too long alone, as the difference of two sides may be
            yield FormulaPart(source, coefficients, known)


def tables_in(root: Node, coefficients: Mapping[str, str]) -> dict[str, FormulaPart]:
    """Return the argument of each call of `piecewise`; its constants are where rows start."""
    found = {}
    for node, _ in walk(root):
        if isinstance(node, Call) and node.name == "piecewise":
            table, x = (each.source for each in node.arguments)
            found[node.source] = FormulaPart(x, coefficients, _constants_of(table, coefficients))
    return found


def _constants_of(source: str, coefficients: Mapping[str, str]) -> Iterator[Value]:
    """Yield the numbers and texts in the value of a part without variables."""
    with suppress(FormulaError, ArithmeticError):  # it fails, or a number in it is too large
        value = FormulaPart(source, coefficients).value({})
        yield from _scalars(read_json(value) if isinstance(value, str) else value)


def _sources(node: Node, coefficients: Mapping[str, str]) -> Iterator[tuple[str, Iterable[Value]]]:
    """Yield the texts of what this node compares, divides by or gives to a function.

    With each the constants that stand beside it. Of two sides with variables, their difference.
    """
    sides: Sequence[Node] = parts_of(node) if isinstance(node, Call | Chain) else ()
    if isinstance(node, Chain) and node.links[0].operator not in _COMPARISONS:
        sides = [each.operand for each in node.links if each.operator in ("/", "%")]
    varying = [each.source for each in sides if _names(each)]
    fixed = [each.source for each in sides if not _names(each)]
    constants = [value for each in fixed for value in _constants_of(each, coefficients)]
    yield from ((each, constants) for each in varying)
    yield from ((f"({one}) - ({other})", ()) for one, other in pairwise(varying))


def _names(node: Node) -> frozenset[str]:
    return frozenset(each.name for each, _ in walk(node) if isinstance(each, Variable))


def _scalars(value: Value) -> Iterator[Value]:
    """Yield a number or text, or those of a list or object; of rows of a table where they start."""
    if isinstance(value, Decimal | str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _scalars(each[0] if isinstance(each, list) and each else each)


@dataclass(frozen=True, slots=True)
class TriedVariable:
    """How many values of a variable were tried, and for numbers from where to where."""

    name: str
    count: int
    least: str
    most: str


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

    @property
    def tried_variables(self) -> Iterator[TriedVariable]:
        """The variables of which several values were tried."""
        for name, values in self.values.items():
            numbers = sorted(each for each in values if isinstance(each, Decimal))
            texts = [written(each) for each in numbers] or [""]
            yield TriedVariable(name, len(values), texts[0], texts[-1])

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

    def from_past(self) -> Iterator[Row]:
        """Yield past activities, and each with another value of one variable."""
        random = Random(0)
        yield from self.past
        for row in self.past if self.values else ():
            name = random.choice(list(self.values))
            yield {**row, name: random.choice(self.values[name])}

    def step(self, name: str) -> Decimal:
        """Return how far beside an edge a number is tried."""
        return Decimal(1) if self.variables[name].span.is_whole else BESIDE

    def _values(self, name: str) -> list[Value]:
        variable, came = self.variables[name], [row[name] for row in self.past]
        found: Iterable[Value] = (True, False)
        if isinstance(variable.example, str):
            constants = chain.from_iterable(part.constants for part in self._parts)
            texts = (x for x in chain(constants, OTHER_TEXTS, came) if isinstance(x, str))
            found = islice(dict.fromkeys(texts), MAX_TEXTS)
        elif isinstance(variable.example, Decimal):
            numbers = self._numbers(name, variable.span, came)
            found = [each for each in numbers if variable.span.has(each)]
        others = [*found, *([None] if variable.can_be_null else [])]
        # Short texts are plain values, and so are small numbers.
        others.sort(key=lambda x: (len(written(x)), abs(x) if isinstance(x, Decimal) else ZERO))
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
        digits = Decimal(1) if span.is_whole else TIDY
        edges = list(dict.fromkeys(each.quantize(digits).normalize() for each in found))
        yield from typical
        for edge in (*bounds, *edges[:: len(edges) // MAX_EDGES + 1]):
            yield from (edge, edge - self.step(name), edge + self.step(name))
