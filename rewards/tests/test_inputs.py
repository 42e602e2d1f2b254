"""Inputs as staff write them…"""

import pytest

from rewards.formulas.inputs import read_input


@pytest.mark.parametrize(
    "text", ["", "running", "1 + 1", "- -1", "1e999", "[1]", "'a", "-'a'", "--"]
)
def test_are_nothing_else(text: str):
    with pytest.raises(ValueError, match="must "):
        read_input(text)


def test_are_of_bounded_length():
    with pytest.raises(ValueError, match="has more than 2000 characters"):
        read_input(f"'{'x' * 2000}'")
