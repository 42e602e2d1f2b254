"""Translates a formula's tree into Python's own syntax tree (`ast`), statement by statement.

Each part of a formula becomes an assignment to a name of its own, with the part's line and column.
So a traceback names the place of what fails, and the trace of a calculation is the values of these
names. The statements are flat: only conditions nest, so neither a long nor a deep formula reaches a
limit of Python's compiler.

The tree has only what this module makes. Values of the formula are bound to names (`k0`); its texts
and names are never Python code.
"""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from enum import Enum
from functools import partial
from typing import Any, NamedTuple, TypedDict

from rewards.formula.coefficients import Coefficients, Steps
from rewards.formula.errors import Position, UnfitValueError
from rewards.formula.functions import FUNCTIONS, members
from rewards.formula.limits import MAX_CHARACTERS
from rewards.formula.tree import Call, Chain, Choice, Link, Literal, Node, Unary, Variable
from rewards.formula.values import Value

_OPERATORS: Mapping[str, type[ast.operator]] = {
    "+": ast.Add, "-": ast.Sub, "*": ast.Mult, "/": ast.Div, "%": ast.Mod
}  # fmt: skip
_COMPARISONS: Mapping[str, type[ast.cmpop]] = {
    "==": ast.Eq, "!=": ast.NotEq, "<": ast.Lt, "<=": ast.LtE, ">": ast.Gt, ">=": ast.GtE
}  # fmt: skip


class ValueKind(Enum):
    """What is known of a value before it is computed."""

    ANY = "any"
    NUMBER = "number"
    TEXT = "text"
    TRUTH = "truth"


_HELPERS = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "%": "remainder"}
_KINDS = {Decimal: ValueKind.NUMBER, str: ValueKind.TEXT, bool: ValueKind.TRUTH}
_NUMBERS_FROM = {"coeff": 1, "in": MAX_CHARACTERS, "piecewise": 1}  # of their arguments
_RESULTS = {"coeff": ValueKind.ANY, "in": ValueKind.TRUTH}


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
    end_lineno: int
    end_col_offset: int


def place_of(position: Position) -> PythonPlace:
    """Return a position as Python's tree has it: columns start at 0."""
    line, column = position.line, position.column - 1
    return PythonPlace(lineno=line, col_offset=column, end_lineno=line, end_col_offset=column)


