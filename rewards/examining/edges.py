"""Where a formula may change: the places that its own text names.

An edge is a difference that is 0 at such a place: of both sides of a comparison, of a variable and
the start of a row of `piecewise`, of an argument of `clamp` and its bound, and so on.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Any

from rewards.examining.constants import constant_of, names_in, scalars_of
from rewards.formula import Formula, FormulaRunError, Value
from rewards.formula.coefficients import Coefficients
from rewards.formula.errors import UnfitValueError
from rewards.formula.evaluator import evaluate_tree
from rewards.formula.tree import Call, Chain, Node, walk
from rewards.formula.values import ZERO, from_json

Row = Mapping[str, Value]
Side = Callable[[Row], Decimal | None]

MAX_EDGES = 200
MAX_PARTS = 1500  # computed for one row at all edges
HALVINGS = 40
NEARLY_ZERO = Decimal("1e-30")
TOO_FAR = Decimal("1e100")

_COMPARISONS = frozenset(("==", "!=", "<", "<=", ">", ">="))


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A place where a formula may change: where `difference` is 0.

    `step`: for a row of `piecewise`, its call and where the row starts, in words. `parts`: how many
    parts of the formula are computed for the difference.
    """

    names: frozenset[str]
    difference: Side
    step: str = ""
    parts: int = 1


def edges_of(root: Node, coefficients: Coefficients) -> Iterator[Edge]:
    """Yield the edges that an expression has, those of its result (where it is 0) first."""
    yield _edge(coefficients, root, ZERO)
    for node, _ in walk(root):
        if isinstance(node, Call):
            yield from _edges_of_call(coefficients, node)
        elif isinstance(node, Chain):
            yield from _edges_of_chain(coefficients, node)


def bounded(edges: Sequence[Edge]) -> list[Edge]:
    """Return the first edges: so many that a search of their places takes a second or two."""
    chosen, parts = [], 0
    for edge in edges[:MAX_EDGES]:
        parts += edge.parts
        if parts > MAX_PARTS:
            break
        chosen.append(edge)
    return chosen


def edge_at(root: Node, coefficients: Coefficients, value: Decimal) -> Edge:
    """Return the edge where an expression has this value."""
    return _edge(coefficients, root, value)


def edges_of_conditions(conditions: Mapping[str, Any]) -> Iterator[Edge]:
    """Yield the edges of a `__where` that is an object."""
    for name, wanted in conditions.items():
        operands = wanted.values() if isinstance(wanted, dict) else [wanted]
        for operand in operands:
            for value in scalars_of(from_json(operand)):
                if isinstance(value, Decimal):
                    yield Edge(names=frozenset([name]), difference=_from(name, value))


def roots_of(edge: Edge, name: str, row: Row, samples: Sequence[Decimal]) -> list[Decimal]:
    """Return values of a variable at which the edge is, the other variables as in the row.

    A straight line is solved exactly. Between samples of different sign the place is found by
    halving, and both sides of it are returned.

    :param samples: numbers that the variable may be, ascending.
    """

    def at(x: Decimal) -> Decimal | None:
        found = edge.difference({**row, name: x})
        return None if found is None or found.copy_abs() > TOO_FAR else found

    known = [(x, found) for x in samples if (found := at(x)) is not None]
    if len(known) < 2:
        return []
    straight = _between(known[0], known[-1])
    if straight is not None and _is_nearly_zero(at(straight)):
        return [straight]
    crossings = [pair for pair in pairwise(known) if pair[0][1] * pair[1][1] < 0]
    halved = [x for pair in crossings for x in _halved(at, pair[0][0], pair[1][0])]
    return [x for x, difference in known if difference == 0] + halved


def _edges_of_call(coefficients: Coefficients, call: Call) -> Iterator[Edge]:
    match (call.name, call.arguments):
        case ("piecewise", (table, x)):
            for start in _starts(coefficients, table):
                step = f"{call.source}, the row from {start.normalize():f}"
                yield _edge(coefficients, x, start, step)
        case ("after_linear", (x, threshold, _, cap)):
            yield _edge(coefficients, x, threshold)
            yield _edge(coefficients, call, cap)
        case ("clamp" | "min" | "max", (x, *bounds)):
            yield from (_edge(coefficients, x, bound) for bound in bounds)
        case ("abs", (x,)):
            yield _edge(coefficients, x, ZERO)
        case ("in", (x, *options)):
            for value in _numbers(coefficients, options):
                yield _edge(coefficients, x, value)


def _edges_of_chain(coefficients: Coefficients, chain: Chain) -> Iterator[Edge]:
    for link in chain.links:
        if link.operator in _COMPARISONS:
            yield _edge(coefficients, chain.first, link.operand)
        elif link.operator in ("/", "%"):
            yield _edge(coefficients, link.operand, ZERO)


def _starts(coefficients: Coefficients, table: Node) -> Sequence[Decimal]:
    known = constant_of(table, coefficients)
    try:
        return coefficients.steps(known.value).starts if known else []
    except UnfitValueError:
        return []


def _numbers(coefficients: Coefficients, options: Sequence[Node]) -> Iterator[Decimal]:
    for option in options:
        known = constant_of(option, coefficients)
        values = scalars_of(known.value) if known else []
        yield from (value for value in values if isinstance(value, Decimal))


def _edge(coefficients: Coefficients, left: Node, right: Node | Decimal, step: str = "") -> Edge:
    one, other = _side(coefficients, left), _side(coefficients, right)
    sides = [left] if isinstance(right, Decimal) else [left, right]
    return Edge(
        names=frozenset[str]().union(*map(names_in, sides)),
        difference=lambda row: _minus(one(row), other(row)),
        step=step,
        parts=sum(1 for side in sides for _ in walk(side)),
    )


def _side(coefficients: Coefficients, side: Node | Decimal) -> Side:
    if isinstance(side, Decimal):
        return lambda _: side
    whole = Formula(source=side.source, root=side)

    def value(row: Row) -> Decimal | None:
        try:
            found = evaluate_tree(whole, row, coefficients).value
        except FormulaRunError:
            return None
        return found if isinstance(found, Decimal) else None

    return value


def _from(name: str, value: Decimal) -> Side:
    def difference(row: Row) -> Decimal | None:
        known = row.get(name)
        return known - value if isinstance(known, Decimal) else None

    return difference


def _minus(left: Decimal | None, right: Decimal | None) -> Decimal | None:
    return None if left is None or right is None else left - right


def _between(one: tuple[Decimal, Decimal], other: tuple[Decimal, Decimal]) -> Decimal | None:
    """Return where the straight line through two points is 0."""
    (a, at_a), (b, at_b) = one, other
    return None if at_a == at_b else a - at_a * (b - a) / (at_b - at_a)


def _is_nearly_zero(difference: Decimal | None) -> bool:
    return difference is not None and difference.copy_abs() < NEARLY_ZERO


def _halved(at: Callable[[Decimal], Decimal | None], low: Decimal, high: Decimal) -> list[Decimal]:
    """Return both ends of the smallest span in which the sign changes."""
    sign = at(low)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        found = at(middle)
        if found is None or sign is None:
            break
        low, high = (middle, high) if found * sign > 0 else (low, middle)
    return [low, high]
