"""Translates a formula's tree into Python's own syntax tree (`ast`), statement by statement.

Each part of a formula becomes an assignment to a name of its own, with the part's line and column.
So a traceback names the place of what fails, and the trace of a calculation is the values of these
names. The statements are flat: only conditions nest, so neither a long nor a deep formula reaches a
limit of Python's compiler.

The tree has only what this module makes. Values of the formula are bound to names (`k0`); its texts
and names are never Python code.
"""

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from functools import partial
from typing import Any

from rewards.formula.coefficients import Coefficients, Steps
from rewards.formula.errors import UnfitValueError
from rewards.formula.expressions import (
    COMPARISONS,
    KINDS,
    Computed,
    Operand,
    PythonPlace,
    ValueKind,
    call,
    compared,
    computed_number,
    goes_on,
    kind_of,
    load,
    operated,
    place_of,
    unless_null,
)
from rewards.formula.functions import FUNCTIONS, members
from rewards.formula.limits import MAX_CHARACTERS
from rewards.formula.tree import Call, Chain, Choice, Link, Literal, Node, Unary, Variable
from rewards.formula.values import Value

_NUMBERS_FROM = {"coeff": 1, "in": MAX_CHARACTERS, "piecewise": 1}  # of their arguments
_RESULTS = {"coeff": ValueKind.ANY, "in": ValueKind.TRUTH}


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
                return self._traced(node, self._call(node))
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
        kind = KINDS.get(type(value), ValueKind.ANY)
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
            self._assign(name, load(operand, at), at)
        return operand._replace(name=name)

    def _stored(self, name: str, result: Computed, at: PythonPlace) -> Operand:
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
            negated = ast.UnaryOp(ast.Not(), load(self._condition(node.operand), at), **at)
            return self._stored(name, Computed(negated, ValueKind.TRUTH), at)
        operand = self.value(node.operand, as_number=True)
        if operand.kind is ValueKind.NUMBER:
            negative = ast.UnaryOp(ast.USub(), load(operand, at), **at)
            return self._stored(name, unless_null([operand], negative, at), at)
        return self._stored(name, computed_number(call("minus", [operand], at)), at)

    def _condition(self, node: Node) -> Operand:
        """Compute a condition, of which null counts as false."""
        operand = self.value(node)
        if operand.kind is ValueKind.TRUTH and not operand.may_be_null:
            return operand
        at = place_of(node.position)
        truth = Computed(call("truth", [operand], at), ValueKind.TRUTH)
        return self._stored(self._new_name(), truth, at)

    def _chain(self, node: Chain) -> Operand:
        sign = node.links[0].operator
        if sign in ("and", "or"):
            return self._logic(node, sign)
        if sign in COMPARISONS:
            return self._comparison(node)
        result = self.value(node.first, as_number=True)
        for link in node.links:
            operand = self.value(link.operand, as_number=True)
            name = self._new_name(node if link is node.links[-1] else None)
            at = place_of(link.position)
            result = self._stored(name, operated(link, result, operand, at), at)
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
                self._assign(name, load(found[-1], at), at)
            is_first = len(found) == 1
            self.body += (
                computed if is_first else [ast.If(goes_on(sign, name, at), computed, [], **at)]
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
        result = Computed(compared(link.operator, left, right, at), ValueKind.TRUTH)
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
                self._assign(name, load(found[-1], at), at)
            branches.append(computed)
        self.body.append(ast.If(load(condition, at), branches[0], branches[1], **at))
        may_be_null = any(each.may_be_null for each in found)
        return Operand(name, kind_of(found), may_be_null)

    # --- Calls --------------------------------------------------------------------------------

    def _call(self, node: Call) -> Operand:
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
            called = call(self._bind(body), arguments, at)
            known = Computed(called, kind, may_be_null=node.name != "in")
        return self._stored(self._new_name(node), known, at)

    def _known_call(
        self, node: Call, arguments: Sequence[Operand], at: PythonPlace
    ) -> Computed | None:
        """Call a function for what is known of its arguments; None: by its body, as any values."""
        function = FUNCTIONS[node.name]
        if node.name == "in" and all(each.is_constant for each in arguments[1:]):
            member = self._bind(members(self._coefficients, [each.value for each in arguments[1:]]))
            return Computed(call(member, arguments[:1], at), ValueKind.TRUTH)
        if node.name == "piecewise" and (steps := self._steps(arguments[0])):
            return computed_number(call(self._bind(steps.at), arguments[1:], at))
        required, optional = arguments[: function.required], arguments[function.required :]
        are_fit = all(each.kind is ValueKind.NUMBER for each in required) and all(
            each.kind is ValueKind.NUMBER or each.is_null for each in optional
        )
        if function.of_numbers is None or not are_fit:
            return None
        called = call(self._bind(function.of_numbers), arguments, at)
        return unless_null(required, called, at)

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
        return Operand(name, kind_of(found), may_be_null)


def _is_number(node: Node) -> bool:
    return isinstance(node, Literal) and isinstance(node.value, Decimal)