class Translator:
    """Translates one formula into the statements of `body`.

    :param bound: values that the statements need, by name; here they are added.
    :param variables: Python's names of the formula's variables; here they are added.
    :param trace: the names for the values of the formula's parts, by the part's id.
    :param assumes_numbers: variables in the place of numbers have numbers, not null: the caller
        must check those in `numbers`. Python's operators then compute what otherwise helpers do.
    """

    def __init__(
        self,
        coefficients: Coefficients,
        bound: dict[str, Any],
        variables: dict[str, str],
        trace: Mapping[int, str],
        *,
        assumes_numbers: bool,
    ) -> None:
        self.body: list[ast.stmt] = []
        self.variables, self.numbers = variables, set[str]()
        self._coefficients, self._bound, self._trace = coefficients, bound, trace
        self._assumes_numbers, self._count = assumes_numbers, 0

    def value(self, node: Node, *, as_number: bool = False) -> Operand:
        """Compute a node; `as_number`: it is needed as a number."""
        match node:
            case Literal():
                return self._constant(node.value)
            case Variable():
                return self._traced(node, self._variable(node, as_number))
            case Call():
                return self._traced(node, self._call(node, as_number))
            case Unary():
                return self._unary(node)
            case Chain():
                return self._chain(node)
            case Choice():
                return self._choice(node, as_number)
        raise TypeError(f"no such node: {node!r}")

    # --- Names --------------------------------------------------------------------------------

    def _bind(self, value: Any) -> str:
        name = f"k{len(self._bound)}"
        self._bound[name] = value
        return name

    def _constant(self, value: Value) -> Operand:
        kind = _KINDS.get(type(value), ValueKind.ANY)
        return Operand(self._bind(value), kind, value is None, is_constant=True, value=value)

    def _new_name(self, node: Node | None = None) -> str:
        """Return the name under which a node is traced, or another one."""
        self._count += 1
        return self._trace.get(id(node)) or f"t{self._count}"

    def _assign(self, name: str, value: ast.expr, at: PythonPlace) -> None:
        self.body.append(ast.Assign([ast.Name(name, ast.Store(), **at)], value, **at))

    def _traced(self, node: Node, operand: Operand) -> Operand:
        """Copy the value to the name that the trace reads, if there is one."""
        name = self._trace.get(id(node), operand.name)
        if name != operand.name:
            at = place_of(node.position)
            self._assign(name, _load(operand, at), at)
        return operand._replace(name=name)

    def _stored(self, name: str, result: "_Result", at: PythonPlace) -> Operand:
        self._assign(name, result.expression, at)
        return Operand(name, result.kind, result.may_be_null)

    # --- Nodes --------------------------------------------------------------------------------

    def _variable(self, node: Variable, as_number: bool) -> Operand:
        name = self.variables.setdefault(node.name, f"v{len(self.variables)}")
        if as_number and self._assumes_numbers:
            self.numbers.add(name)
            return Operand(name, ValueKind.NUMBER, may_be_null=False)
        return Operand(name)

    def _unary(self, node: Unary) -> Operand:
        at, name = place_of(node.position), self._new_name(node)
        if node.operator == "not":
            negated = ast.UnaryOp(ast.Not(), _load(self._condition(node.operand), at), **at)
            return self._stored(name, _Result(negated, ValueKind.TRUTH), at)
        operand = self.value(node.operand, as_number=True)
        if operand.kind is ValueKind.NUMBER:
            negative = ast.UnaryOp(ast.USub(), _load(operand, at), **at)
            return self._stored(name, _unless_null([operand], negative, at), at)
        return self._stored(name, _number(_call("minus", [operand], at)), at)

    def _condition(self, node: Node) -> Operand:
        """Compute a condition, of which null counts as false."""
        operand = self.value(node)
        if operand.kind is ValueKind.TRUTH and not operand.may_be_null:
            return operand
        at = place_of(node.position)
        truth = _Result(_call("truth", [operand], at), ValueKind.TRUTH)
        return self._stored(self._new_name(), truth, at)

    def _chain(self, node: Chain) -> Operand:
        sign = node.links[0].operator
        if sign in ("and", "or"):
            return self._logic(node, sign)
        if sign in _COMPARISONS:
            return self._comparison(node)
        result = self.value(node.first, as_number=True)
        for link in node.links:
            operand = self.value(link.operand, as_number=True)
            name = self._new_name(node if link is node.links[-1] else None)
            at = place_of(link.position)
            result = self._stored(name, _operated(link, result, operand, at), at)
        return result

    def _logic(self, node: Chain, sign: str) -> Operand:
        """Compute conditions until one decides."""
        operands = [node.first, *(link.operand for link in node.links)]
        name, _ = self._one_by_one(node, operands, self._condition, sign)
        return Operand(name, ValueKind.TRUTH, may_be_null=False)

    def _one_by_one(
        self, node: Node, operands: Sequence[Node], compute: Callable[[Node], Operand], sign: str
    ) -> tuple[str, list[Operand]]:
        """Compute operands into one name, for as long as its value does not decide."""
        at, name, found = place_of(node.position), self._new_name(node), list[Operand]()
        for operand in operands:
            with self._block() as computed:
                found.append(compute(operand))
                self._assign(name, _load(found[-1], at), at)
            is_first = len(found) == 1
            self.body += (
                computed if is_first else [ast.If(_goes_on(sign, name, at), computed, [], **at)]
            )
        return name, found

    @contextmanager
    def _block(self) -> Iterator[list[ast.stmt]]:
        """Collect the statements that are translated within."""
        before, self.body = self.body, []
        yield self.body
        self.body = before

    def _comparison(self, node: Chain) -> Operand:
        (link,) = node.links
        at, name = place_of(link.position), self._new_name(node)
        left, right = self._sides(node.first, link)
        result = _Result(_compared(link.operator, left, right, at), ValueKind.TRUTH)
        return self._stored(name, result, at)

    def _sides(self, first: Node, link: Link) -> tuple[Operand, Operand]:
        """Compute two values to compare; a variable is a number if the other value is one."""
        ordered = link.operator not in ("==", "!=")
        left = self.value(first, as_number=ordered or _is_number(link.operand))
        return left, self.value(link.operand, as_number=ordered or left.kind is ValueKind.NUMBER)

    def _choice(self, node: Choice, as_number: bool) -> Operand:
        at, name = place_of(node.position), self._new_name(node)
        condition, found, branches = self._condition(node.condition), [], []
        for branch in (node.yes, node.no):
            with self._block() as computed:
                found.append(self.value(branch, as_number=as_number))
                self._assign(name, _load(found[-1], at), at)
            branches.append(computed)
        self.body.append(ast.If(_load(condition, at), branches[0], branches[1], **at))
        may_be_null = any(each.may_be_null for each in found)
        return Operand(name, _kind_of(found), may_be_null)

    # --- Calls --------------------------------------------------------------------------------

    def _call(self, node: Call, as_number: bool) -> Operand:
        if node.name == "coalesce":
            return self._coalesce(node)
        arguments = [
            self.value(argument, as_number=place >= _NUMBERS_FROM.get(node.name, 0))
            for place, argument in enumerate(node.arguments)
        ]
        body = partial(FUNCTIONS[node.name].body, self._coefficients)
        if node.name == "coeff" and arguments[0].is_constant:
            try:
                return self._constant(body(arguments[0].value))
            except (ArithmeticError, UnfitValueError):
                pass  # it fails when it runs, if it is computed
        at = place_of(node.position)
        known = self._known_call(node, arguments, at)
        if known is None:
            kind = _RESULTS.get(node.name, ValueKind.NUMBER)
            called = _call(self._bind(body), arguments, at)
            known = _Result(called, kind, may_be_null=node.name != "in")
        return self._stored(self._new_name(node), known, at)

    def _known_call(
        self, node: Call, arguments: Sequence[Operand], at: PythonPlace
    ) -> "_Result | None":
        """Call a function for what is known of its arguments; None: by its body, as any values."""
        function = FUNCTIONS[node.name]
        if node.name == "in" and all(each.is_constant for each in arguments[1:]):
            member = self._bind(members(self._coefficients, [each.value for each in arguments[1:]]))
            return _Result(_call(member, arguments[:1], at), ValueKind.TRUTH)
        if node.name == "piecewise" and (steps := self._steps(arguments[0])):
            return _number(_call(self._bind(steps.at), arguments[1:], at))
        required, optional = arguments[: function.required], arguments[function.required :]
        are_fit = all(each.kind is ValueKind.NUMBER for each in required) and all(
            each.kind is ValueKind.NUMBER or each.is_null for each in optional
        )
        if function.of_numbers is None or not are_fit:
            return None
        called = _call(self._bind(function.of_numbers), arguments, at)
        return _unless_null(required, called, at)

    def _steps(self, table: Operand) -> Steps | None:
        """Return the table of `piecewise`, if it is constant and has no fault."""
        if not table.is_constant or table.is_null:
            return None
        try:
            return self._coefficients.steps(table.value)
        except (ArithmeticError, UnfitValueError):
            return None  # it fails when it runs, if it is computed

    def _coalesce(self, node: Call) -> Operand:
        """Compute arguments until one is not null."""
        name, found = self._one_by_one(node, node.arguments, self.value, "coalesce")
        may_be_null = all(each.may_be_null for each in found)
        return Operand(name, _kind_of(found), may_be_null)


