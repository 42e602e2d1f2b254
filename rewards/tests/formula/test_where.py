"""`__where`: for which activities a formula is."""

from typing import Any

import pytest

from rewards.formula import FormulaRunError, FormulaSyntaxError, Where, check_where
from rewards.tests.formula.formulas import KINDS, VARIABLES

CURE = '; write it as "distance > 5", or leave it out'
OPERATORS = "there are gte, gt, lte, lt, ne, in"


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (None, True),
        ({}, True),
        ("distance > 10 and not is_manual", True),
        ("distance > 20", False),
        ("coeff('least') <= distance", True),
        ({"discipline": "running"}, True),
        ({"discipline": "walking"}, False),
        ({"discipline": ["walking", "running"]}, True),
        ({"discipline": "running", "distance": 11}, False),
        ({"distance": 12}, True),
        ({"distance": 12.0}, True),
        ({"distance": {"gte": 12, "lte": 12}}, True),
        ({"distance": {"gt": 12}}, False),
        ({"distance": {"lt": 12.5}}, True),
        ({"distance": {"ne": 12}}, False),
        ({"distance": {"in": [1, 12]}}, True),
        ({"is_manual": False}, True),
        ({"pulse": {"ne": 1}}, False),
    ],
)
def test_is_met_only_by_activities_that_it_describes(where: Any, expected: bool):
    check_where(where, KINDS, {"least": "12"})

    assert Where(where, {"least": "12"}).suits(VARIABLES) is expected


@pytest.mark.parametrize(
    ("where", "detail"),
    [
        (1, f"a condition is an expression or an object{CURE}"),
        ([], f"a condition is an expression or an object{CURE}"),
        (" ", f"the condition is empty{CURE}"),
        ({"discipline": []}, "'discipline' in the condition has no value: this is never true"),
        ({"discipline": {}}, "'discipline' in the condition has no value: this is never true"),
        (
            "speed > 1",
            (
                "unknown variable 'speed'; there are distance, discipline, "
                "is_manual, pulse; a text stands in quotes: 'speed'"
            ),
        ),
        ("distance > coeff('lest')", "no coefficient 'lest'; did you mean 'least'?"),
        (
            "distance",
            (
                "this is never true: a condition is needed here, not a number; "
                "compare it, as distance > 5"
            ),
        ),
        ("false", "this is never true"),
        (
            "discipline == 5 and distance > 1",
            (
                "this is never true: a text and a number are never equal; "
                "a number stands without quotes, a text with them"
            ),
        ),
        (
            "pulse == null",
            "this is never true: a comparison with null is false; coalesce(x, 0) replaces null",
        ),
        (
            {"distance": {"gt": "text"}},
            "'distance' is a number, and never meets a text: this is never true",
        ),
        (
            {"distance": {"gte": "10,5"}},
            (
                "'distance' is a number, and never meets a text: this is never true; "
                "a number has a point, as 10.5"
            ),
        ),
        (
            {"is_manual": 0},
            "'is_manual' is a truth value, and never meets a number: this is never true",
        ),
        ({"pulse": None}, "'pulse' is a number, and never meets null: this is never true"),
        (
            {"discipline": [1, None]},
            "'discipline' is a text, and never meets a number: this is never true",
        ),
        ({"speed": 1}, "unknown variable 'speed' in the condition"),
        ({"distance": {"above": 1}}, f"unknown operator 'above' in the condition; {OPERATORS}"),
        ({"distance": {"in": 1}}, "'in' in the condition needs a list of values"),
        ({"distance": {"gt": [1]}}, "'gt' in the condition needs one value"),
        ({"distance": {"gt": {}}}, "'gt' in the condition needs one value"),
    ],
)
def test_refuses_when_saved(where: Any, detail: str):
    with pytest.raises(FormulaSyntaxError) as refusal:
        check_where(where, KINDS, {"least": "12"})

    assert refusal.value.detail == detail


def test_fails_when_its_expression_does():
    with pytest.raises(FormulaRunError, match="division by zero"):
        Where("1 / (distance - 12) > 1", {}).suits(VARIABLES)
