"""A formula, on generated expressions…

`FORMULA_EXPRESSIONS=100000` tries as many; the suite a few.
"""

import os
from decimal import Decimal, localcontext
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rewards.formula import FormulaRunError, ReadyFormula, parse
from rewards.formula.values import CONTEXT
from rewards.tests.formula.expressions import (
    COEFFICIENTS,
    Expression,
    Fails,
    condition,
    number,
    row_of,
)

COUNT = int(os.environ.get("FORMULA_EXPRESSIONS", "1000"))
FAILS = "fails"


def by_oracle(expression: Expression, row: dict[str, Any]) -> Any:
    try:
        with localcontext(CONTEXT):
            return expression.value(row)
    except Fails:
        return FAILS


def by_formula(formula: ReadyFormula, row: dict[str, Any]) -> Any:
    try:
        return formula.value(row)
    except FormulaRunError:
        return FAILS


def disagreements(random: Random) -> list[tuple[str, Any, Any, Any]]:
    """Return what one expression and the oracle disagree about, on three activities."""
    expression = random.choice((number, condition))(random, random.randint(1, 4))
    formula = ReadyFormula(parse(expression.source, variables=None), COEFFICIENTS)
    rows = [row_of(random) for _ in range(3)]
    found = [
        (expression.source, row, by_oracle(expression, row), by_formula(formula, row))
        for row in rows
    ]
    return [each for each in found if (type(each[2]), each[2]) != (type(each[3]), each[3])]


def test_agrees_with_plain_python():
    assert [wrong for seed in range(COUNT) for wrong in disagreements(Random(seed))] == []


@settings(deadline=None)
@given(st.integers(0, 2**64))
def test_agrees_with_plain_python_on_expressions_that_no_run_had_before(seed):
    assert disagreements(Random(seed)) == []


def test_has_its_value_at_the_end_of_its_trace():
    for seed in range(200):
        random = Random(seed)
        formula = ReadyFormula(parse(number(random, 3).source, variables=None), COEFFICIENTS)
        row = row_of(random)
        if by_formula(formula, row) != FAILS:
            found = formula.evaluation(row)

            assert found.value == formula.value(row)
            assert all(part.value == found.value for part in found.trace[-1:])


@pytest.mark.parametrize("missing", [None, "distance", "pulse"])
def test_computes_a_part_of_nulls_and_numbers_alike(missing):
    names = ("distance", "pulse", "time")
    row = {name: None if name == missing else Decimal(7) for name in names}
    formula = parse("distance + min(pulse, time) * 2", variables=None)

    assert ReadyFormula(formula, {}).value(row) == (None if missing else 21)
