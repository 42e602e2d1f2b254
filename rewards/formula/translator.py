"""Translates a formula's tree into Python, line by line.

Each part of a formula becomes a line that assigns its value to a name, and has the part's position:
so a traceback names the place of what fails, and the trace of a calculation is the values of these
names. Only conditions nest, so neither a long nor a deep formula reaches a limit of Python.

The lines have only what this module and `lines` make. Values of the formula are bound to names
(`k0`); its texts and names are never Python code.
"""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from decimal import Decimal
from functools import partial

from rewards.formula.coefficients import Coefficients, Steps
from rewards.formula.errors import UnfitValueError
from rewards.formula.functions import FUNCTIONS, members
from rewards.formula.limits import MAX_CHARACTERS
from rewards.formula.lines import Lines, Operand, called, kind_of, not_null
from rewards.formula.tree import Call, Chain, Choice, Literal, Node, Unary, Variable

_HELPERS = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "%": "remainder"}
_GOES_ON = {"and": "if {}:", "or": "if not {}:", "coalesce": "if {} is None:"}
_NUMBERS_FROM = {"coeff": 1, "in": MAX_CHARACTERS, "piecewise": 1}  # of their arguments
_RESULTS = {"coeff": object, "in": bool}


class Translator:
    """Translates one formula into lines.

    :param variables: Python's names of the formula's variables; here they are added.
    :param assumes_numbers: variables in the place of numbers have numbers, not null: the caller
        must check those in `numbers`. Python's operators then compute what otherwise helpers do.
    """

    def __init__(
        self,
        lines: Lines,
        coefficients: Coefficients,
        variables: dict[str, str],
        *,
        assumes_numbers: bool,
    ) -> None:
        self.numbers = set[str]()
        self._lines, self._coefficients = lines, coefficients
        self._variables, self._assumes_numbers = variables, assumes_numbers

    def value(self, node: Node, *, as_number: bool = False) -> Operand:
        """Compute a node; `as_number`: it is needed as a number."""
        match node:
            case Literal():
                return self._lines.constant(node.value)
            case Variable():
                return self._lines.traced(node, self._variable(node, as_number))
            case Call():
                return self._lines.traced(node, self._call(node))
            case Unary():
                return self._unary(node)
            case Chain():
                return self._chain(node)
            case Choice():
                return self._choice(node, as_number)
        raise TypeError(f"no such node: {node!r}")

    def _variable(self, node: Variable, as_number: bool) -> Operand:
        name = self._variables.setdefault(node.name, f"v{len(self._variables)}")
        if as_number and self._assumes_numbers:
            self.numbers.add(name)
            return Operand(name, Decimal, may_be_null=False)
        return Operand(name)

    def _unary(self, node: Unary) -> Operand:
        at, name = node.position, self._lines.new_name(node)
        if node.operator == "not":
            condition = self._condition(node.operand)
            return self._lines.assign_truth(name, f"not {condition.name}", at)
        operand = self.value(node.operand, as_number=True)
        if operand.kind is Decimal:
            return self._lines.assign_number(name, f"-{operand.name}", at, [operand])
        return self._lines.assign(name, f"minus({operand.name})", at)

    def _condition(self, node: Node) -> Operand:
        """Compute a condition, of which null counts as false."""
        operand = self.value(node)
        if operand.kind is bool and not operand.may_be_null:
            return operand
        return self._lines.assign_truth(
            self._lines.new_name(), f"truth({operand.name})", node.position
        )

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
            name = self._lines.new_name(node if link is node.links[-1] else None)
            may_be_zero = sign in "/%" and not (right.is_constant and right.value)
            if result.kind is right.kind is Decimal and not may_be_zero:
                text = f"{result.name} {sign} {right.name}"
                result = self._lines.assign_number(name, text, link.position, [result, right])
            else:
                text = f"{_HELPERS[sign]}({result.name}, {right.name})"
                result = self._lines.assign(name, text, link.position)
        return result

    def _comparison(self, node: Chain) -> Operand:
        """Compare two values; a variable is a number if the other value is one."""
        (link,) = node.links
        name, is_order = self._lines.new_name(node), link.operator not in ("==", "!=")
        left = self.value(node.first, as_number=is_order or _is_number(link.operand))
        right = self.value(link.operand, as_number=is_order or left.kind is Decimal)
        text = _compared(link.operator, left, right)
        return self._lines.assign_truth(name, text, link.position)

    def _one_by_one(
        self, node: Node, operands: Sequence[Node], compute: Callable[[Node], Operand], sign: str
    ) -> tuple[str, list[Operand]]:
        """Compute operands into one name, for as long as its value does not decide."""
        at, name, found = node.position, self._lines.new_name(node), list[Operand]()
        for operand in operands:
            with self._lines.block(_GOES_ON[sign].format(name), at) if found else nullcontext():
                found.append(compute(operand))
                self._lines.line(f"{name} = {found[-1].name}", at)
        return name, found

    def _choice(self, node: Choice, as_number: bool) -> Operand:
        name, found = self._lines.new_name(node), list[Operand]()
        condition = self._condition(node.condition)
        for header, branch in ((f"if {condition.name}:", node.yes), ("else:", node.no)):
            with self._lines.block(header, node.position):
                found.append(self.value(branch, as_number=as_number))
                self._lines.line(f"{name} = {found[-1].name}", node.position)
        return Operand(name, kind_of(found), any(each.may_be_null for each in found))

    def _call(self, node: Call) -> Operand:
        if node.name == "coalesce":
            name, found = self._one_by_one(node, node.arguments, self.value, node.name)
            return Operand(name, kind_of(found), all(each.may_be_null for each in found))
        arguments = [
            self.value(argument, as_number=place >= _NUMBERS_FROM.get(node.name, 0))
            for place, argument in enumerate(node.arguments)
        ]
        body = partial(FUNCTIONS[node.name].body, self._coefficients)
        if node.name == "coeff" and arguments[0].is_constant:
            try:
                return self._lines.constant(body(arguments[0].value))
            except (ArithmeticError, UnfitValueError):
                pass  # it fails when it runs, if it is computed
        return self._known_call(node, arguments) or self._lines.assign(
            self._lines.new_name(node),
            called(self._lines.bind(body), arguments),
            node.position,
            _RESULTS.get(node.name, Decimal),
            may_be_null=node.name != "in",
        )

    def _known_call(self, node: Call, arguments: Sequence[Operand]) -> Operand | None:
        """Call a function for what is known of its arguments; None: by its body, as any values."""
        function, at = FUNCTIONS[node.name], node.position
        if node.name == "in" and all(each.is_constant for each in arguments[1:]):
            is_member = members(self._coefficients, [each.value for each in arguments[1:]])
            text = called(self._lines.bind(is_member), arguments[:1])
            return self._lines.assign_truth(self._lines.new_name(node), text, at)
        if node.name == "piecewise" and (steps := self._steps(arguments[0])):
            text = called(self._lines.bind(steps.at), arguments[1:])
            return self._lines.assign(self._lines.new_name(node), text, at)
        required, optional = arguments[: function.required], arguments[function.required :]
        are_fit = all(each.kind is Decimal for each in required) and all(
            each.kind is Decimal or each.is_null for each in optional
        )
        if function.of_numbers is None or not are_fit:
            return None
        text = called(self._lines.bind(function.of_numbers), arguments)
        return self._lines.assign_number(self._lines.new_name(node), text, at, required)

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
        return " and ".join([*not_null([left, right]), text])
    if sign == "==" and right.is_constant and right.kind is str:
        return text
    if sign == "==" and right.is_constant and right.kind is bool:
        return f"{left.name} is {right.name}"
    return f"compare({sign!r}, {left.name}, {right.name})"


def _is_number(node: Node) -> bool:
    return isinstance(node, Literal) and isinstance(node.value, Decimal)
