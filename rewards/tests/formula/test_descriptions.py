"""What staff read about functions…"""

import pytest

from rewards.formula import parse
from rewards.formula.functions import EXAMPLE_COEFFICIENTS, FUNCTIONS
from rewards.tests.formula.formulas import evaluate


@pytest.mark.parametrize("name", FUNCTIONS)
def test_shows_the_value_that_its_example_has(name: str):
    described = FUNCTIONS[name]
    source, value = described.example

    found = evaluate(parse(source, variables=()), {}, EXAMPLE_COEFFICIENTS)

    assert found.value == value
    assert described.signature.startswith(f"{name}(")
    assert source.startswith(f"{name}(")
    assert described.says.endswith(".")
