"""`__where`: for which activities a formula is."""

from typing import Any

import pytest

from rewards.formula import FormulaRunError, FormulaSyntaxError, Where, check_where
from rewards.tests.formula.formulas import VARIABLES


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (None, True),
        ({}, True),
        ("distance > 10 and not is_manual", True),
        ("distance > 20", False),
        ("distance", False),
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
        ({"distance": {"gt": "text"}}, False),
        ({"is_manual": False}, True),
        ({"is_manual": 0}, False),
        ({"pulse": None}, False),
        ({"pulse": {"ne": 1}}, False),
    ],
)
def test_is_met_only_by_activities_that_it_describes(where: Any, expected: bool):
    check_where(where, VARIABLES)

    assert Where(where, {"least": "12"}).suits(VARIABLES) is expected


@pytest.mark.parametrize(
    ("where", "detail"),
    [
        (1, "__where is an expression or an object"),
        ([], "__where is an expression or an object"),
        ("speed > 1", "unknown variable 'speed'"),
        ({"speed": 1}, "unknown variable 'speed' in __where"),
        ({"distance": {"above": 1}}, "unknown operator 'above' in __where"),
        ({"distance": {"in": 1}}, "'in' in __where has an unfit operand"),
        ({"distance": {"gt": [1]}}, "'gt' in __where has an unfit operand"),
        ({"distance": {"gt": {}}}, "'gt' in __where has an unfit operand"),
    ],
)
def test_refuses_when_saved(where: Any, detail: str):
    with pytest.raises(FormulaSyntaxError) as refusal:
        check_where(where, VARIABLES)

    assert refusal.value.detail == detail


def test_fails_when_its_expression_does():
    with pytest.raises(FormulaRunError, match="division by zero"):
        Where("1 / (distance - 12) > 1", {}).suits(VARIABLES)
