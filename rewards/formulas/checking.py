"""Checks a formula's texts when they are saved, and inputs as staff write them."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from foundation.records.refusals import did_you_mean
from programs.activity_types import FormulaVariable, variables_of
from programs.readers import number
from rewards.formula import FormulaSyntaxError, Value, check_where, parse
from rewards.formula.kinds import Kind, faults_of_expression, kind_of
from rewards.formula.tree import MAX_COEFFICIENTS, MAX_SETTINGS
from rewards.formula.values import kind, read, written

WHERE = "__where"
EXPRESSION, SETTINGS, COEFFICIENTS = "expression", "settings", "coefficients"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What is wrong in one of a formula's texts; line and column where the text has lines."""

    field: str
    detail: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}: " if self.line else ""
        return f"{place}{self.detail}"


@dataclass(frozen=True, slots=True, kw_only=True)
class FormulaTexts:
    """A formula's three texts as they are saved."""

    expression: str
    settings: Mapping[str, Any]
    coefficients: Mapping[str, str]


def faults_of(
    activity_type: str, expression: str, settings: Any, coefficients: Any
) -> Iterator[Fault]:
    """Yield what is wrong in a formula of this type; nothing if it can be saved."""
    variables = {name: _kind_of(each) for name, each in variables_of(activity_type).items()}
    unread = list(_faults_of_coefficients(coefficients))
    readable = None if unread else coefficients  # None: what uses them is checked another time
    yield from _faults_of_expression(expression, variables, readable)
    yield from _faults_of_settings(settings, variables, readable)
    yield from unread


def _kind_of(variable: FormulaVariable) -> Kind:
    """Return the kinds of a variable, by its example."""
    if variable.example is None:
        return Kind.ANY
    kind = kind_of(variable.example)
    kind = Kind.TRUTH if kind & Kind.TRUTH else kind
    return kind | Kind.NULL if variable.can_be_null else kind


def _faults_of_expression(
    expression: str, variables: Mapping[str, Kind], coefficients: Mapping[str, str] | None
) -> Iterator[Fault]:
    try:
        formula = parse(expression, variables, coefficients or ())
    except FormulaSyntaxError as error:
        yield _fault(EXPRESSION, error)
        return
    if coefficients is None:
        return
    for fault in faults_of_expression(formula, variables, coefficients):
        yield _fault(EXPRESSION, fault)


def _faults_of_settings(
    settings: Any, variables: Mapping[str, Kind], coefficients: Mapping[str, str] | None
) -> Iterator[Fault]:
    if not isinstance(settings, Mapping):
        yield Fault(field=SETTINGS, detail="settings are a JSON object")
        return
    for name in settings:
        if name != WHERE and name.strip("_").lower() == WHERE.strip("_"):
            yield Fault(field=SETTINGS, detail=f"unknown setting {name!r}; did you mean {WHERE!r}?")
    if inexact := list(_inexact(settings)):
        detail = f"{inexact[0]} has more digits than a setting keeps: write an expression"
        yield Fault(field=SETTINGS, detail=detail)
    if len(json.dumps(settings, default=str)) > MAX_SETTINGS:
        yield Fault(field=SETTINGS, detail=f"settings have at most {MAX_SETTINGS} characters")
    try:
        check_where(settings.get(WHERE), variables, coefficients)
    except FormulaSyntaxError as error:
        yield _fault(SETTINGS, error)


def _faults_of_coefficients(coefficients: Any) -> Iterator[Fault]:
    if not isinstance(coefficients, Mapping):
        yield Fault(field=COEFFICIENTS, detail="coefficients are a JSON object")
        return
    for name, text in coefficients.items():
        if not name:
            yield Fault(field=COEFFICIENTS, detail="a coefficient has a name")
        if not isinstance(text, str):
            yield Fault(field=COEFFICIENTS, detail=f"the coefficient {name!r} is not a text")
    if len(json.dumps(coefficients, default=str)) > MAX_COEFFICIENTS:
        detail = f"coefficients have at most {MAX_COEFFICIENTS} characters"
        yield Fault(field=COEFFICIENTS, detail=detail)


def _inexact(settings: Any) -> Iterator[float]:
    """Yield the numbers whose digits, as they were written, JSON of the database would lose."""
    waiting = [settings]
    while waiting:
        value = waiting.pop()
        if isinstance(value, float) and Decimal(str(value)) != Decimal(float.__repr__(value)):
            yield value
        waiting += value.values() if isinstance(value, Mapping) else ()
        waiting += value if isinstance(value, list) else ()


def _fault(field: str, error: FormulaSyntaxError) -> Fault:
    return Fault(field=field, detail=error.detail, **error.position._asdict())


MAX_INPUT = 2000  # characters

_TEXT = re.compile(r"'(?:[^']|'')*'")
_WORDS = ("true", "false", "null")


def read_input(text: str) -> Value:
    """Return the value of a literal: `10.5`, `-3`, `'running'`, `true`, `null`.

    :raises ValueError: it is none; the error says what is wrong.
    """
    text = text.strip()
    if len(text) > MAX_INPUT:
        raise ValueError(f"has more than {MAX_INPUT} characters")
    if text in _WORDS or _TEXT.fullmatch(text):
        return read(text)
    try:
        return number(text)
    except ValueError as fault:
        if text[:1].isdigit() or text.startswith("-"):
            raise
        raise ValueError("must be a number, a text in 'quotes', true, false or null") from fault


def read_inputs(inputs: Mapping[str, str]) -> dict[str, Value]:
    """Return the values of inputs without a fault."""
    return {name: read_input(text) for name, text in inputs.items()}


def faults_of_inputs(
    inputs: Mapping[str, str], variables: Mapping[str, FormulaVariable]
) -> Iterator[tuple[str, str]]:
    """Yield the name and the fault of each input that is not a value of such a variable."""
    for name, text in inputs.items():
        if name not in variables:
            yield name, f"unknown variable {name!r}{did_you_mean(name, variables)}"
        elif fault := _fault_of_input(text, variables[name]):
            yield name, fault


def _fault_of_input(text: str, variable: FormulaVariable) -> str:
    try:
        value = read_input(text)
    except ValueError as error:
        return str(error)
    fits = None in (value, variable.example) or kind(value) == kind(variable.example)
    example = written(variable.example)
    return "" if fits else f"is {kind(variable.example)}, as {example}, not {kind(value)}"
