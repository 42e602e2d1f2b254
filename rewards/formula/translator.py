"""Translates a formula's tree into Python, line by line.

Each part of a formula becomes a line that assigns its value to a name, and has the part's position:
so a traceback names the place of what fails, and the trace of a calculation is the values of these
names. Only conditions nest, so neither a long nor a deep formula reaches a limit of Python.

The lines have only what this module makes. Values of the formula are bound to names (`k0`); its
texts and names are never Python code.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from decimal import Decimal
from functools import partial
from typing import Any, NamedTuple

from rewards.formula.coefficients import Coefficients, Steps
from rewards.formula.errors import Position, UnfitValueError
from rewards.formula.functions import FUNCTIONS, members
from rewards.formula.limits import MAX_CHARACTERS
from rewards.formula.tree import Call, Chain, Choice, Literal, Node, Unary, Variable
from rewards.formula.values import Value

_HELPERS = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "%": "remainder"}
_GOES_ON = {"and": "if {}:", "or": "if not {}:", "coalesce": "if {} is None:"}
_NUMBERS_FROM = {"coeff": 1, "in": MAX_CHARACTERS, "piecewise": 1}  # of their arguments
_RESULTS = {"coeff": object, "in": bool}


class PythonLine(NamedTuple):
    """A line of Python, and the position in the formula of what it computes."""

    text: str
    position: Position


class Operand(NamedTuple):
    """A computed value: the name that has it, and what is known of it before it is computed.

    `kind` is Decimal, str, bool, or object: any value. `value` is that of a constant.
    """

    name: str
    kind: type = object
    may_be_null: bool = True
    is_constant: bool = False
    value: Value = None

    @property
    def is_null(self) -> bool:
        return self.is_constant and self.value is None


class Translator:
    """Translates one formula into `lines`.

    :param bound: values that the lines need, by name; here they are added.
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
        self.lines: list[PythonLine] = []
        self.numbers = set[str]()
        self._coefficients, self._bound = coefficients, bound
        self._variables, self._trace = variables, trace
        self._assumes_numbers, self._count, self._indent = assumes_numbers, 0, ""

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

    # --- Names and lines ----------------------------------------------------------------------

    def _bind(self, value: Any) -> str:
        name = f"k{len(self._bound)}"
        self._bound[name] = value
        return name

    def _constant(self, value: Value) -> Operand:
        kind = type(value) if isinstance(value, Decimal | str | bool) else object
        return Operand(self._bind(value), kind, value is None, is_constant=True, value=value)

    def _new_name(self, node: Node | None = None) -> str:
        """Return the name under which a node is traced, or another one."""
        self._count += 1
        return self._trace.get(id(node)) or f"t{self._count}"

    def _line(self, text: str, at: Position) -> None:
        self.lines.append(PythonLine(self._indent + text, at))

    def _assign(
        self, name: str, text: str, at: Position, kind: type = Decimal, *, may_be_null: bool = True
    ) -> Operand:
        self._line(f"{name} = {text}", at)
        return Operand(name, kind, may_be_null)

    def _assign_truth(self, name: str, text: str, at: Position) -> Operand:
        return self._assign(name, text, at, bool, may_be_null=False)

    def _assign_number(
        self, name: str, text: str, at: Position, operands: Iterable[Operand]
    ) -> Operand:
        """Assign a number that is null if one of its operands is."""
        known = _not_null(operands)
        text = f"{text} if {' and '.join(known)} else None" if known else text
        return self._assign(name, text, at, may_be_null=bool(known))

    def _traced(self, node: Node, operand: Operand) -> Operand:
        """Copy the value to the name that the trace reads, if there is one."""
        name = self._trace.get(id(node), operand.name)
        if name != operand.name:
            self._line(f"{name} = {operand.name}", node.position)
        return operand._replace(name=name)

    @contextmanager
    def _block(self, header: str, at: Position) -> Iterator[None]:
        self._line(header, at)
        self._indent += " "
        yield
        self._indent = self._indent[1:]

    # --- Nodes --------------------------------------------------------------------------------

    def _variable(self, node: Variable, as_number: bool) -> Operand:
        name = self._variables.setdefault(node.name, f"v{len(self._variables)}")
        if as_number and self._assumes_numbers:
            self.numbers.add(name)
            return Operand(name, Decimal, may_be_null=False)
        return Operand(name)

    def _unary(self, node: Unary) -> Operand:
        at, name = node.position, self._new_name(node)
        if node.operator == "not":
            condition = self._condition(node.operand)
            return self._assign_truth(name, f"not {condition.name}", at)
        operand = self.value(node.operand, as_number=True)
        if operand.kind is Decimal:
            return self._assign_number(name, f"-{operand.name}", at, [operand])
        return self._assign(name, f"minus({operand.name})", at)

    def _condition(self, node: Node) -> Operand:
        """Compute a condition, of which null counts as false."""
        operand = self.value(node)
        if operand.kind is bool and not operand.may_be_null:
            return operand
        return self._assign_truth(self._new_name(), f"truth({operand.name})", node.position)

    def _chain(self, node: Chain) -> Operand:
        sign = node.links[0].operator
        if sign in _GOES_ON:
            operands = [node.first, *(link.operand for link in node.links)]
            name, _ = self._one_by_one(node, operands, self._condition, sign)
            return Operand(name, bool, may_be_null=False)
        return self._arithmetic(node) if sign in _HELPERS else self._comparison(node)

    def _arithmetic(self, node: Chain) -> Operand:
        """Compute by Python's operators where the values are surely fit."""
        result = self.value(node.first, as_number=True)
        for link in node.links:
            right, sign = self.value(link.operand, as_number=True), link.operator
            name = self._new_name(node if link is node.links[-1] else None)
            may_be_zero = sign in "/%" and not (right.is_constant and right.value)
            if result.kind is right.kind is Decimal and not may_be_zero:
                text = f"{result.name} {sign} {right.name}"
                result = self._assign_number(name, text, link.position, [result, right])
            else:
                text = f"{_HELPERS[sign]}({result.name}, {right.name})"
                result = self._assign(name, text, link.position)
        return result

    def _comparison(self, node: Chain) -> Operand:
        """Compare two values; a variable is a number if the other value is one."""
        (link,) = node.links
        name, is_order = self._new_name(node), link.operator not in ("==", "!=")
        left = self.value(node.first, as_number=is_order or _is_number(link.operand))
        right = self.value(link.operand, as_number=is_order or left.kind is Decimal)
        text = _compared(link.operator, left, right)
        return self._assign_truth(name, text, link.position)

    def _one_by_one(
        self, node: Node, operands: Sequence[Node], compute: Callable[[Node], Operand], sign: str
    ) -> tuple[str, list[Operand]]:
        """Compute operands into one name, for as long as its value does not decide."""
        at, name, found = node.position, self._new_name(node), list[Operand]()
        for operand in operands:
            with self._block(_GOES_ON[sign].format(name), at) if found else nullcontext():
                found.append(compute(operand))
                self._line(f"{name} = {found[-1].name}", at)
        return name, found

    def _choice(self, node: Choice, as_number: bool) -> Operand:
        name, found = self._new_name(node), list[Operand]()
        condition = self._condition(node.condition)
        for header, branch in ((f"if {condition.name}:", node.yes), ("else:", node.no)):
            with self._block(header, node.position):
                found.append(self.value(branch, as_number=as_number))
                self._line(f"{name} = {found[-1].name}", node.position)
        return Operand(name, _kind_of(found), any(each.may_be_null for each in found))

    def _call(self, node: Call) -> Operand:
        if node.name == "coalesce":
            name, found = self._one_by_one(node, node.arguments, self.value, node.name)
            return Operand(name, _kind_of(found), all(each.may_be_null for each in found))
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
        return self._known_call(node, arguments) or self._assign(
            self._new_name(node),
            _called(self._bind(body), arguments),
            node.position,
            _RESULTS.get(node.name, Decimal),
            may_be_null=node.name != "in",
        )

    def _known_call(self, node: Call, arguments: Sequence[Operand]) -> Operand | None:
        """Call a function for what is known of its arguments; None: by its body, as any values."""
        function, at = FUNCTIONS[node.name], node.position
        if node.name == "in" and all(each.is_constant for each in arguments[1:]):
            is_member = members(self._coefficients, [each.value for each in arguments[1:]])
            text = _called(self._bind(is_member), arguments[:1])
            return self._assign_truth(self._new_name(node), text, at)
        if node.name == "piecewise" and (steps := self._steps(arguments[0])):
            text = _called(self._bind(steps.at), arguments[1:])
            return self._assign(self._new_name(node), text, at)
        required, optional = arguments[: function.required], arguments[function.required :]
        are_fit = all(each.kind is Decimal for each in required) and all(
            each.kind is Decimal or each.is_null for each in optional
        )
        if function.of_numbers is None or not are_fit:
            return None
        text = _called(self._bind(function.of_numbers), arguments)
        return self._assign_number(self._new_name(node), text, at, required)

    def _steps(self, table: Operand) -> Steps | None:
        """Return the table of `piecewise`, if it is constant and has no fault."""
        if not table.is_constant or table.is_null:
            return None
        try:
            return self._coefficients.steps(table.value)
        except (ArithmeticError, UnfitValueError):
            return None  # it fails when it runs, if it is computed


def _compared(sign: str, left: Operand, right: Operand) -> str:
    """Return the comparison of two values; with null it is false."""
    text = f"{left.name} {sign} {right.name}"
    if left.kind is right.kind is Decimal:
        return " and ".join([*_not_null([left, right]), text])
    if sign == "==" and right.is_constant and right.kind is str:
        return text
    if sign == "==" and right.is_constant and right.kind is bool:
        return f"{left.name} is {right.name}"
    return f"compare({sign!r}, {left.name}, {right.name})"


def _not_null(operands: Iterable[Operand]) -> list[str]:
    return [f"{each.name} is not None" for each in operands if each.may_be_null]


def _called(function: str, arguments: Iterable[Operand]) -> str:
    return f"{function}({', '.join(each.name for each in arguments)})"


def _kind_of(operands: Sequence[Operand]) -> type:
    """Return the kind of a value that is one of these."""
    kinds = {each.kind for each in operands if not each.is_null}
    return kinds.pop() if len(kinds) == 1 else object


def _is_number(node: Node) -> bool:
    return isinstance(node, Literal) and isinstance(node.value, Decimal)
