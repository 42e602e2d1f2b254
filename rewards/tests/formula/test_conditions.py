"""A condition in words for people…"""

from typing import Any

import pytest

from rewards.formula.conditions import where_in_words

UNITS = {"distance": "km"}


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
def test_is_said_with_units_or_stays_an_expression(where: Any, words: str):
    assert where_in_words(where, UNITS) == words
