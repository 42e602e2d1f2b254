"""A hostile formula is refused, or has a value, within bounds: it…"""

import builtins
import os
import subprocess
from time import thread_time
from typing import Any

import pytest

from rewards.formula import FormulaError, ReadyFormula, Where, parse
from rewards.formula.tree import MAX_CHARACTERS, walk
from rewards.tests.formula.hostile import COEFFICIENTS, ESCAPES, FORMULAS, VARIABLES

# Of the processor, whatever else runs on it; each takes less than 50 ms.
SECONDS = 5.0


def outcome(source: str) -> Any:
    """Return the value of a formula; the error if it has none."""
    try:
        formula = ReadyFormula(parse(source, VARIABLES), COEFFICIENTS)
        traced = formula.evaluation(VARIABLES)
    except FormulaError as error:
        return error
    assert len(traced.trace) <= 1000
    assert formula.value(VARIABLES) == traced.value
    return traced.value


def test_is_one_of_more_than_two_hundred():
    assert len(set(FORMULAS)) == len(FORMULAS) >= 200


@pytest.mark.parametrize("number", range(len(FORMULAS)))
def test_takes_little_time_and_raises_only_errors_of_the_language(number):
    started = thread_time()

    found = outcome(FORMULAS[number])

    assert thread_time() - started < SECONDS
    if isinstance(found, FormulaError):
        assert 1 <= found.position.line <= FORMULAS[number].count("\n") + 1
        assert 1 <= found.position.column <= len(FORMULAS[number]) + 1


def test_reaches_nothing_of_python(monkeypatch):
    touched: list[str] = []
    for place, name in ((builtins, "open"), (builtins, "eval"), (os, "system"),
                        (subprocess, "Popen")):  # fmt: skip
        monkeypatch.setattr(place, name, lambda *_, name=name: touched.append(name))

    values = [outcome(source) for source in ESCAPES]

    assert touched == []
    assert {value for value in values if not isinstance(value, FormulaError)} <= {None}


@pytest.mark.parametrize("source", ["distance.real", "__import__('os')", "1 +"])
def test_is_refused_as_a_where_too(source):
    with pytest.raises(FormulaError):
        Where(source, {}).suits(VARIABLES)


def test_has_at_most_as_many_parts_as_it_has_characters():
    for source in FORMULAS:
        try:
            parts = len(list(walk(parse(source, VARIABLES).root)))
        except FormulaError:
            continue
        assert parts <= MAX_CHARACTERS
