"""What a formula computed is said in words…"""

from decimal import Decimal
from typing import Any

import pytest

from rewards.formula.conditions import where_in_words
from rewards.formula.functions import FUNCTIONS
from rewards.formula.sentences import in_words, plain_steps
from rewards.formulas.candidates import prepare

UNITS = {"distance": "km", "time_in_seconds": "s", "pulse": "beats/min"}
COEFFICIENTS = {"rate": "2.5", "table": "[[0, 1], [5, 1.25]]", "bonus": '{"table": [[20, 2]]}'}
VARIABLES: dict[str, Any] = {
    "distance": Decimal("10.5"),
    "time_in_seconds": Decimal(3465),
    "pulse": None,
    "discipline": "running",
    "is_manual": False,
    "correct_answers": Decimal(8),
}


def said(expression: str) -> list[str]:
    revision = prepare(1, expression, {}, COEFFICIENTS)
    return [step.text for step in plain_steps(expression, revision.trace(VARIABLES), UNITS)]


SENTENCES = {
    "distance * coeff('rate')": ["10.5 km × 2.5 (rate) = 26.25"],
    "distance": ["the formula gives 10.5 km"],
    "100": ["the formula gives 100"],
    "coeff('rate')": ["the formula gives 2.5 (rate)"],
    "correct_answers / 3": ["8 (correct answers) ÷ 3 = about 2.67"],
    "time_in_seconds / 57.75000001": ["3,465 s ÷ about 57.75 = about 60"],
    "distance - 1 + 3": ["10.5 km − 1 + 3 = 12.5"],
    "3465 % 7": ["3,465 modulo 7 = 0"],
    "piecewise(coeff('table'), distance)": ["the table table gives 1.25 for 10.5 km"],
    "piecewise(coeff('bonus.table'), distance)": ["the table bonus.table has no row for 10.5 km"],
    "after_linear(distance, 5, 2, 3)": ["what 10.5 km has above 5, times 2, at most 3, is 3"],
    "after_linear(distance, 5, 2, null)": ["what 10.5 km has above 5, times 2, is 11"],
    "clamp(distance, 0, 10)": ["10.5 km, but at least 0 and at most 10, is 10"],
    "min(distance, 5)": ["the smaller one of 10.5 km and 5 is 5"],
    "max(distance, 5)": ["the larger one of 10.5 km and 5 is 10.5"],
    "coalesce(pulse, 3)": ["the first known one of no value (pulse), 3 is 3"],
    "abs(-2)": ["minus 2 is -2", "-2, without its sign, is 2"],
    "round(distance)": ["10.5 km, rounded, is 11"],
    "floor(distance)": ["10.5 km, rounded down, is 10"],
    "ceil(distance)": ["10.5 km, rounded up, is 11"],
    "in(discipline, 'walking', 'running') ? 1 : 2": [
        "running (discipline) is one of walking, running: yes",
        "the condition in(discipline, 'walking', 'running') holds, so the first result counts: 1",
    ],
    "distance > 50 or is_manual ? 1 : 2": [
        "10.5 km is more than 50: no",
        "one of these must hold: distance > 50 (no), is_manual (no); so: no",
        "the condition distance > 50 or is_manual does not hold, so the second result counts: 2",
    ],
    "not is_manual and distance < 50\n ? distance : 0": [
        "not is_manual: yes",
        "10.5 km is less than 50: yes",
        "all of these must hold: not is_manual (yes), distance < 50 (yes); so: yes",
        "the condition not is_manual and distance < 50 holds, so the first result counts: 10.5",
    ],
    "pulse * 2": ["no value (pulse) × 2 = no value"],
}


@pytest.mark.parametrize("expression", SENTENCES)
def test_without_places_and_long_decimals(expression: str):
    assert said(expression) == SENTENCES[expression]


def test_for_each_function_of_the_language():
    text = " ".join(SENTENCES)

    assert [name for name in FUNCTIONS if f"{name}(" not in text] == []


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("59.999982605", "about 60"),
        ("26.25", "26.25"),
        ("1234567.891", "about 1,234,567.89"),
        ("0.00012345", "about 0.00012"),
        ("-0.5", "-0.5"),
        ("0", "0"),
        ("'it''s'", "it's"),
        ("true", "yes"),
        ("null", "no value"),
    ],
)
def test_rounds_values_for_people(value: str, shown: str):
    assert in_words(value) == shown


OF_CONDITIONS = {"distance": "km"}


@pytest.mark.parametrize(
    ("where", "words"),
    [
        (None, "every activity"),
        ({}, "every activity"),
        ({"distance": {"gte": 5, "lt": 10.5}},
         "distance is at least 5 km and distance is less than 10.5 km"),
        ({"discipline": ["running", "walking"], "distance": [5], "is_manual": False},
         "discipline is one of running, walking and distance is 5 km and is manual is no"),
        ({"discipline": {"ne": "running"}}, "discipline is other than running"),
        ("distance >= 5\n and discipline == 'running' and not is_manual",
         "distance is at least 5 km and discipline is running and is manual is no"),
        ("distance > 5 or\n  pulse < 100", "distance > 5 or pulse < 100"),
    ],
)  # fmt: skip
def test_condition_is_said_with_units_or_stays_an_expression(where: Any, words: str):
    assert where_in_words(where, OF_CONDITIONS) == words
