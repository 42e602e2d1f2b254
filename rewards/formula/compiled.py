"""Formulas as Python functions: each is translated once, and compiled for values or for a trace.

`distance * 2` becomes this function, whose `k…` are the formula's constants:

    def formula(variables):
     if getcontext() is not CONTEXT:
      return exactly(formula, variables)
     try:
      v0 = variables.get('distance')
      if v0.__class__ is Decimal:  # the quick version, of numbers where numbers are needed
       t1 = v0 * k1
       return t1
      t1 = multiply(v0, k2)        # the version of any values: null, a text
      return t1
     except failures as error:
      raise located(error, lines)

For a trace its parts have the names `n0`, `n1` …, and it returns all of them; a part that was not
computed, in a branch that is not taken, is `missing`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal, DecimalException, getcontext, setcontext
from functools import cached_property, partial
from typing import Any, NamedTuple

from rewards.formula import values
from rewards.formula.coefficients import Coefficients
from rewards.formula.errors import FormulaRunError, Position, UnfitValueError
from rewards.formula.limits import MAX_QUICK, MAX_STEPS
from rewards.formula.lines import Lines, PythonLine
from rewards.formula.parser import Formula
from rewards.formula.translator import Translator
from rewards.formula.tree import Literal, walk
from rewards.formula.values import CONTEXT, Value

Variables = Mapping[str, Value]
Function = Callable[[Variables], Any]

MISSING = object()  # the value of a part that was not computed

_FIRST_LINES = (
    "def formula(variables):",
    " if getcontext() is not CONTEXT:",
    "  return exactly(formula, variables)",
    " try:",
)
_LAST_LINES = (" except failures as error:", "  raise located(error, lines)")


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


@dataclass(slots=True)
class Evaluation:
    """A formula's value, its parts (source, position, level), and their values."""

    value: Value
    parts: Sequence[tuple[str, Position, int]]
    values: Sequence[Any]

    @property
    def trace(self) -> tuple[Subvalue, ...]:
        """The values of all computed parts, innermost first."""
        found = zip(self.parts, self.values, strict=True)
        return tuple(Subvalue(*part, value) for part, value in found if value is not MISSING)


class CompiledFormula:
    """A formula with its coefficients. It is compiled when it is first computed."""

    def __init__(self, formula: Formula, coefficients: Mapping[str, str]) -> None:
        self.formula = formula
        self.coefficients = Coefficients(coefficients)
        self._nodes = list(walk(formula.root))
        self._inner = [pair for pair in self._nodes if not isinstance(pair[0], Literal)]

    @cached_property
    def value(self) -> Function:
        """The function that computes the formula from the variables; one without a value is null.

        It raises `FormulaRunError` for division by zero, text in arithmetic or another unfit value,
        or more steps than the limit.
        """
        return self._compiled({}, "return {}")

    def evaluation(self, variables: Variables) -> Evaluation:
        """Compute the formula, with the values of all computed parts; fails as `value`."""
        found: Evaluation = self._traced(variables)
        return found

    @cached_property
    def _traced(self) -> Function:
        names = {id(node): f"n{place}" for place, (node, _) in enumerate(self._inner)}
        found = "".join(f"{name}, " for name in names.values())
        return self._compiled(names, f"return evaluation({{}}, parts, ({found}))")

    def _compiled(self, trace: Mapping[int, str], ending: str) -> Function:
        """Compile the formula, with names for its parts by their ids, and this end of a version."""
        if len(self._nodes) > MAX_STEPS:
            return partial(_refuse, self._nodes[MAX_STEPS][0].position)
        at = self.formula.root.position
        parts = [(node.source, node.position, level) for node, level in self._inner]
        bound: dict[str, Any] = {"parts": parts}
        variables: dict[str, str] = {}
        first = Lines(bound, trace)
        is_small = len(self._nodes) <= MAX_QUICK  # a large formula is there once, for any values
        numbers = self._translate(first, variables, ending, assumes_numbers=is_small)
        body = first.all
        if numbers:  # else it needs no variable as a number, and is for any values already
            are_numbers = " and ".join(f"{name}.__class__ is Decimal" for name in sorted(numbers))
            quick = [line._replace(text=f" {line.text}") for line in first.all]
            others = Lines(bound, trace)
            self._translate(others, variables, ending, assumes_numbers=False)
            body = [PythonLine(f"if {are_numbers}:", at), *quick, *others.all]
        start = [f"{name} = variables.get({variable!r})" for variable, name in variables.items()]
        if trace:
            start.insert(0, " = ".join([*trace.values(), "missing"]))
        return _function([*(PythonLine(text, at) for text in start), *body], bound)

    def _translate(
        self, lines: Lines, variables: dict[str, str], ending: str, *, assumes_numbers: bool
    ) -> set[str]:
        """Write the formula's lines; return which variables are assumed to be numbers."""
        translator = Translator(
            lines, self.coefficients, variables, assumes_numbers=assumes_numbers
        )
        result = translator.value(self.formula.root)
        lines.line(ending.format(result.name), self.formula.root.position)
        return translator.numbers


def _function(lines: Sequence[PythonLine], bound: Mapping[str, Any]) -> Function:
    """Compile a function of the variables, with only the names of formulas."""
    text = "\n".join([*_FIRST_LINES, *(f"  {line.text}" for line in lines), *_LAST_LINES])
    space = {**_NAMES, **bound, "lines": lines}
    exec(compile(text, "<formula>", "exec"), space)  # noqa: S102 (a text of our own making)
    function: Function = space["formula"]
    return function


def _exactly(function: Function, variables: Variables) -> Any:
    with exact():
        return function(variables)


def _located(error: Exception, lines: Sequence[PythonLine]) -> FormulaRunError:
    """Return the error with the position of the line that failed."""
    traceback: Any = error.__traceback__  # begins in the formula's function
    failed = lines[traceback.tb_lineno - 1 - len(_FIRST_LINES)]  # lines count from 1
    is_unfit = isinstance(error, UnfitValueError)
    detail = str(error) if is_unfit else "the numbers are too large, or have no such result"
    return FormulaRunError(detail, failed.position)


def _refuse(position: Position, _: Variables) -> Any:
    """Compute a formula that is too large, from this position on."""
    raise FormulaRunError(f"the formula takes more than {MAX_STEPS} steps", position)


_NAMES: Mapping[str, Any] = {
    "CONTEXT": CONTEXT,
    "Decimal": Decimal,
    "__builtins__": {},
    "add": values.add,
    "compare": values.compare,
    "divide": values.divide,
    "evaluation": Evaluation,
    "exactly": _exactly,
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
