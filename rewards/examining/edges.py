"""Edges of a formula: values of a variable at which a part of it passes a number.

Such a part is compared with the number, divided by (0), or given to a function together with it;
the whole passes 0. Edges are searched between samples, by halving.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Any

from rewards.formula import CompiledFormula, FormulaError, Value, parse
from rewards.formula.tree import Call, Chain, Node, Variable, parts_of, walk
from rewards.formula.values import ZERO, from_json, read_json

Row = Mapping[str, Any]

TINY = Decimal("1e-9")  # how near an edge is found
_COMPARISONS = frozenset(("==", "!=", "<", "<=", ">", ">="))


class FormulaPart:
    """A part of a formula, calculated alone; `constants` are what it may pass or be equal to."""

    def __init__(
        self, source: str, coefficients: Mapping[str, str], constants: Iterable[Value] = ()
    ) -> None:
        self.constants = list(constants)
        self.numbers = sorted({each for each in self.constants if isinstance(each, Decimal)})
        try:
            formula = parse(source, None)
        except FormulaError:  # it is too long alone, as the difference of two sides may be
            formula = parse("null", None)
        self.names = _names(formula.root)
        self.value = CompiledFormula(formula, coefficients).value

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


def parts_in(
    text: Any, coefficients: Mapping[str, str], results: Sequence[Value] = ()
) -> Iterator[FormulaPart]:
    """Yield the parts of an expression or of a checked `__where`.

    :param results: numbers that the result of an expression may pass.
    """
    sources: defaultdict[str, list[Value]] = defaultdict(lambda: [ZERO])
    if isinstance(text, str):
        root = parse(text, None).root
        sources[root.source] += results
        for node, _ in walk(root):
            for source, constants in _sources(node, coefficients):
                sources[source] += constants
    elif text is not None:
        for name, wanted in text.items():
            sources[name] += _scalars(from_json(wanted))
    for source, known in sources.items():
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
    try:
        value = FormulaPart(source, coefficients).value({})
        yield from _scalars(read_json(value) if isinstance(value, str) else value)
    except (FormulaError, ArithmeticError):  # a part that fails, or a number that is too large
        return


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