class _Result(NamedTuple):
    """An expression that computes a value of this kind."""

    expression: ast.expr
    kind: ValueKind
    may_be_null: bool = False


def _number(expression: ast.expr) -> _Result:
    return _Result(expression, ValueKind.NUMBER, may_be_null=True)


def _kind_of(operands: Sequence[Operand]) -> ValueKind:
    """Return the kind of a value that is one of these."""
    kinds = {each.kind for each in operands if not each.is_null}
    return kinds.pop() if len(kinds) == 1 else ValueKind.ANY


def _is_number(node: Node) -> bool:
    return isinstance(node, Literal) and isinstance(node.value, Decimal)


def _operated(link: Link, left: Operand, right: Operand, at: PythonPlace) -> _Result:
    """Compute an operator of arithmetic; where the values are surely fit, by Python's own."""
    are_numbers = left.kind is right.kind is ValueKind.NUMBER
    may_be_zero = link.operator in "/%" and not (right.is_constant and right.value)
    if not are_numbers or may_be_zero:
        return _number(_call(_HELPERS[link.operator], [left, right], at))
    operator = _OPERATORS[link.operator]()
    computed = ast.BinOp(_load(left, at), operator, _load(right, at), **at)
    return _unless_null([left, right], computed, at)


def _compared(sign: str, left: Operand, right: Operand, at: PythonPlace) -> ast.expr:
    """Compare two values; with null it is false."""
    if left.kind is right.kind is ValueKind.NUMBER:
        nulls = [each for each in (left, right) if each.may_be_null]
        compared = _compare(sign, left, right, at)
        return (
            ast.BoolOp(ast.And(), [*(_is_not_null(each, at) for each in nulls), compared], **at)
            if nulls
            else compared
        )
    if sign == "==" and right.is_constant and right.kind is ValueKind.TEXT:
        return _compare(sign, left, right, at)
    if sign == "==" and right.is_constant and right.kind is ValueKind.TRUTH:
        return ast.Compare(_load(left, at), [ast.Is()], [_load(right, at)], **at)
    return _call("compare", [left, right], at, first=ast.Constant(sign, **at))


