"""Computes the value of a tree with the variables of one activity."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import DecimalException
from typing import Any, NamedTuple

from rewards.formula.coefficients import Coefficients
from rewards.formula.errors import FormulaRunError, Position, UnfitValueError
from rewards.formula.functions import FUNCTIONS
from rewards.formula.limits import MAX_STEPS
from rewards.formula.parser import Formula
from rewards.formula.tree import Call, Chain, Choice, Link, Literal, Node, Unary, Variable
from rewards.formula.values import CONTEXT, Value, compare, number, truth

MISSING = object()
"""The value of a part that was not computed."""

_ARITHMETIC = {
    "+": CONTEXT.add,
    "-": CONTEXT.subtract,
    "*": CONTEXT.multiply,
    "/": CONTEXT.divide,
    "%": CONTEXT.remainder,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of the formula that is not a literal; the whole has level 0, its parts 1."""

    source: str
    position: Position
    level: int = 0


class Subvalue(NamedTuple):
    """A part of the formula, and its value."""

    part: Part
    value: Value

    @property
    def source(self) -> str:
        return self.part.source

    @property
    def position(self) -> Position:
        return self.part.position

    @property
    def level(self) -> int:
        return self.part.level


class Evaluation:
    """A formula's value, and the values of its parts."""

    __slots__ = ("_parts", "_values", "value")

    def __init__(self, value: Value, parts: Sequence[Part], values: Sequence[Any]) -> None:
        self.value, self._parts, self._values = value, parts, values

    @property
    def trace(self) -> tuple[Subvalue, ...]:
        """The values of all computed parts, innermost first."""
        values = map(Subvalue, self._parts, self._values)
        return tuple(value for value in values if value[1] is not MISSING)


def evaluate_tree(
    formula: Formula, variables: Mapping[str, Value], coefficients: Coefficients
) -> Evaluation:
    """Compute a formula by its tree, and say where it fails.

    A variable without a value is null.

    :raises FormulaRunError: division by zero, text in arithmetic or another unfit value, or more
        steps than the limit.
    """
    run = _Run(variables=variables, coefficients=coefficients)
    value = run.value(formula.root)
    return Evaluation(value, run.parts, run.values)


@dataclass(slots=True, kw_only=True)
class _Run:
    variables: Mapping[str, Value]
    coefficients: Coefficients
    parts: list[Part] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)
    steps: int = 0
    level: int = -1

    def value(self, node: Node) -> Value:
        self.count_step(node.position)
        if isinstance(node, Literal):
            return node.value
        self.level += 1
        value = self.computed(node)
        self.parts.append(Part(source=node.source, position=node.position, level=self.level))
        self.values.append(value)
        self.level -= 1
        return value

    def count_step(self, position: Position) -> None:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise FormulaRunError(f"the formula takes more than {MAX_STEPS} steps", position)

    def computed(self, node: Node) -> Value:
        match node:
            case Variable():
                return self.variables.get(node.name)
            case Call():
                return self.call(node)
            case Unary():
                return self.unary(node)
            case Chain():
                return self.chain(node)
            case Choice():
                return self.value(node.yes if self.condition(node.condition) else node.no)
        raise TypeError(f"no such node: {node!r}")

    def condition(self, node: Node) -> bool:
        value = self.value(node)
        with _at(node.position):
            return truth(value)

    def call(self, node: Call) -> Value:
        if node.name == "coalesce":
            return self.coalesce(node)
        arguments = [self.value(argument) for argument in node.arguments]
        with _at(node.position):
            return FUNCTIONS[node.name].body(self.coefficients, arguments)

    def coalesce(self, node: Call) -> Value:
        values = (self.value(argument) for argument in node.arguments)
        return next((value for value in values if value is not None), None)

    def unary(self, node: Unary) -> Value:
        if node.operator == "not":
            return not self.condition(node.operand)
        value = self.value(node.operand)
        with _at(node.position):
            return None if value is None else CONTEXT.minus(number(value))

    def chain(self, node: Chain) -> Value:
        if node.links[0].operator in ("and", "or"):
            return self.logic(node)
        value = self.value(node.first)
        for link in node.links:
            operand = self.value(link.operand)
            with _at(link.position):
                value = _operate(link, value, operand)
        return value

    def logic(self, node: Chain) -> bool:
        decisive = node.links[0].operator == "or"
        operands = (node.first, *(link.operand for link in node.links))
        return decisive is any(self.condition(operand) is decisive for operand in operands)


def _operate(link: Link, left: Value, right: Value) -> Value:
    if link.operator not in _ARITHMETIC:
        return compare(link.operator, left, right)
    if left is None or right is None:
        return None
    if link.operator in ("/", "%") and number(right) == 0:
        raise UnfitValueError("division by zero")
    return _ARITHMETIC[link.operator](number(left), number(right))


@contextmanager
def _at(position: Position) -> Iterator[None]:
    try:
        yield
    except UnfitValueError as error:
        raise FormulaRunError(str(error), position) from error
    except DecimalException as error:
        detail = "the numbers are too large, or have no such result"
        raise FormulaRunError(detail, position) from error
