"""Which kinds of values a formula can have, found without computing it.

A part whose kinds are none fails whenever it is computed. What is found is never too little: a kind
that is missing cannot come out. So a formula without `NUMBER` never gives a reward, and a condition
without `TRUE` never holds.
"""

from collections.abc import Iterator, Mapping, Sequence
from decimal import DecimalException
from enum import Flag, auto
from functools import reduce
from operator import or_

from foundation.records.refusals import did_you_mean
from rewards.formula.functions import FUNCTIONS, Coefficients
from rewards.formula.parser import Formula
from rewards.formula.tree import (
    Call,
    Chain,
    Choice,
    FormulaSyntaxError,
    Literal,
    Node,
    Unary,
    UnfitValueError,
    Variable,
)
from rewards.formula.values import ZERO, Value, kind


class Kind(Flag):
    """What a value may be. `TRUE` and `FALSE` are apart, so that what never holds is seen."""

    NONE = 0
    NUMBER = auto()
    TEXT = auto()
    TRUE = auto()
    FALSE = auto()
    TABLE = auto()
    NULL = auto()
    TRUTH = TRUE | FALSE
    ANY = NUMBER | TEXT | TRUTH | TABLE | NULL


_WORDS: Mapping[Kind, str] = {
    Kind.NUMBER: kind(ZERO),
    Kind.TEXT: kind(""),
    Kind.TRUTH: kind(True),
    Kind.TABLE: kind([]),
    Kind.NULL: kind(None),
}
_KINDS = {words: each for each, words in _WORDS.items()}


def kind_of(value: Value) -> Kind:
    """Return the kind of a value."""
    if isinstance(value, bool):
        return Kind.TRUE if value else Kind.FALSE
    return _KINDS[kind(value)]


def kinds_in_words(kinds: Kind) -> str:
    """Return what a value may be, for the formula's author; null only where it is nothing else."""
    kinds = kinds & ~Kind.NULL or kinds
    return " or ".join(words for each, words in _WORDS.items() if kinds & each)


def can_be_equal(left: Kind, right: Kind) -> bool:
    """Return whether values of these kinds can be equal; null equals nothing."""
    return any(left & each and right & each for each in _WORDS if each is not Kind.NULL)


def _cure_of(kinds: Kind) -> str:
    """Return how values of different kinds, all of these, are written."""
    if kinds & Kind.TRUTH:
        return "a truth value stands alone, or after not"
    return "a number stands without quotes, a text with them"


def faults_of_expression(
    formula: Formula, variables: Mapping[str, Kind], coefficients: Mapping[str, str]
) -> Iterator[FormulaSyntaxError]:
    """Yield why the expression of a reward could never be one, and what is missing in it."""
    kinds = _Kinds(variables, coefficients)
    found = kinds.of(formula.root)
    yield from kinds.faults
    if kinds.faults or found & Kind.NUMBER:
        return
    yield from kinds.misfits[:1]
    if not kinds.misfits:
        is_condition = bool(found & Kind.TRUTH)
        cure = "condition ? number : number" if is_condition else "a number, as distance * 2"
        detail = f"this is {kinds_in_words(found)}, never a number; write it as {cure}"
        yield FormulaSyntaxError(detail, formula.root.position)


def faults_of_condition(
    formula: Formula, variables: Mapping[str, Kind], coefficients: Mapping[str, str]
) -> Iterator[FormulaSyntaxError]:
    """Yield why a condition could never be true, and what is missing in it."""
    kinds = _Kinds(variables, coefficients)
    kinds.condition(formula.root)
    yield from kinds.faults