def _goes_on(sign: str, name: str, at: PythonPlace) -> ast.expr:
    """Return the condition under which the next operand is computed."""
    value = ast.Name(name, ast.Load(), **at)
    match sign:
        case "and":
            return value
        case "or":
            return ast.UnaryOp(ast.Not(), value, **at)
    return ast.Compare(value, [ast.Is()], [ast.Constant(None, **at)], **at)


def _unless_null(operands: Iterable[Operand], computed: ast.expr, at: PythonPlace) -> _Result:
    """Return a number that is null if an operand is."""
    nulls = [each for each in operands if each.may_be_null]
    if not nulls:
        return _Result(computed, ValueKind.NUMBER)
    known = [_is_not_null(each, at) for each in nulls]
    test = ast.BoolOp(ast.And(), known, **at) if len(known) > 1 else known[0]
    return _number(ast.IfExp(test, computed, ast.Constant(None, **at), **at))


def _is_not_null(operand: Operand, at: PythonPlace) -> ast.expr:
    return ast.Compare(_load(operand, at), [ast.IsNot()], [ast.Constant(None, **at)], **at)


def _compare(sign: str, left: Operand, right: Operand, at: PythonPlace) -> ast.expr:
    return ast.Compare(_load(left, at), [_COMPARISONS[sign]()], [_load(right, at)], **at)


def _load(operand: Operand, at: PythonPlace) -> ast.expr:
    return ast.Name(operand.name, ast.Load(), **at)


def _call(
    function: str, operands: Iterable[Operand], at: PythonPlace, first: ast.expr | None = None
) -> ast.expr:
    arguments = [*([first] if first else []), *(_load(each, at) for each in operands)]
    return ast.Call(ast.Name(function, ast.Load(), **at), arguments, [], **at)
