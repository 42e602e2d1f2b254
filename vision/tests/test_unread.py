"""Places with digits that no reading stands on…"""

import numpy as np
import pytest

from vision.boxes import Box
from vision.numbers.recognition import Look
from vision.numbers.unread import (
    MOST_UNREAD,
    TRACE,
    Unread,
    digits_in,
    left_unread,
    may_show_digits,
)


def place(left: float, confidence: float) -> Unread:
    return Unread(box=Box(left=left, top=0.1, width=0.1, height=0.1), confidence=confidence)


def look(text: str, confidence: float) -> Look:
    return Look(text=text, confidence=confidence, places=(), steps=np.zeros((0, 12), np.float32))


def test_are_those_beside_the_readings_the_surest_first():
    weak, strong, read = place(0.1, 0.2), place(0.3, 0.9), place(0.6, 0.8)

    assert left_unread([weak, strong, read], [place(0.65, 1.0).box]) == [strong, weak]


def test_are_none_where_the_text_has_hardly_any_digits():
    assert left_unread([place(0.1, digits_in(look("SPONSOR1", 0.7)))], []) == []


def test_are_a_few_of_many():
    assert len(left_unread([place(0.1, 0.5)] * 30, [])) == MOST_UNREAD


def test_count_the_digits_of_a_text():
    assert digits_in(look("12A4", 0.8)) == 0.8 * 3 / 4
    assert digits_in(look("", 0.0)) == 0.0


@pytest.mark.parametrize(("column", "shows"), [(0, False), (1, True), (10, True), (11, False)])
def test_a_trace_of_a_digit_at_any_step_is_worth_another_look(column, shows):
    steps = np.zeros((3, 12), np.float32)
    steps[1, column] = TRACE

    seen = Look(text="", confidence=0.5, places=(), steps=steps)

    assert may_show_digits(seen) is shows