class _Kinds:
    """Reads one expression. `faults` refuse it; `misfits` do where they leave it no number."""

    def __init__(self, variables: Mapping[str, Kind], coefficients: Mapping[str, str]) -> None:
        self.faults: list[FormulaSyntaxError] = []
        self.misfits: list[FormulaSyntaxError] = []
        self._variables, self._coefficients = variables, Coefficients(coefficients)

    def of(self, node: Node) -> Kind:
        match node:
            case Literal():
                return kind_of(node.value)
            case Variable():
                return self._variables[node.name]
            case Call():
                return self._call(node)
            case Unary():
                return self._unary(node)
            case Chain():
                return self._chain(node)
            case Choice():
                self.condition(node.condition)
                return self.of(node.yes) | self.of(node.no)
        raise TypeError(f"no such node: {node!r}")

    def condition(self, node: Node) -> None:
        """Note it where a condition can never be true."""
        before = len(self.misfits)
        if not self._truth(node) & Kind.TRUE:
            why = [misfit.detail for misfit in self.misfits[before:]]
            detail = f"this is never true: {why[0]}" if why else "this is never true"
            self.faults.append(FormulaSyntaxError(detail, node.position))

    def _truth(self, node: Node) -> Kind:
        """Return TRUE, FALSE or both, as a condition counts; null is false."""
        kinds = self.of(node)
        if not kinds & Kind.TRUTH:
            what = f"a condition is needed here, not {kinds_in_words(kinds)}"
            self._misfit(f"{what}; compare it, as distance > 5", node, kinds)
        return (kinds & Kind.TRUTH) | (Kind.FALSE if kinds & Kind.NULL else Kind.NONE)

    def _unary(self, node: Unary) -> Kind:
        if node.operator != "not":
            return self._number([node.operand])
        truth = self._truth(node.operand)
        negated = Kind.TRUE if truth & Kind.FALSE else Kind.NONE
        return negated | (Kind.FALSE if truth & Kind.TRUE else Kind.NONE)

    def _chain(self, node: Chain) -> Kind:
        sign, operands = (
            node.links[0].operator,
            [node.first, *(each.operand for each in node.links)],
        )
        if sign in ("and", "or"):
            decides = Kind.FALSE if sign == "and" else Kind.TRUE
            truths = [self._truth(operand) for operand in operands]
            goes_on = all(truth & ~decides for truth in truths)
            found = Kind.TRUTH & ~decides if goes_on else Kind.NONE
            return found | (decides if any(truth & decides for truth in truths) else Kind.NONE)
        if sign in "+-*/%":
            return self._number(operands)
        return self._comparison(node, sign, *operands)

    def _number(self, operands: Sequence[Node], optional: Sequence[Node] = ()) -> Kind:
        """Return what arithmetic gives: a number of numbers, null if one of `operands` is null."""
        found = [self._needed(operand) for operand in operands]
        gives = all(kinds & Kind.NUMBER for kinds in found)
        gives &= all(self._needed(operand) != Kind.NONE for operand in optional)
        is_null = any(kinds & Kind.NULL for kinds in found)
        return (Kind.NUMBER if gives else Kind.NONE) | (Kind.NULL if is_null else Kind.NONE)

    def _needed(self, node: Node) -> Kind:
        """Return which of NUMBER and NULL a value is that is needed as a number."""
        kinds = self.of(node)
        if not kinds & Kind.NUMBER:
            what = f"a number is needed here, not {kinds_in_words(kinds)}"
            self._misfit(what + self._cure_of_number(node, kinds), node, kinds)
        return kinds & (Kind.NUMBER | Kind.NULL)

    def _cure_of_number(self, node: Node, kinds: Kind) -> str:
        """Return what to do where this is no number; empty: unknown."""
        if kinds & Kind.TABLE:
            return "; piecewise(coeff('table'), distance) reads a table"
        match node:
            case Literal(value=str()):
                return "; a number stands without quotes"
            case Call(name="coeff", arguments=(Literal(value=str() as path),)):
                text = str(self._coefficients.at(path))[:30]
                return f"; the coefficient is {text!r}, a number is digits with a point, as 1.5"
        return ""

    def _comparison(self, node: Chain, sign: str, left: Node, right: Node) -> Kind:
        one, other = self.of(left), self.of(right)
        if Kind.NULL in (one, other):
            self._misfit("a comparison with null is false; coalesce(x, 0) replaces null", node)
            return Kind.FALSE
        if sign == "!=":
            return Kind.TRUTH
        if sign == "==" and can_be_equal(one, other):
            return Kind.TRUTH
        if any(one & each and other & each for each in (Kind.NUMBER, Kind.TEXT)):
            return Kind.TRUTH
        joint = "are never equal" if sign == "==" else "have no order"
        what = f"{kinds_in_words(one)} and {kinds_in_words(other)} {joint}"
        self._misfit(f"{what}; {_cure_of(one | other)}", node, one and other)
        return Kind.FALSE if sign == "==" or (one | other) & Kind.NULL else Kind.NONE

    def _call(self, node: Call) -> Kind:
        match node.name:
            case "coeff":
                return self._coefficient(node)
            case "piecewise":
                return self._piecewise(node, *node.arguments)
            case "coalesce":
                found = [self.of(argument) for argument in node.arguments]
                values = reduce(or_, found) & ~Kind.NULL
                return values | (
                    Kind.NULL if all(each & Kind.NULL for each in found) else Kind.NONE
                )
            case "in":
                return self._membership(node)
        required = FUNCTIONS[node.name].required
        return self._number(node.arguments[:required], node.arguments[required:])

    def _coefficient(self, node: Call) -> Kind:
        (path,) = node.arguments
        if not (isinstance(path, Literal) and isinstance(path.value, str)):
            self.of(path)
            return Kind.ANY
        try:
            if self._coefficients.knows(path.value):
                return kind_of(self._coefficients.at(path.value))
        except (DecimalException, UnfitValueError):
            return Kind.ANY  # it fails when it runs
        known = list(self._coefficients.paths())
        cure = did_you_mean(path.value, known) or f"; there are {', '.join(known[:8]) or 'none'}"
        detail = f"no coefficient {path.value!r}{cure}"
        self.faults.append(FormulaSyntaxError(detail, path.position))
        return Kind.ANY

    def _piecewise(self, node: Call, table: Node, x: Node) -> Kind:
        tables, numbers = self.of(table), self._needed(x)
        null = Kind.NULL if (tables | numbers) & Kind.NULL else Kind.NONE
        if not tables & (Kind.TABLE | Kind.TEXT):
            self._misfit(f"a table is needed here, not {kinds_in_words(tables)}", table, tables)
            return null
        if not self._is_fit(table):
            return null
        return Kind.NUMBER | Kind.NULL if numbers & Kind.NUMBER else null

    def _is_fit(self, table: Node) -> bool:
        """Return whether a table that is known is one; others may be."""
        try:
            if isinstance(table, Literal):
                self._coefficients.steps(table.value)
            elif isinstance(table, Call) and table.name == "coeff":
                (path,) = table.arguments
                if isinstance(path, Literal) and isinstance(path.value, str):
                    self._coefficients.steps(self._coefficients.at(path.value))
        except UnfitValueError as error:
            self._misfit(str(error), table)
            return False
        except DecimalException:
            self._misfit("a number of the table is out of range, as 1e401 is", table)
            return False
        return True

    def _membership(self, node: Call) -> Kind:
        value, *options = [self.of(argument) for argument in node.arguments]
        # What is in a list is not looked at here.
        found = any(option & Kind.TABLE or can_be_equal(value, option) for option in options)
        if not found:
            words = kinds_in_words(reduce(or_, options))
            self._misfit(f"{kinds_in_words(value)} is never {words}", node, value)
        return Kind.TRUTH if found else Kind.FALSE

    def _misfit(self, detail: str, node: Node, kinds: Kind = Kind.ANY) -> None:
        """Note why a part fails or is false; not again where a part of it was noted (no kinds)."""
        if kinds:
            self.misfits.append(FormulaSyntaxError(detail, node.position))
