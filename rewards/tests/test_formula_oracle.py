"""A compiled formula, on generated expressions…

`FORMULA_EXPRESSIONS=100000` tries as many; the suite a few.
"""

import os
from decimal import Decimal, localcontext
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rewards.formula import CompiledFormula, FormulaRunError, parse
from rewards.formula.coefficients import Coefficients
from rewards.formula.evaluator import evaluate_tree
from rewards.formula.values import CONTEXT
from rewards.tests.expressions import COEFFICIENTS, Expression, Fails, condition, number, row_of

COUNT = int(os.environ.get("FORMULA_EXPRESSIONS", "1000"))
FAILS = "fails"


def by_oracle(expression: Expression, row: dict[str, Any]) -> Any:
    try:
        with localcontext(CONTEXT):
            return expression.value(row)
    except Fails:
        return FAILS


def by_formula(formula: CompiledFormula, row: dict[str, Any]) -> Any:
    try:
        return formula.value(row)
    except FormulaRunError:
        return FAILS


def disagreements(random: Random) -> list[tuple[str, Any, Any, Any]]:
    """Return what one expression and the oracle disagree about, on three activities."""
    expression = random.choice((number, condition))(random, random.randint(1, 4))
    formula = CompiledFormula(parse(expression.source, variables=None), COEFFICIENTS)
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


@pytest.mark.parametrize("seed", range(0, 200, 20))
def test_has_the_trace_of_its_tree(seed):
    for each in range(seed, seed + 20):
        random = Random(each)
        expression = number(random, 3)
        parsed, row = parse(expression.source, variables=None), row_of(random)
        try:
            expected = evaluate_tree(parsed, row, Coefficients(COEFFICIENTS))
        except FormulaRunError:
            continue

        found = CompiledFormula(parsed, COEFFICIENTS).evaluation(row)

        assert found.value == expected.value
        assert found.trace == expected.trace


SOUND = "distance * coeff('rate') + coalesce(pulse, 1) - min(time, 2)"


@pytest.mark.parametrize("missing", [None, "distance", "pulse"])
def test_is_python_code_that_needs_no_tree_where_nothing_fails(monkeypatch, missing):
    monkeypatch.setattr(CompiledFormula, "_by_tree", None)
    row = {name: None if name == missing else Decimal(7) for name in ("distance", "pulse", "time")}
    formula = CompiledFormula(parse(SOUND, variables=None), COEFFICIENTS)

    assert formula.value(row) == formula.evaluation(row).value
