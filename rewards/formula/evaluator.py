"""Computes a formula's tree, from the parts to the whole, and keeps the value of each part."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import DecimalException
from functools import partial
from typing import Any, NamedTuple

from rewards.formula import values
from rewards.formula.functions import FUNCTIONS, Coefficients
from rewards.formula.parser import Formula
from rewards.formula.tree import (
    MAX_STEPS,
    Call,
    Chain,
    Choice,
    FormulaRunError,
    Literal,
    Node,
    Position,
    Unary,
    UnfitValueError,
    Variable,
    walk,
)
from rewards.formula.values import Value

Variables = Mapping[str, Value]

_OPERATORS: Mapping[str, values.Operator] = {
    "+": values.add,
    "-": values.subtract,
    "*": values.multiply,
    "/": values.divide,
    "%": values.remainder,
    **{sign: partial(values.compare, sign) for sign in ("==", "!=", "<", "<=", ">", ">=")},
}


class Subvalue(NamedTuple):
    """A part of the formula that is not a literal, and its value. The whole has level 0."""

    source: str
    position: Position
    level: int
    value: Value


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A formula's value, and those of its parts that were computed."""

    value: Value
    computed: Sequence[tuple[Node, Value]]
    levels: Mapping[int, int]

    @property
    def trace(self) -> tuple[Subvalue, ...]:
        """The values of all computed parts, innermost first."""
        return tuple(
            Subvalue(node.source, node.position, self.levels[id(node)], value)
            for node, value in self.computed
        )


class ReadyFormula:
    """A formula with its coefficients, ready to be computed with any variables."""

    def __init__(self, formula: Formula, coefficients: Mapping[str, str]) -> None:
        self.formula = formula
        self._coefficients = Coefficients(coefficients)
        nodes = list(walk(formula.root))
        self._levels = {id(node): level for node, level in nodes}
        self._too_far = nodes[MAX_STEPS][0].position if len(nodes) > MAX_STEPS else None

    def value(self, variables: Variables) -> Value:
        """Compute the formula; a variable without a value is null.

        :raises FormulaRunError: division by zero, text in arithmetic or another unfit value, or
            more steps than the limit.
        """
        return self._computed(variables)[0]

    def evaluation(self, variables: Variables) -> Evaluation:
        """Compute the formula, with the values of all computed parts; fails as `value`."""
        value, run = self._computed(variables)
        return Evaluation(value, run.computed, self._levels)

    def _computed(self, variables: Variables) -> "tuple[Value, _Run]":
        if self._too_far:
            raise FormulaRunError(f"the formula takes more than {MAX_STEPS} steps", self._too_far)
        run = _Run(variables, self._coefficients)
        try:
            return run.value(self.formula.root), run
        except UnfitValueError as error:
            raise FormulaRunError(str(error), run.at) from error
        except DecimalException as error:
            detail = "the numbers are too large, or have no such result"
            raise FormulaRunError(detail, run.at) from error


class _Run:
    """One calculation; `at` is the place of the step that is computed."""

    def __init__(self, variables: Variables, coefficients: Coefficients) -> None:
        self.computed: list[tuple[Node, Value]] = []
        self.at = Position(line=1, column=1)
        self._variables, self._coefficients = variables, coefficients

    def value(self, node: Node) -> Value:
        """Compute a part, after the parts that it needs."""
        if isinstance(node, Literal):
            return node.value
        value = _COMPUTE[type(node)](self, node)
        self.computed.append((node, value))
        return value

    def variable(self, node: Variable) -> Value:
        return self._variables.get(node.name)

    def call(self, node: Call) -> Value:
        if node.name == "coalesce":
            return self._first_known(node.arguments)
        arguments = [self.value(argument) for argument in node.arguments]
        self.at = node.position
        return FUNCTIONS[node.name].body(self._coefficients, *arguments)

    def unary(self, node: Unary) -> Value:
        if node.operator == "not":
            return not self._is_true(node.operand)
        operand = self.value(node.operand)
        self.at = node.position
        return values.minus(operand)

    def chain(self, node: Chain) -> Value:
        sign = node.links[0].operator
        if sign in ("and", "or"):
            return self._decided(node, sign == "or")
        value = self.value(node.first)
        for link in node.links:
            right = self.value(link.operand)
            self.at = link.position
            value = _OPERATORS[link.operator](value, right)
        return value

    def choice(self, node: Choice) -> Value:
        return self.value(node.yes if self._is_true(node.condition) else node.no)

    def _first_known(self, nodes: Sequence[Node]) -> Value:
        """Compute parts until one is not null."""
        for node in nodes:
            if (value := self.value(node)) is not None:
                return value
        return None

    def _decided(self, node: Chain, deciding: bool) -> bool:
        """Compute conditions until one has the value that decides the whole."""
        for operand in (node.first, *(link.operand for link in node.links)):
            if self._is_true(operand) is deciding:
                return deciding
        return not deciding

    def _is_true(self, node: Node) -> bool:
        value = self.value(node)
        self.at = node.position
        return values.truth(value)


_COMPUTE: Mapping[type[Node], Callable[[_Run, Any], Value]] = {
    Call: _Run.call,
    Chain: _Run.chain,
    Choice: _Run.choice,
    Unary: _Run.unary,
    Variable: _Run.variable,
}
