"""A formula as a tree."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from rewards.formula.errors import Position


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
