import numpy as np
import pytest

from vision.boxes import Box
from vision.numbers.lattice import log_probabilities, numbers_in
from vision.numbers.recognition import Look
from vision.numbers.unread import (
    MOST_UNREAD,
    TRACE,
    Unread,
    digits_in,
    left_unread,
    may_show_digits,
)


def look(*steps):
    """Make a look from what is probable at each step: {character: probability}; "" is none."""
    rows = np.zeros((len(steps), 12), np.float32)
    for row, step in zip(rows, steps, strict=True):
        for character, probability in step.items():
            row[0 if character == "" else int(character) + 1] = probability
        row[11] = 1 - sum(step.values())
    return Look(text="", confidence=1.0, places=(), steps=rows)


def test_adds_all_ways_to_write_a_number():
    one = look({"5": 0.8, "": 0.2}, {"5": 0.5, "": 0.5})

    # 5 5, 5 and none, none and 5: all are 5.
    assert np.exp(log_probabilities([one], "5")) == pytest.approx([0.4 + 0.4 + 0.1])


def test_a_repeated_digit_needs_a_gap():
    together = look({"1": 0.9}, {"1": 0.9}, {"1": 0.9})
    apart = look({"1": 0.9}, {"": 0.9}, {"1": 0.9})

    of_together, of_apart = np.exp(log_probabilities([together, apart], "11"))

    assert of_together < 1e-5
    assert of_apart == pytest.approx(0.9**3, rel=1e-3)


def test_names_the_numbers_one_change_away():
    one = look({"1": 0.6, "7": 0.4}, {"": 1.0}, {"4": 0.7, "": 0.3})

    assert numbers_in([one], longest=9) == {"14", "74", "1"}


def test_leaves_out_numbers_that_are_too_long():
    assert numbers_in([look({"1": 1.0}, {"2": 1.0})], longest=1) == set()


def test_zeros_alone_are_no_number():
    assert numbers_in([look({"0": 1.0}, {"7": 0.6, "0": 0.4})], longest=9) == {"07"}


def test_a_question_mark_is_any_character():
    one = look({"8": 0.3, "3": 0.2}, {"5": 0.9, "": 0.1})

    assert np.exp(log_probabilities([one], "?5")) == pytest.approx([0.9], abs=0.05)
    assert np.exp(log_probabilities([one], "85")) == pytest.approx([0.27], abs=0.01)


def place(left: float, confidence: float) -> Unread:
    return Unread(box=Box(left=left, top=0.1, width=0.1, height=0.1), confidence=confidence)


def look_at(text: str, confidence: float) -> Look:
    return Look(text=text, confidence=confidence, places=(), steps=np.zeros((0, 12), np.float32))


def test_unread_are_those_beside_the_readings_the_surest_first():
    weak, strong, read = place(0.1, 0.2), place(0.3, 0.9), place(0.6, 0.8)

    assert left_unread([weak, strong, read], [place(0.65, 1.0).box]) == [strong, weak]


def test_unread_are_none_where_the_text_has_hardly_any_digits():
    assert left_unread([place(0.1, digits_in(look_at("SPONSOR1", 0.7)))], []) == []


def test_unread_are_a_few_of_many():
    assert len(left_unread([place(0.1, 0.5)] * 30, [])) == MOST_UNREAD


def test_unread_count_the_digits_of_a_text():
    assert digits_in(look_at("12A4", 0.8)) == 0.8 * 3 / 4
    assert digits_in(look_at("", 0.0)) == 0.0


@pytest.mark.parametrize(("column", "shows"), [(0, False), (1, True), (10, True), (11, False)])
def test_unread_a_trace_of_a_digit_at_any_step_is_worth_another_look(column, shows):
    steps = np.zeros((3, 12), np.float32)
    steps[1, column] = TRACE

    seen = Look(text="", confidence=0.5, places=(), steps=steps)

    assert may_show_digits(seen) is shows
