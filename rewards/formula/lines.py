"""Lines of Python that assign the values of a formula's parts to names."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from typing import Any, NamedTuple

from rewards.formula.errors import Position
from rewards.formula.tree import Node
from rewards.formula.values import Value


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


class Lines:
    """The lines of one formula, and the names that they give.

    :param bound: values that the lines need, by name; here they are added.
    :param trace: the names for the values of the formula's parts, by the part's id.
    """

    def __init__(self, bound: dict[str, Any], trace: Mapping[int, str]) -> None:
        self.all: list[PythonLine] = []
        self._bound, self._trace, self._count, self._indent = bound, trace, 0, ""

    def bind(self, value: Any) -> str:
        name = f"k{len(self._bound)}"
        self._bound[name] = value
        return name

    def constant(self, value: Value) -> Operand:
        kind = type(value) if isinstance(value, Decimal | str | bool) else object
        return Operand(self.bind(value), kind, value is None, is_constant=True, value=value)

    def new_name(self, node: Node | None = None) -> str:
        """Return the name under which a node is traced, or another one."""
        self._count += 1
        return self._trace.get(id(node)) or f"t{self._count}"

    def line(self, text: str, at: Position) -> None:
        self.all.append(PythonLine(self._indent + text, at))

    def assign(
        self, name: str, text: str, at: Position, kind: type = Decimal, *, may_be_null: bool = True
    ) -> Operand:
        self.line(f"{name} = {text}", at)
        return Operand(name, kind, may_be_null)

    def assign_truth(self, name: str, text: str, at: Position) -> Operand:
        return self.assign(name, text, at, bool, may_be_null=False)

    def assign_number(
        self, name: str, text: str, at: Position, operands: Iterable[Operand]
    ) -> Operand:
        """Assign a number that is null if one of its operands is."""
        known = not_null(operands)
        text = f"{text} if {' and '.join(known)} else None" if known else text
        return self.assign(name, text, at, may_be_null=bool(known))

    def traced(self, node: Node, operand: Operand) -> Operand:
        """Copy the value to the name that the trace reads, if there is one."""
        name = self._trace.get(id(node), operand.name)
        if name != operand.name:
            self.line(f"{name} = {operand.name}", node.position)
        return operand._replace(name=name)

    @contextmanager
    def block(self, header: str, at: Position) -> Iterator[None]:
        self.line(header, at)
        self._indent += " "
        yield
        self._indent = self._indent[1:]


def not_null(operands: Iterable[Operand]) -> list[str]:
    return [f"{each.name} is not None" for each in operands if each.may_be_null]


def called(function: str, arguments: Iterable[Operand]) -> str:
    return f"{function}({', '.join(each.name for each in arguments)})"


def kind_of(operands: Sequence[Operand]) -> type:
    """Return the kind of a value that is one of these."""
    kinds = {each.kind for each in operands if not each.is_null}
    return kinds.pop() if len(kinds) == 1 else object
