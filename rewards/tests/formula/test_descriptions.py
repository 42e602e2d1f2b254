"""What staff read about functions…"""

import pytest

from rewards.formula import parse
from rewards.formula.descriptions import DESCRIPTIONS, EXAMPLE_COEFFICIENTS
from rewards.formula.functions import FUNCTIONS
from rewards.tests.formula.formulas import evaluate


def test_is_about_each_function():
    assert DESCRIPTIONS.keys() == FUNCTIONS.keys()


@pytest.mark.parametrize("name", DESCRIPTIONS)
def test_shows_the_value_that_its_example_has(name: str):
    described = DESCRIPTIONS[name]

    found = evaluate(parse(described.example, variables=()), {}, EXAMPLE_COEFFICIENTS)

    assert found.value == described.value
    assert described.signature.startswith(f"{name}(")
    assert described.example.startswith(f"{name}(")
    assert described.says.endswith(".")
