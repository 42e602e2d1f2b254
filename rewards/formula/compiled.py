"""Formulas as Python functions: each is translated once, and compiled for values or for a trace."""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal, DecimalException, getcontext, setcontext
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from rewards.formula import values
from rewards.formula.coefficients import Coefficients
from rewards.formula.errors import FormulaRunError, Position, UnfitValueError
from rewards.formula.limits import MAX_QUICK, MAX_STEPS
from rewards.formula.parser import Formula
from rewards.formula.translator import Translator
from rewards.formula.tree import Literal, walk
from rewards.formula.values import CONTEXT, Value

Variables = Mapping[str, Value]
Function = Callable[[Variables], Any]

MISSING = object()
"""The value of a part that was not computed."""

_FRAME = """
def formula(variables):
    if getcontext() is not CONTEXT:
        return alone(formula, variables)
    try:
        pass
    except failures as error:
        raise located(error)
"""


@contextmanager
def exact() -> Iterator[None]:
    """Compute with the decimal context of formulas: worth its 0.2 µs once around many formulas."""
    before = getcontext()
    setcontext(CONTEXT)
    try:
        yield
    finally:
        setcontext(before)


class Subvalue(NamedTuple):
    """A part of the formula that is not a literal, and its value. The whole has level 0."""

    source: str
    position: Position
    level: int
    value: Value


Part = tuple[str, Position, int]


class Evaluation:
    """A formula's value, and the values of its parts."""

    __slots__ = ("_parts", "_values", "value")

    def __init__(self, value: Value, parts: Sequence[Part], values: Sequence[Any]) -> None:
        self.value, self._parts, self._values = value, parts, values

    @property
    def trace(self) -> tuple[Subvalue, ...]:
        """The values of all computed parts, innermost first."""
        found = zip(self._parts, self._values, strict=True)
        return tuple(Subvalue(*part, value) for part, value in found if value is not MISSING)


class CompiledFormula:
    """A formula with its coefficients. It is compiled when it is first computed."""

    def __init__(self, formula: Formula, coefficients: Mapping[str, str]) -> None:
        self.formula = formula
        self.coefficients = Coefficients(coefficients)
        self._nodes = list(walk(formula.root))

    @cached_property
    def value(self) -> Function:
        """The function that computes the formula from the variables; one without a value is null.

        It raises `FormulaRunError` for division by zero, text in arithmetic or another unfit value,
        or more steps than the limit.
        """
        return self._compiled(None)

    def evaluation(self, variables: Variables) -> Evaluation:
        """Compute the formula, with the values of all computed parts.

        :raises FormulaRunError: as `value`.
        """
        found: Evaluation = self._traced(variables)
        return found

    @cached_property
    def _traced(self) -> Function:
        inner = [node for node, _ in self._nodes if not isinstance(node, Literal)]
        return self._compiled({id(node): f"n{place}" for place, node in enumerate(inner)})

    def _compiled(self, trace: Mapping[int, str] | None) -> Function:
        """Compile the formula; with names for its parts it returns an `Evaluation`.

        The function has the formula twice: for variables that are numbers where numbers are needed,
        which is quick, and for any others. A large formula is there once.
        """
        if len(self._nodes) > MAX_STEPS:
            return _refusing(self._nodes[MAX_STEPS][0].position)
        bound: dict[str, Any] = {"parts": self._parts}
        variables: dict[str, str] = {}
        body: list[ast.stmt] = []
        for assumes_numbers in (True, False) if len(self._nodes) <= MAX_QUICK else (False,):
            translator = Translator(
                self.coefficients,
                bound,
                variables,
                trace or {},
                assumes_numbers=assumes_numbers,
            )
            result = translator.value(self.formula.root).name
            block = [*translator.body, *_python(_returned(result, trace))]
            body += _guarded(block, translator.numbers)
            if not translator.numbers:
                break  # it is for all variables
        start = [" = ".join([*trace.values(), "missing"])] if trace else []
        start += [f"{name} = variables.get({variable!r})" for variable, name in variables.items()]
        return _function([*_python("\n".join(start)), *body], bound)

    @cached_property
    def _parts(self) -> tuple[Part, ...]:
        return tuple(
            (node.source, node.position, level)
            for node, level in self._nodes
            if not isinstance(node, Literal)
        )


def _returned(result: str, trace: Mapping[int, str] | None) -> str:
    if trace is None:
        return f"return {result}"
    return f"return evaluation({result}, parts, ({', '.join([*trace.values(), ''])}))"


def _guarded(block: list[ast.stmt], numbers: Iterable[str]) -> list[ast.stmt]:
    """Return statements that are run only if these variables are numbers."""
    if not numbers:
        return block
    test = " and ".join(f"{name}.__class__ is Decimal" for name in sorted(numbers))
    guard = ast.parse(f"if {test}: pass").body[0]
    guard.body = block  # type: ignore[attr-defined]  # it is an `if`
    return [guard]


def _python(text: str) -> list[ast.stmt]:
    """Return statements of Python; `return` may be among them."""
    function: Any = ast.parse("def formula():\n pass\n " + text.replace("\n", "\n ")).body[0]
    return list(function.body[1:])


def _function(statements: list[ast.stmt], bound: Mapping[str, Any]) -> Function:
    """Compile a function of the variables, with only the names of formulas."""
    tree: Any = ast.parse(_FRAME)
    tree.body[0].body[-1].body = statements
    space = {**_NAMES, **bound}
    exec(compile(tree, "<formula>", "exec"), space)  # noqa: S102 (a tree of our own making)
    function: Function = space["formula"]
    return function


def _alone(function: Function, variables: Variables) -> Any:
    with exact():
        return function(variables)


def _located(error: Exception) -> FormulaRunError:
    """Return the error with the place in the formula that Python's traceback has for it."""
    traceback: Any = error.__traceback__  # begins in the formula's function
    positions = traceback.tb_frame.f_code.co_positions()
    line, _, column, _ = next(islice(positions, traceback.tb_lasti // 2, None))
    is_unfit = isinstance(error, UnfitValueError)
    detail = str(error) if is_unfit else "the numbers are too large, or have no such result"
    return FormulaRunError(detail, Position(line=line or 1, column=(column or 0) + 1))


def _refusing(position: Position) -> Function:
    """Return the function of a formula that is too large, from this position on."""

    def formula(_: Variables) -> Any:
        raise FormulaRunError(f"the formula takes more than {MAX_STEPS} steps", position)

    return formula


_NAMES: Mapping[str, Any] = {
    "CONTEXT": CONTEXT,
    "Decimal": Decimal,
    "__builtins__": {},
    "add": values.add,
    "alone": _alone,
    "compare": values.compare,
    "divide": values.divide,
    "evaluation": Evaluation,
    "failures": (UnfitValueError, DecimalException),
    "getcontext": getcontext,
    "located": _located,
    "minus": values.minus,
    "missing": MISSING,
    "multiply": values.multiply,
    "remainder": values.remainder,
    "subtract": values.subtract,
    "truth": values.truth,
}
