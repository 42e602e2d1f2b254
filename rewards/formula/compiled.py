"""Formulas as Python functions: each is compiled once, and gives what its tree gives.

A compiled formula that gives up (`rewards.formula.writer`) is computed by its tree, which says why
and where it fails. So is a formula that has very many parts, or is too deep for Python's parser.
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal, getcontext, setcontext
from functools import cached_property
from typing import Any

from rewards.formula.calls import CallWriter, constant_call
from rewards.formula.coefficients import Coefficients
from rewards.formula.errors import UnfitValueError
from rewards.formula.evaluator import MISSING, Evaluation, Part, evaluate_tree
from rewards.formula.limits import MAX_COMPILED
from rewards.formula.parser import Formula
from rewards.formula.tree import Literal, Node, walk
from rewards.formula.values import CONTEXT, Value, compare, number, truth
from rewards.formula.writer import Code, Writer

Variables = Mapping[str, Value]
Function = Callable[[Callable[[str], Value]], Any]

_GIVES_UP = (ArithmeticError, TypeError, ValueError)
_TOO_DEEP = (SyntaxError, RecursionError, MemoryError)


class CompiledFormula:
    """A formula with its coefficients."""

    def __init__(self, formula: Formula, coefficients: Mapping[str, str]) -> None:
        self.formula = formula
        self.coefficients = Coefficients(coefficients)
        self._nodes = list(walk(formula.root))

    def value(self, variables: Variables) -> Value:
        """Compute the formula. A variable without a value is null.

        :raises FormulaRunError: division by zero, text in arithmetic or another unfit value, or
            more steps than the limit.
        """
        before = getcontext()
        setcontext(CONTEXT)
        try:
            found: Value = self._function(variables.get)
        except _GIVES_UP:
            return self._by_tree(variables).value
        finally:
            setcontext(before)
        return found

    def evaluation(self, variables: Variables) -> Evaluation:
        """Compute the formula, with the values of all computed parts.

        :raises FormulaRunError: as `value`.
        """
        before = getcontext()
        setcontext(CONTEXT)
        try:
            value, values = self._traced(variables.get)
        except _GIVES_UP:
            return self._by_tree(variables)
        finally:
            setcontext(before)
        return Evaluation(value, self._parts, values)

    def _by_tree(self, variables: Variables) -> Evaluation:
        return evaluate_tree(self.formula, variables, self.coefficients)

    @cached_property
    def _function(self) -> Function:
        return self._compiled(self._write, self._give_up)

    @cached_property
    def _traced(self) -> Function:
        return self._compiled(self._write_traced, self._give_up)

    @cached_property
    def _parts(self) -> tuple[Part, ...]:
        return tuple(
            Part(source=node.source, position=node.position, level=level)
            for node, level in self._nodes
            if not isinstance(node, Literal)
        )

    def _compiled(self, write: Callable[[], Function], instead: Function) -> Function:
        if len(self._nodes) > MAX_COMPILED:
            return instead
        try:
            return write()
        except _TOO_DEEP:
            return instead

    def _give_up(self, get: Callable[[str], Value]) -> Any:
        raise UnfitValueError

    def _write(self) -> Function:
        """Compile the formula for variables that are not null, and for those that are."""
        calls, constants = CallWriter(self.coefficients).write, constant_call(self.coefficients)
        careful = Writer(constants, calls, may_be_null=True)
        with_nulls = _function(
            careful, f"return {careful.value(self.formula.root).text}", "unfit()"
        )
        quick = Writer(constants, calls, may_be_null=False)
        text = f"return {quick.value(self.formula.root).text}"
        quick.bound["with_nulls"] = with_nulls
        return _function(quick, text, "return with_nulls(get)")

    def _write_traced(self) -> Function:
        calls, constants = CallWriter(self.coefficients).write, constant_call(self.coefficients)
        nodes = [node for node, _ in self._nodes if not isinstance(node, Literal)]
        writer = _TracingWriter(constants, calls, nodes)
        text = writer.value(self.formula.root).text
        names = [f"n{place}" for place in range(len(nodes))]
        cleared = f"{' = '.join([*names, 'missing'])}"
        return _function(
            writer, f"{cleared}\n return {text}, ({', '.join([*names, ''])})", "unfit()"
        )


class _TracingWriter(Writer):
    """Keeps the value of each part in a variable of its own: `n0` is that of the first part."""

    def __init__(self, constants: Any, calls: Any, nodes: list[Node]) -> None:
        super().__init__(constants, calls, may_be_null=True)
        self._names = {id(node): f"n{place}" for place, node in enumerate(nodes)}

    def kept(self, node: Node, code: Code) -> Code:
        name = self._names.get(id(node))
        return replace(code, text=f"({name} := {code.text})", name=name) if name else code


def evaluate(formula: Formula, variables: Variables, coefficients: Mapping[str, str]) -> Evaluation:
    """Compute a formula once; what is computed often is better compiled once.

    :raises FormulaRunError: as `CompiledFormula.value`.
    """
    return CompiledFormula(formula, coefficients).evaluation(variables)


def _function(writer: Writer, body: str, otherwise: str) -> Function:
    """Compile a function that reads the variables and has this body.

    :param otherwise: what it does if a variable that must be a number is none.
    """
    lines = [f"{name} = get({writer.bind(known)})" for known, name in writer.variables.items()]
    for known, name in writer.variables.items():
        null = f" and {name} is not None" if writer.may_be_null else ""
        if known in writer.numbers:
            lines.append(f"if {name}.__class__ is not Decimal{null}: {otherwise}")
        if known in writer.truths:
            lines.append(f"if {name}.__class__ is not bool and {name} is not None: unfit()")
    source = "\n ".join(["def formula(get):", *lines, body])
    space = {**_NAMES, **writer.bound}
    exec(compile(source, "<formula>", "exec"), space)  # noqa: S102 (source of our own writing)
    function: Function = space["formula"]
    return function


def _unfit(*_: Value) -> Value:
    raise UnfitValueError


def _number(value: Value) -> Decimal | None:
    return None if value is None else number(value)


_NAMES: Mapping[str, Any] = {
    "__builtins__": {},
    "Decimal": Decimal,
    "bisect": bisect_right,
    "bool": bool,
    "compare": compare,
    "missing": MISSING,
    "number": _number,
    "truth": truth,
    "unfit": _unfit,
}
