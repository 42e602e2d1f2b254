"""Python expressions over values that were computed before and have names.

Where the values are known to be fit, an expression uses Python's own operators; else it calls a
function of `values`, which checks them. Each node has the place of the formula's part.
"""

import ast
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from enum import Enum
from typing import NamedTuple, TypedDict

from rewards.formula.errors import Position
from rewards.formula.tree import Link
from rewards.formula.values import Value

_OPERATORS: Mapping[str, type[ast.operator]] = {
    "+": ast.Add, "-": ast.Sub, "*": ast.Mult, "/": ast.Div, "%": ast.Mod
}  # fmt: skip
COMPARISONS: Mapping[str, type[ast.cmpop]] = {
    "==": ast.Eq, "!=": ast.NotEq, "<": ast.Lt, "<=": ast.LtE, ">": ast.Gt, ">=": ast.GtE
}  # fmt: skip


class ValueKind(Enum):
    """What is known of a value before it is computed."""

    ANY = "any"
    NUMBER = "number"
    TEXT = "text"
    TRUTH = "truth"


_HELPERS = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "%": "remainder"}
KINDS = {Decimal: ValueKind.NUMBER, str: ValueKind.TEXT, bool: ValueKind.TRUTH}


class Operand(NamedTuple):
    """A computed value: the name that has it, its kind, whether it may be null."""

    name: str
    kind: ValueKind = ValueKind.ANY
    may_be_null: bool = True
    is_constant: bool = False
    value: Value = None

    @property
    def is_null(self) -> bool:
        return self.is_constant and self.value is None


class PythonPlace(TypedDict):
    """Where a node of Python's tree is in the formula's text."""

    lineno: int
    col_offset: int


def place_of(position: Position) -> PythonPlace:
    """Return a position as Python's tree has it: columns start at 0."""
    return {"lineno": position.line, "col_offset": position.column - 1}


class Computed(NamedTuple):
    """An expression of Python that computes a value of this kind."""

    expression: ast.expr
    kind: ValueKind
    may_be_null: bool = False


def computed_number(expression: ast.expr) -> Computed:
    return Computed(expression, ValueKind.NUMBER, may_be_null=True)


def kind_of(operands: Sequence[Operand]) -> ValueKind:
    """Return the kind of a value that is one of these."""
    kinds = {each.kind for each in operands if not each.is_null}
    return kinds.pop() if len(kinds) == 1 else ValueKind.ANY


def operated(link: Link, left: Operand, right: Operand, at: PythonPlace) -> Computed:
    """Compute an operator of arithmetic; where the values are surely fit, by Python's own."""
    are_numbers = left.kind is right.kind is ValueKind.NUMBER
    may_be_zero = link.operator in "/%" and not (right.is_constant and right.value)
    if not are_numbers or may_be_zero:
        return computed_number(call(_HELPERS[link.operator], [left, right], at))
    operator = _OPERATORS[link.operator]()
    computed = ast.BinOp(load(left, at), operator, load(right, at), **at)
    return unless_null([left, right], computed, at)


def compared(sign: str, left: Operand, right: Operand, at: PythonPlace) -> ast.expr:
    """Compare two values; with null it is false."""
    if left.kind is right.kind is ValueKind.NUMBER:
        known = [_is_not_null(each, at) for each in (left, right) if each.may_be_null]
        return _all([*known, _compare(sign, left, right, at)], at)
    if sign == "==" and right.is_constant and right.kind is ValueKind.TEXT:
        return _compare(sign, left, right, at)
    if sign == "==" and right.is_constant and right.kind is ValueKind.TRUTH:
        return ast.Compare(load(left, at), [ast.Is()], [load(right, at)], **at)
    return call("compare", [left, right], at, first=ast.Constant(sign, **at))


def goes_on(sign: str, name: str, at: PythonPlace) -> ast.expr:
    """Return the condition under which the next operand is computed."""
    value = ast.Name(name, ast.Load(), **at)
    match sign:
        case "and":
            return value
        case "or":
            return ast.UnaryOp(ast.Not(), value, **at)
    return ast.Compare(value, [ast.Is()], [ast.Constant(None, **at)], **at)


def unless_null(operands: Iterable[Operand], computed: ast.expr, at: PythonPlace) -> Computed:
    """Return a number that is null if an operand is."""
    nulls = [each for each in operands if each.may_be_null]
    if not nulls:
        return Computed(computed, ValueKind.NUMBER)
    test = _all([_is_not_null(each, at) for each in nulls], at)
    return computed_number(ast.IfExp(test, computed, ast.Constant(None, **at), **at))


def _all(conditions: list[ast.expr], at: PythonPlace) -> ast.expr:
    return ast.BoolOp(ast.And(), conditions, **at) if len(conditions) > 1 else conditions[0]


def _is_not_null(operand: Operand, at: PythonPlace) -> ast.expr:
    return ast.Compare(load(operand, at), [ast.IsNot()], [ast.Constant(None, **at)], **at)


def _compare(sign: str, left: Operand, right: Operand, at: PythonPlace) -> ast.expr:
    return ast.Compare(load(left, at), [COMPARISONS[sign]()], [load(right, at)], **at)


def load(operand: Operand, at: PythonPlace) -> ast.expr:
    return ast.Name(operand.name, ast.Load(), **at)


def call(
    function: str, operands: Iterable[Operand], at: PythonPlace, first: ast.expr | None = None
) -> ast.expr:
    arguments = [*([first] if first else []), *(load(each, at) for each in operands)]
    return ast.Call(ast.Name(function, ast.Load(), **at), arguments, [], **at)
