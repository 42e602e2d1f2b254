"""Which values of each variable a search tries: those at the edges of the formula, just below and
just above, typical ones, those of past activities, and null.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Any

from programs.activity_types import FormulaVariable, Span
from programs.readers import MAX_MAGNITUDE
from rewards.candidates import Revision
from rewards.checking import WHERE
from rewards.examining.constants import constant_of, names_in, scalars_of
from rewards.examining.edges import (
    Edge,
    Row,
    bounded,
    edge_at,
    edges_of,
    edges_of_conditions,
    roots_of,
)
from rewards.formula import Value, parse
from rewards.formula.coefficients import Coefficients
from rewards.formula.tree import Call, Literal, Node, parts_of, walk
from rewards.formula.values import from_json

BESIDE = Decimal("0.001")  # how far beside an edge
TIDY = Decimal("0.000001")
MAX_NUMBERS, MAX_TEXTS = 80, 10  # of a variable
OTHER_TEXT = "something else"
_SAMPLES = tuple(map(Decimal, ("-1000", "-1", "0", "1", "10", "100", "1000", "10000")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A revision that is searched: its parts, its edges, and the variables that it uses."""

    revision: Revision
    variables: Mapping[str, FormulaVariable]
    edges: Sequence[Edge]
    texts: Sequence[str]
    has_more_edges: bool

    @property
    def usual(self) -> dict[str, Value]:
        """The variables that the formula uses, as in an ordinary activity."""
        return {name: variable.example for name, variable in self.variables.items()}


def subject_of(
    revision: Revision, variables: Mapping[str, FormulaVariable], cap: int | None = None
) -> Subject:
    """Read a revision for a search; where its result is the cap is an edge too."""
    root, coefficients = revision.formula.formula.root, revision.formula.coefficients
    where = revision.settings.get(WHERE)
    roots = [root, *([parse(where, None).root] if isinstance(where, str) else [])]
    conditions: Mapping[str, Any] = where if isinstance(where, Mapping) else {}
    edges = [edge_at(root, coefficients, Decimal(cap))] if cap is not None else []
    edges += [edge for each in roots for edge in edges_of(each, coefficients)]
    edges += edges_of_conditions(conditions)
    chosen = bounded(edges)
    used = frozenset(conditions).union(*map(names_in, roots))
    return Subject(
        revision=revision,
        variables={name: each for name, each in variables.items() if name in used},
        edges=chosen,
        texts=list(dict.fromkeys(_texts(roots, conditions, coefficients)))[:MAX_TEXTS],
        has_more_edges=len(edges) > len(chosen),
    )


def values_of(subject: Subject, past: Sequence[Row]) -> dict[str, list[Value]]:
    """Return the values to try of each variable that the formula uses: its example first."""
    return {name: list(_values(subject, name, past)) for name in subject.variables}


def fits(row: Row, variables: Mapping[str, FormulaVariable]) -> bool:
    """Say whether an activity may have these variables together."""
    for name, variable in variables.items():
        value, most = row.get(name), row.get(variable.span.at_most)
        if isinstance(value, Decimal) and isinstance(most, Decimal) and value > most:
            return False
    return True


def beside(span: Span) -> Decimal:
    """Return how far beside an edge a number is tried."""
    return Decimal(1) if span.is_whole else BESIDE


def samples_of(variable: FormulaVariable) -> list[Decimal]:
    """Return some numbers that a variable may be, ascending."""
    span = variable.span
    known = [*span.typical, *_SAMPLES, span.least, span.most, variable.example]
    numbers = {each for each in known if isinstance(each, Decimal) and span.has(each)}
    return sorted(numbers)


def _values(subject: Subject, name: str, past: Sequence[Row]) -> Iterator[Value]:
    variable = subject.variables[name]
    example, came = variable.example, [row.get(name) for row in past]
    if example is not None:
        yield example
    if isinstance(example, bool):
        yield not example
    elif isinstance(example, str):
        texts = [*subject.texts, OTHER_TEXT, *(each for each in came if isinstance(each, str))]
        yield from _others(texts, example, MAX_TEXTS)
    else:
        numbers = [each for each in came if isinstance(each, Decimal)]
        yield from _others(_numbers(subject, name, numbers), example, MAX_NUMBERS)
    if variable.can_be_null:
        yield None


def _others(values: Iterable[Value], example: Value, most: int) -> list[Value]:
    return [value for value in dict.fromkeys(values) if value != example][:most]


def _numbers(subject: Subject, name: str, came: Sequence[Decimal]) -> Iterator[Decimal]:
    span, usual = subject.variables[name].span, subject.usual
    samples = samples_of(subject.variables[name])
    edges = (edge for edge in subject.edges if name in edge.names)
    roots = [root for edge in edges for root in roots_of(edge, name, usual, samples)]
    bounds = [each for each in (span.least, span.above, span.most) if each is not None]
    known = [*bounds, *(span.typical or samples), *([min(came), max(came)] if came else [])]
    beside = [each for root in [*bounds, *filter(_may_come, roots)] for each in around(root, span)]
    numbers = [number for number in dict.fromkeys([*known, *beside]) if span.has(number)]
    yield from numbers[: len(known)]
    yield from _thinned(numbers[len(known) :], MAX_NUMBERS - len(known))


def _thinned(numbers: Sequence[Decimal], most: int) -> Sequence[Decimal]:
    """Return some of the numbers, as far apart as can be."""
    return numbers[:: -(-len(numbers) // most)] if len(numbers) > most else numbers


def around(root: Decimal, span: Span) -> Iterator[Decimal]:
    """Yield an edge, and numbers just below and just above it, without needless digits."""
    step, unit = beside(span), Decimal(1) if span.is_whole else TIDY
    low, high = (root.quantize(unit, rounding) for rounding in (ROUND_FLOOR, ROUND_CEILING))
    for number in (low, high, low - step, high + step):
        yield number.normalize()


def _may_come(number: Decimal) -> bool:
    return number.copy_abs() <= MAX_MAGNITUDE


def _texts(
    roots: Sequence[Node], conditions: Mapping[str, Any], coefficients: Coefficients
) -> Iterator[str]:
    for root in roots:
        for node, _ in walk(root):
            if isinstance(node, Call) and node.name in ("coeff", "piecewise"):
                continue
            yield from _texts_below(node, coefficients)
    for wanted in conditions.values():
        for operand in wanted.values() if isinstance(wanted, dict) else [wanted]:
            yield from (each for each in scalars_of(from_json(operand)) if isinstance(each, str))


def _texts_below(node: Node, coefficients: Coefficients) -> Iterator[str]:
    """Yield the texts that a part compares its variables with, and not those of its own parts."""
    for part in parts_of(node):
        known = constant_of(part, coefficients) if isinstance(part, Literal | Call) else None
        values = scalars_of(known.value) if known else []
        yield from (value for value in values if isinstance(value, str))
