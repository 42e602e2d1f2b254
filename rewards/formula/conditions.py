"""The `__where` of a formula's settings: for which activities the formula is; also in words.

What is no list of comparisons that must all hold stays the expression that it is.
"""

import re
from collections.abc import Iterator, Mapping
from functools import reduce
from operator import or_
from typing import Any

from foundation.records.refusals import did_you_mean
from rewards.formula.evaluator import ReadyFormula
from rewards.formula.functions import Coefficients, is_in
from rewards.formula.kinds import Kind, can_be_equal, faults_of_condition, kind_of, kinds_in_words
from rewards.formula.parser import parse
from rewards.formula.sentences import COMPARED, in_words
from rewards.formula.tree import (
    Chain,
    FormulaSyntaxError,
    Literal,
    Node,
    Position,
    Unary,
    UnfitValueError,
    Variable,
)
from rewards.formula.values import Value, compare, from_json, written

# The `__where` of a formula's settings: for which activities the formula is.
#
# Without it the formula is for every activity. A text is an expression that must be true. An object
# maps variables to a value that must be equal, a list of allowed values, or an object of `gte`,
# `gt`, `lte`, `lt`, `ne` and `in`, which must all be true.

SIGNS = {"gte": ">=", "gt": ">", "lte": "<=", "lt": "<", "ne": "!="}
_COMMA = re.compile(r"-?\d+,\d+")
_START = Position(line=1, column=1)
_LEFT_OUT = 'write it as "distance > 5", or leave it out'


def check_where(
    where: Any, variables: Mapping[str, Kind], coefficients: Mapping[str, str] | None
) -> None:
    """Check a `__where` when it is saved.

    :param coefficients: None: they cannot be read, so what the expression may be is not checked.

    :raises FormulaSyntaxError: it is neither an expression nor an object, it uses an unknown
        variable, coefficient or operator, or it can never be true.
    """
    if isinstance(where, str) and not where.strip():
        raise FormulaSyntaxError(f"the condition is empty; {_LEFT_OUT}", _START)
    if isinstance(where, str):
        formula = parse(where, variables, coefficients or ())
        if coefficients is not None:
            for fault in faults_of_condition(formula, variables, coefficients):
                raise fault
    elif isinstance(where, dict):
        for name, wanted in where.items():
            _check_condition(name, wanted, variables)
    elif where is not None:
        raise FormulaSyntaxError(f"a condition is an expression or an object; {_LEFT_OUT}", _START)


def _check_condition(name: str, wanted: Any, variables: Mapping[str, Kind]) -> None:
    if name not in variables:
        mean = did_you_mean(name, variables)
        raise FormulaSyntaxError(f"unknown variable {name!r} in the condition{mean}", _START)
    operators = wanted if isinstance(wanted, dict) else {}
    for sign, operand in operators.items():
        if sign not in SIGNS and sign != "in":
            cure = f"there are {', '.join(SIGNS)}, in"
            raise FormulaSyntaxError(f"unknown operator {sign!r} in the condition; {cure}", _START)
        if isinstance(operand, list) is not (sign == "in") or isinstance(operand, dict):
            wanted_here = "a list of values" if sign == "in" else "one value"
            raise FormulaSyntaxError(f"{sign!r} in the condition needs {wanted_here}", _START)
    if wanted in ([], {}):
        raise FormulaSyntaxError(
            f"{name!r} in the condition has no value: this is never true", _START
        )
    for sign, operand in (operators or {"in": wanted}).items():
        if not _can_meet(variables[name], sign, operand):
            is_what, given = kinds_in_words(variables[name]), kinds_in_words(_kinds_of(operand))
            detail = f"{name!r} is {is_what}, and never meets {given}: this is never true"
            raise FormulaSyntaxError(f"{detail}{_cure(operand)}", _START)


def _cure(operand: Any) -> str:
    is_comma = isinstance(operand, str) and _COMMA.fullmatch(operand)
    return f"; a number has a point, as {operand.replace(',', '.')}" if is_comma else ""


def _can_meet(kinds: Kind, sign: str, operand: Any) -> bool:
    """Return whether a value of these kinds can meet the operand."""
    if sign == "ne":
        return operand is not None
    given = _kinds_of(operand)
    if sign == "in":
        return can_be_equal(kinds, given)
    return bool(kinds & given & (Kind.NUMBER | Kind.TEXT))


