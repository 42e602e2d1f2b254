"""Inputs as staff write them…"""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from programs.activity_types import variables_of
from rewards.formula.values import written
from rewards.formulas.inputs import faults_of_inputs, read_input


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("10.5", Decimal("10.5")),
        (" -3 ", Decimal(-3)),
        ("'it''s'", "it's"),
        ("'two\nlines'", "two\nlines"),
        ("''", ""),
        ("true", True),
        ("null", None),
    ],
)
def test_are_literals_of_the_language(text: str, value: object):
    assert read_input(text) == value


@pytest.mark.parametrize(
    "text", ["", "running", "1 + 1", "- -1", "1e999", "[1]", "'a", "-'a'", "--"]
)
def test_are_nothing_else(text: str):
    with pytest.raises(ValueError, match="must "):
        read_input(text)


def test_are_of_bounded_length():
    with pytest.raises(ValueError, match="has more than 2000 characters"):
        read_input(f"'{'x' * 2000}'")


@settings(deadline=None, max_examples=50)
@given(st.text(max_size=20) | st.booleans() | st.none() | st.decimals(-(10**12), 10**12, places=9))
def test_are_read_as_they_are_written(value: object):
    assert read_input(written(value)) == value  # type: ignore[arg-type]


def test_are_of_the_kind_of_their_variable():
    given = {"distance": "'5'", "distanse": "5", "pulse": "null", "is_manual": "1"}

    faults = dict(faults_of_inputs(given, variables_of("SportActivity")))

    assert faults == {
        "distance": "is a number, as 10.5, not a text",
        "distanse": "unknown variable 'distanse'; did you mean 'distance'?",
        "is_manual": "is a truth value, as false, not a number",
    }
