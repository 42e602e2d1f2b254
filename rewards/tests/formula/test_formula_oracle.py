"""A formula, on generated expressions…

`FORMULA_EXPRESSIONS=100000` tries as many; the suite a few.
"""

import os
from collections.abc import Mapping
from decimal import Decimal, localcontext
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rewards.formula import FormulaError, FormulaRunError, ReadyFormula, Value, parse
from rewards.formula.values import CONTEXT
from rewards.tests.formula.expressions import (
    COEFFICIENTS,
    Expression,
    Fails,
    condition,
    number,
    row_of,
)
from rewards.tests.formula.formulas import evaluate

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


# No deadline: a busy machine may be slow.
UNTIMED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
NUMBERS = st.decimals(0, 10**6, places=3)
NAMES = ("distance", "pulse", "discipline", "is_manual")
LANGUAGE = """
    + - * / % ( ) < > ? : , == != <= >= and or not true false null 'text' 1 0.5
    min max in coeff clamp round coalesce distance pulse discipline is_manual
"""
WORDS = st.sampled_from(LANGUAGE.split())
TEXTS = st.sampled_from(["", "running", "1"])
VALUES: st.SearchStrategy[Value] = st.none() | st.booleans() | NUMBERS | TEXTS
VARIABLES = st.fixed_dictionaries(dict.fromkeys(NAMES, VALUES))
SIGNS = st.sampled_from([("+", CONTEXT.add), ("-", CONTEXT.subtract), ("*", CONTEXT.multiply)])


def place_of_error(source: str, variables: Mapping[str, Value]) -> tuple[int, int] | None:
    try:
        evaluate(parse(source, NAMES), variables, {"text": "[1]"})
    except FormulaError as error:
        return error.position.line, error.position.column
    return None


@UNTIMED
@given(st.lists(WORDS, max_size=40).map(" ".join), VARIABLES)
def test_comes_to_a_value_or_to_an_error_with_a_place(source, variables):
    line, column = place_of_error(source, variables) or (1, 1)

    assert line == 1
    assert 1 <= column <= len(source) + 1


@UNTIMED
@given(st.text(max_size=60))
def test_takes_any_text_for_a_formula_or_says_where_it_is_none(source):
    line, _ = place_of_error(source, {}) or (1, 1)

    assert 1 <= line <= source.count("\n") + 1


@UNTIMED
@given(st.lists(NUMBERS, min_size=1, max_size=12), st.lists(SIGNS, min_size=11, max_size=11))
def test_multiplies_before_it_adds_and_goes_from_left_to_right(numbers, signs):
    source = f"{numbers[0]:f}" + "".join(
        f" {sign} {number:f}" for (sign, _), number in zip(signs, numbers[1:], strict=False)
    )
    python = "".join(part if part in "+-*" else f"Decimal('{part}')" for part in source.split(" "))
    with localcontext(CONTEXT):
        expected = eval(python, {"Decimal": Decimal})

    assert evaluate(parse(source), {}, {}).value == expected