def _kinds_of(wanted: Any) -> Kind:
    """Return the kind of a value, or all of a list's items."""
    items = wanted if isinstance(wanted, list) else [wanted]
    return reduce(or_, (kind_of(from_json(item)) for item in items), Kind.NONE)


class Where:
    """A checked `__where`, read once."""

    def __init__(self, where: Any, coefficients: Mapping[str, str]) -> None:
        self._formula = None
        self._wanted: Mapping[str, Any] = {}
        self._lists = Coefficients({})  # keeps the sets of the lists
        if isinstance(where, str):
            self._formula = ReadyFormula(parse(where, variables=None), coefficients)
        elif where is not None:
            self._wanted = {name: from_json(wanted) for name, wanted in where.items()}

    def suits(self, variables: Mapping[str, Value]) -> bool:
        """Return whether it is true for the variables.

        :raises FormulaRunError: its expression fails.
        """
        if self._formula is not None:
            return self._formula.value(variables) is True
        return all(
            self._holds(variables.get(name), wanted) for name, wanted in self._wanted.items()
        )

    def _holds(self, value: Value, wanted: Any) -> bool:
        if isinstance(wanted, dict):
            return all(self._meets(value, sign, operand) for sign, operand in wanted.items())
        return is_in(self._lists, value, wanted)

    def _meets(self, value: Value, sign: str, operand: Any) -> bool:
        if sign == "in":
            return is_in(self._lists, value, operand)
        try:
            return compare(SIGNS[sign], value, operand)
        except UnfitValueError:
            return False


NO_UNITS: Mapping[str, str] = {}


def settings_in_words(settings: Any, units: Mapping[str, str] = NO_UNITS) -> Any:
    """Return stored settings with the condition in words, under a name for people."""
    if not isinstance(settings, dict):
        return settings
    others = {name: value for name, value in settings.items() if name != "__where"}
    return {"For": where_in_words(settings.get("__where"), units), **others}


def where_in_words(where: Any, units: Mapping[str, str]) -> str:
    """Return for which activities a checked `__where` is; without one `every activity`.

    :param units: of the variables, by name.
    """
    if where is None:
        return "every activity"
    if isinstance(where, str):
        parts = list(_of_expression(parse(where, variables=None).root, units))
        return " ".join(where.split()) if None in parts else " and ".join(filter(None, parts))
    said = (part for name, wanted in where.items() for part in _of_property(name, wanted, units))
    return " and ".join(said) or "every activity"


def _of_expression(node: Node, units: Mapping[str, str]) -> Iterator[str | None]:
    """Yield each comparison of a chain of `and` in words; None: it is something else."""
    if isinstance(node, Chain) and node.links[0].operator == "and":
        for part in (node.first, *(link.operand for link in node.links)):
            yield from _of_expression(part, units)
    elif isinstance(node, Chain) and node.links[0].operator in COMPARED:
        name, wanted, sign = node.first, node.links[0].operand, node.links[0].operator
        is_plain = isinstance(name, Variable) and isinstance(wanted, Literal)
        yield _said(name.name, sign, written(wanted.value), units) if is_plain else None  # type: ignore[attr-defined]
    elif isinstance(node, Variable):
        yield f"{_name(node.name)} is yes"
    elif isinstance(node, Unary) and node.operator == "not" and isinstance(node.operand, Variable):
        yield f"{_name(node.operand.name)} is no"
    else:
        yield None


def _of_property(name: str, wanted: Any, units: Mapping[str, str]) -> Iterator[str]:
    if not isinstance(wanted, dict):
        wanted = {"in": wanted} if isinstance(wanted, list) else {"": wanted}
    for operator, value in wanted.items():
        if operator == "in":
            each = [in_words(written(from_json(item)), units.get(name, "")) for item in value]
            yield f"{_name(name)} is {'one of ' if len(each) > 1 else ''}{', '.join(each)}"
        else:
            yield _said(name, SIGNS.get(operator, "=="), written(from_json(value)), units)


def _said(name: str, sign: str, value: str, units: Mapping[str, str]) -> str:
    return f"{_name(name)} {COMPARED[sign]} {in_words(value, units.get(name, ''))}"


def _name(name: str) -> str:
    return name.replace("_", " ")
