"""Formulas as Python functions: each is compiled once, and gives what its tree gives.

A compiled formula that gives up (`rewards.formula.writer`) is computed by its tree, which says why
and where it fails. So is a formula that has very many parts, or is too deep for Python's parser.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from decimal import Decimal, getcontext, setcontext
from functools import cached_property
from typing import Any, TypeVar

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
Function = Callable[[Variables], Any]
W = TypeVar("W", bound=Writer)

_GIVES_UP = (ArithmeticError, TypeError, ValueError)
_TOO_DEEP = (SyntaxError, RecursionError, MemoryError)


@contextmanager
def exact() -> Iterator[None]:
    """Compute with the decimal context of formulas: worth its 0.2 µs once around many formulas."""
    before = getcontext()
    setcontext(CONTEXT)
    try:
        yield
    finally:
        setcontext(before)


class CompiledFormula:
    """A formula with its coefficients.

    `value` computes it from the variables; one without a value is null. It raises `FormulaRunError`
    for division by zero, text in arithmetic or another unfit value, or more steps than the limit.
    """

    value: Function

    def __init__(self, formula: Formula, coefficients: Mapping[str, str]) -> None:
        self.formula = formula
        self.coefficients = Coefficients(coefficients)
        self._nodes = list(walk(formula.root))
        self._inner = [node for node, _ in self._nodes if not isinstance(node, Literal)]
        self.value = self._compiled(self._write) or self._value_by_tree

    def evaluation(self, variables: Variables) -> Evaluation:
        """Compute the formula, with the values of all computed parts.

        :raises FormulaRunError: as `value`.
        """
        if self._traced is None:
            return self._by_tree(variables)
        found: Evaluation = self._traced(variables)
        return found

    def _by_tree(self, variables: Variables) -> Evaluation:
        return evaluate_tree(self.formula, variables, self.coefficients)

    def _value_by_tree(self, variables: Variables) -> Value:
        return self._by_tree(variables).value

    @cached_property
    def _traced(self) -> Function | None:
        return self._compiled(self._write_traced)

    @cached_property
    def _parts(self) -> tuple[Part, ...]:
        return tuple(
            Part(source=node.source, position=node.position, level=level)
            for node, level in self._nodes
            if not isinstance(node, Literal)
        )

    def _compiled(self, write: Callable[[], Function]) -> Function | None:
        if len(self._nodes) > MAX_COMPILED:
            return None
        try:
            return write()
        except _TOO_DEEP:
            return None

    def _write(self) -> Function:
        """Compile the formula for variables that are not null, and for those that are."""
        tree = self._value_by_tree
        careful, quick = (self._writer(Writer, may_be_null=null) for null in (True, False))
        text = careful.value(self.formula.root).text
        careful.bound["instead"] = tree
        with_nulls = _function(careful, text)
        text = quick.value(self.formula.root).text
        quick.bound["instead"] = with_nulls
        return _function(quick, text, tree)

    def _write_traced(self) -> Function:
        writer = self._writer(_TracingWriter, may_be_null=True)
        names = [f"n{place}" for place in range(len(self._inner))]
        writer.names = dict(zip(map(id, self._inner), names, strict=True))
        text = writer.value(self.formula.root).text
        writer.bound |= {"instead": self._by_tree, "result": Evaluation, "parts": self._parts}
        text = f"result({text}, parts, ({', '.join([*names, ''])}))"
        return _function(writer, text, first=" = ".join([*names, "missing"]))

    def _writer(self, kind: type[W], *, may_be_null: bool) -> W:
        calls, constants = CallWriter(self.coefficients).write, constant_call(self.coefficients)
        return kind(constants, calls, may_be_null=may_be_null)


class _TracingWriter(Writer):
    """Keeps the value of each part in a variable of its own: `n0` is that of the first part."""

    names: Mapping[int, str]

    def kept(self, node: Node, code: Code) -> Code:
        name = self.names.get(id(node))
        return replace(code, text=f"({name} := {code.text})", name=name) if name else code


def evaluate(formula: Formula, variables: Variables, coefficients: Mapping[str, str]) -> Evaluation:
    """Compute a formula once; what is computed often is better compiled once.

    :raises FormulaRunError: as `CompiledFormula.value`.
    """
    return CompiledFormula(formula, coefficients).evaluation(variables)


def _function(
    writer: Writer, text: str, tree: Function | None = None, first: str = "pass"
) -> Function:
    """Compile a function of the variables that returns this expression.

    If a variable is not of the kind that the expression needs it calls `instead`, and if the
    expression gives up `tree`, which is `instead` if there is no other.
    """
    checks = (
        f"if {name}.__class__ is not {kind}{null}: return instead(variables)"
        for known, name in writer.variables.items()
        for kind, null in _kinds(writer, known, name)
    )
    source = "\n ".join(
        (
            "def formula(variables):",
            "if getcontext() is not CONTEXT: return alone(formula, variables)",
            first,
            *(
                f"{name} = variables.get({writer.bind(known)})"
                for known, name in writer.variables.items()
            ),
            *checks,
            f"try: return {text}",
            "except gives_up: return tree(variables)",
        )
    )
    space = {**_NAMES, **writer.bound, "tree": tree or writer.bound["instead"]}
    exec(compile(source, "<formula>", "exec"), space)  # noqa: S102 (source of our own writing)
    function: Function = space["formula"]
    return function


def _kinds(writer: Writer, known: str, name: str) -> Iterator[tuple[str, str]]:
    """Yield what a variable must be, and the condition under which it need not."""
    unless_null = f" and {name} is not None"
    if known in writer.numbers:
        yield "Decimal", unless_null if writer.may_be_null else ""
    if known in writer.truths:
        yield "bool", unless_null


def _alone(function: Function, variables: Variables) -> Any:
    before = getcontext()
    setcontext(CONTEXT)
    try:
        return function(variables)
    finally:
        setcontext(before)


def _unfit(*_: Value) -> Value:
    raise UnfitValueError


def _number(value: Value) -> Decimal | None:
    return None if value is None else number(value)


_NAMES: Mapping[str, Any] = {
    "CONTEXT": CONTEXT,
    "__builtins__": {},
    "alone": _alone,
    "Decimal": Decimal,
    "bisect": bisect_right,
    "bool": bool,
    "compare": compare,
    "getcontext": getcontext,
    "gives_up": _GIVES_UP,
    "missing": MISSING,
    "number": _number,
    "truth": truth,
    "unfit": _unfit,
}
