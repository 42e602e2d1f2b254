"""A formula as a tree."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

# Errors in formulas, with their position in the text.


class Position(NamedTuple):
    """A position in a formula's text; line and column start at 1."""

    line: int
    column: int


def position_of(text: str, offset: int) -> Position:
    """Return the position of the character of this offset."""
    line_start = text.rfind("\n", 0, offset) + 1
    return Position(line=text.count("\n", 0, offset) + 1, column=offset - line_start + 1)


class FormulaError(ValueError):
    """A formula cannot be read or computed. `detail` is one sentence for the formula's author."""

    def __init__(self, detail: str, position: Position) -> None:
        super().__init__(f"line {position.line}, column {position.column}: {detail}")
        self.detail = detail
        self.position = position


class FormulaSyntaxError(FormulaError):
    """The text is not a formula; raised when it is saved."""


class FormulaRunError(FormulaError):
    """The formula has no value for these variables; raised when it runs."""


class UnfitValueError(ValueError):
    """An operator or function cannot use this value; the evaluator adds the position."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A part of a formula: its position, its text and its depth."""

    position: Position
    source: str
    depth: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Literal(Node):
    value: Decimal | str | bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Variable(Node):
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Node):
    name: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unary(Node):
    """`-x` or `not x`."""

    operator: str
    operand: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    operator: str
    operand: Node
    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain(Node):
    """Operators of one precedence, computed from left to right: `a + b - c`.

    One node and not a tree, so that a long sum is not a deep formula.
    """

    first: Node
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Node):
    """`condition ? yes : no`."""

    condition: Node
    yes: Node
    no: Node


def parts_of(node: Node) -> tuple[Node, ...]:
    """Return the node's operands or arguments, in the order in which they are computed."""
    match node:
        case Call():
            return node.arguments
        case Unary():
            return (node.operand,)
        case Chain():
            return (node.first, *(link.operand for link in node.links))
        case Choice():
            return (node.condition, node.yes, node.no)
    return ()


def walk(node: Node, level: int = 0) -> Iterator[tuple[Node, int]]:
    """Yield all nodes, innermost first, with their level: 0 for the whole."""
    for part in parts_of(node):
        yield from walk(part, level + 1)
    yield node, level


# Limits of formulas: enough for any reward, too small to harm the server.


MAX_CHARACTERS = 4_000
MAX_DEPTH = 50
MAX_STEPS = 1_000
MAX_DIGITS = 30
MAX_COEFFICIENTS = 20_000  # characters of a formula's coefficients, as JSON
MAX_SETTINGS = 20_000  # characters of its settings, as JSON
