"""Computes the value of a tree with the variables of one activity."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import DecimalException

from rewards.formula.errors import FormulaRunError, Position, UnfitValueError
from rewards.formula.functions import FUNCTIONS, Coefficients
from rewards.formula.limits import MAX_STEPS
from rewards.formula.parser import Formula
from rewards.formula.tree import Call, Chain, Choice, Link, Literal, Node, Unary, Variable
from rewards.formula.values import CONTEXT, Value, compare, number, truth

_ARITHMETIC = {
    "+": CONTEXT.add,
    "-": CONTEXT.subtract,
    "*": CONTEXT.multiply,
    "/": CONTEXT.divide,
    "%": CONTEXT.remainder,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Subvalue:
    """The value of a part of the formula."""

    source: str
    position: Position
    value: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """A formula's value, and the values of all computed parts, innermost first."""

    value: Value
    trace: tuple[Subvalue, ...]


def evaluate(
    formula: Formula, variables: Mapping[str, Value], coefficients: Coefficients
) -> Evaluation:
    """Compute a formula.

    A variable without a value is null.

    :raises FormulaRunError: division by zero, text in arithmetic or another unfit value, or more
        steps than the limit.
    """
    run = _Run(variables=variables, coefficients=coefficients)
    value = run.value(formula.root)
    return Evaluation(value=value, trace=tuple(run.trace))


@dataclass(slots=True, kw_only=True)
class _Run:
    variables: Mapping[str, Value]
    coefficients: Coefficients
    trace: list[Subvalue] = field(default_factory=list)
    steps: int = 0

    def value(self, node: Node) -> Value:
        self.count_step(node.position)
        if isinstance(node, Literal):
            return node.value
        value = self.computed(node)
        self.trace.append(Subvalue(source=node.source, position=node.position, value=value))
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
