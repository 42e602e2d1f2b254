"""Writes a formula as one Python expression over exact decimals.

The expression may give up, but it never has another value than the tree: what fails, and what is of
a kind that was not expected, raises an exception, and the tree is computed instead
(`rewards.formula.compiled`), which says what is wrong and where. So no code here makes error texts.

The source has only what this module writes. Values, texts and names of the formula are bound
beside it (`k0`, `v0`), never written into it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum
from typing import Any

from rewards.formula.tree import Call, Chain, Choice, Literal, Node, Unary, Variable
from rewards.formula.values import Value


class Kind(Enum):
    """What is known of a value before it is computed; it may be null as well."""

    ANY = "any"
    NUMBER = "number"
    TEXT = "text"
    TRUTH = "truth"


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """An expression. `name` is what it can be read by again, once it was computed.

    `is_plain`: to compute it has no effect, and cannot fail.
    """

    text: str
    kind: Kind = Kind.ANY
    may_be_null: bool = True
    name: str = ""
    constant: Value = None

    @property
    def is_plain(self) -> bool:
        return self.text == self.name

    @property
    def is_constant(self) -> bool:
        return self.is_plain and self.name.startswith("k")


class Writer:
    """Writes the expression of a tree; `bound` are the values that it needs.

    :param constant_call: returns the value of a call if it is always the same, in a list; else [].
    :param write_call: writes the other calls but those of `coalesce`.
    :param may_be_null: whether variables may be null; where not, arithmetic needs no checks.
    """

    def __init__(
        self,
        constant_call: Callable[[Call], list[Value]],
        write_call: "Callable[[Writer, Call], Code]",
        *,
        may_be_null: bool,
    ) -> None:
        self.constant_call = constant_call
        self.write_call = write_call
        self.may_be_null = may_be_null
        self.bound: dict[str, Any] = {}
        self.variables: dict[str, str] = {}
        self.numbers: set[str] = set()
        self.truths: set[str] = set()
        self._count = 0

    # --- Values -------------------------------------------------------------------------------

    def value(self, node: Node) -> Code:
        """Write a value of any kind."""
        return self.kept(node, self._written(node))

    def number(self, node: Node) -> Code:
        """Write a value that must be a number, or null."""
        match node:
            case Literal():
                return self._as_number(self.value(node))
            case Variable():
                self.numbers.add(node.name)
                code = replace(self._variable(node), kind=Kind.NUMBER, may_be_null=self.may_be_null)
            case Choice():
                code = self._choice(node, self.number)
            case Call(name="coalesce"):
                code = self.coalesce(node, self.number)
            case _:
                return self._as_number(self.value(node))
        return self.kept(node, code)

    def condition(self, node: Node) -> str:
        """Write a condition, which is true or false: null counts as false."""
        if isinstance(node, Variable):
            self.truths.add(node.name)
            return f"({self.value(node).text} is True)"
        code = self.value(node)
        if code.kind is Kind.TRUTH:
            return f"({code.text} is True)" if code.may_be_null else code.text
        return f"truth({code.text})"

    def kept(self, node: Node, code: Code) -> Code:
        """Return the code with which the node's value is traced."""
        return code

    def constant(self, value: Value) -> Code:
        """Bind a value."""
        name = f"k{len(self.bound)}"
        self.bound[name] = value
        kind = {Decimal: Kind.NUMBER, str: Kind.TEXT, bool: Kind.TRUTH}.get(type(value), Kind.ANY)
        return Code(text=name, name=name, kind=kind, may_be_null=value is None, constant=value)

    def bind(self, value: Any) -> str:
        """Bind a value that formulas do not have, and return its name."""
        name = f"k{len(self.bound)}"
        self.bound[name] = value
        return name

    def held(self, code: Code) -> Code:
        """Return the code so that it can be read again by its name."""
        if code.name:
            return code
        self._count += 1
        name = f"t{self._count}"
        return replace(code, text=f"({name} := {code.text})", name=name)

    def unless_null(self, operands: Sequence[Code], result: Callable[..., str], null: str) -> str:
        """Write `result` of the operands' names; `null` if one is null. All are computed.

        They are computed from left to right, and before the result.
        """
        held = [self.held(code) for code in operands]
        checks = [
            f"({code.text} is None)" for code in held if code.may_be_null or not code.is_plain
        ]
        whole = result(*(code.name for code in held))
        return f"({null} if {' | '.join(checks)} else {whole})" if checks else f"({whole})"

    def applied(self, operands: Sequence[Code], result: Callable[..., str]) -> Code:
        """Write a number that is computed from numbers, and is null if one of them is."""
        may_be_null = any(code.may_be_null for code in operands)
        return Code(
            text=self.unless_null(operands, result, "None"),
            kind=Kind.NUMBER,
            may_be_null=may_be_null,
        )

    # --- Nodes --------------------------------------------------------------------------------

    def _written(self, node: Node) -> Code:
        match node:
            case Literal():
                return self.constant(node.value)
            case Variable():
                return self._variable(node)
            case Call():
                return self._call(node)
            case Unary():
                return self._unary(node)
            case Chain():
                return self._chain(node)
            case Choice():
                return self._choice(node, self.value)
        raise TypeError(f"no such node: {node!r}")

    def _variable(self, node: Variable) -> Code:
        name = self.variables.setdefault(node.name, f"v{len(self.variables)}")
        return Code(text=name, name=name)

    def _as_number(self, code: Code) -> Code:
        if code.kind is Kind.NUMBER:
            return code
        if code.is_constant and code.constant is None:
            return replace(code, kind=Kind.NUMBER)
        text, null = ("number", True) if code.kind is Kind.ANY else ("unfit", False)
        return Code(text=f"{text}({code.text})", kind=Kind.NUMBER, may_be_null=null)

    def _call(self, node: Call) -> Code:
        known = self.constant_call(node)
        if known:
            return self.constant(known[0])
        if node.name == "coalesce":
            return self.coalesce(node, self.value)
        return self.write_call(self, node)

    def coalesce(self, node: Call, read: Callable[[Node], Code]) -> Code:
        """Write the first value that is not null; later ones are not computed."""
        codes = [self.held(read(argument)) for argument in node.arguments]
        text = "None"
        for code in reversed(codes):
            text = f"({code.name} if {code.text} is not None else {text})"
            if not code.may_be_null:
                text = code.text
        kinds = {code.kind for code in codes}
        null = all(code.may_be_null for code in codes)
        return Code(text=text, kind=kinds.pop() if len(kinds) == 1 else Kind.ANY, may_be_null=null)

    def _unary(self, node: Unary) -> Code:
        if node.operator == "not":
            text = f"(not {self.condition(node.operand)})"
            return Code(text=text, kind=Kind.TRUTH, may_be_null=False)
        return self.applied([self.number(node.operand)], "-{}".format)

    def _choice(self, node: Choice, read: Callable[[Node], Code]) -> Code:
        condition, yes, no = self.condition(node.condition), read(node.yes), read(node.no)
        return Code(
            text=f"({yes.text} if {condition} else {no.text})",
            kind=yes.kind if yes.kind is no.kind else Kind.ANY,
            may_be_null=yes.may_be_null or no.may_be_null,
        )

    def _chain(self, node: Chain) -> Code:
        sign = node.links[0].operator
        if sign in ("and", "or"):
            operands = (node.first, *(link.operand for link in node.links))
            text = f" {sign} ".join(map(self.condition, operands))
            return Code(text=f"({text})", kind=Kind.TRUTH, may_be_null=False)
        if sign in "+-*/%":
            return self._arithmetic(node)
        return Code(text=self._comparison(node), kind=Kind.TRUTH, may_be_null=False)

    def _arithmetic(self, node: Chain) -> Code:
        first, *others = [
            self.number(part) for part in (node.first, *(link.operand for link in node.links))
        ]
        signs = [link.operator for link in node.links]
        if not any(code.may_be_null for code in (first, *others)):
            signed = (f" {sign} {code.text}" for sign, code in zip(signs, others, strict=True))
            return Code(
                text=f"({first.text}{''.join(signed)})", kind=Kind.NUMBER, may_be_null=False
            )
        for sign, code in zip(signs, others, strict=True):
            first = self.applied([first, code], f"{{}} {sign} {{}}".format)
        return first

    def _comparison(self, node: Chain) -> str:
        (link,) = node.links
        if link.operator in ("==", "!="):
            return self._equality(link.operator, *self._alike(node.first, link.operand))
        left, right = self.number(node.first), self.number(link.operand)
        if not left.may_be_null and not right.may_be_null:
            return f"({left.text} {link.operator} {right.text})"
        return self.unless_null([left, right], f"{{}} {link.operator} {{}}".format, "False")

    def _alike(self, left: Node, right: Node) -> tuple[Code, Code]:
        """Write two values that are compared; a variable is a number if the other value is one."""
        codes = {}
        for one, other in ((left, right), (right, left)):
            if not isinstance(one, Variable):
                codes[id(one)] = self.value(one)
            elif not isinstance(other, Variable) and self.value(other).kind is Kind.NUMBER:
                codes[id(one)] = self.number(one)
            else:
                codes[id(one)] = self.value(one)
        return codes[id(left)], codes[id(right)]

    def _equality(self, sign: str, left: Code, right: Code) -> str:
        if sign == "==" and right.is_constant and right.kind is Kind.TEXT:
            return f"({left.text} == {right.text})"
        if sign == "==" and right.is_constant and right.kind is Kind.TRUTH:
            return f"({left.text} is {right.text})"
        kinds = {left.kind, right.kind}
        if len(kinds) == 1 and Kind.ANY not in kinds:
            return self.unless_null([left, right], f"{{}} {sign} {{}}".format, "False")
        return f"compare({self.bind(sign)}, {left.text}, {right.text})"
