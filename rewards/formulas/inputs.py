"""Inputs of a formula as staff write them: literals of the language, by variable."""

import re
from collections.abc import Iterator, Mapping

from foundation.records.refusals import did_you_mean
from programs.activity_types import FormulaVariable
from programs.readers import number
from rewards.formula import Value
from rewards.formula.values import kind, read, written

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
        elif fault := _fault(text, variables[name]):
            yield name, fault


def _fault(text: str, variable: FormulaVariable) -> str:
    try:
        value = read_input(text)
    except ValueError as error:
        return str(error)
    fits = None in (value, variable.example) or kind(value) == kind(variable.example)
    example = written(variable.example)
    return "" if fits else f"is {kind(variable.example)}, as {example}, not {kind(value)}"
