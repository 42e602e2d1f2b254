"""Texts as they are stored and compared…"""

import pytest

from foundation.records.texts import clean, composed_values

LAEUFE, APART = "L\u00e4ufe", "La\u0308ufe"


@pytest.mark.parametrize(
    "text",
    [
        APART,
        f" {APART}\n",
        f"{LAEUFE}\u200b",
        f"\ufeff{LAEUFE}\u2060 \u00a0",
        f"\u200e{APART}\u00ad",
    ],
)
def test_have_one_form_and_nothing_unseen_at_the_ends(text: str) -> None:
    assert clean(text) == LAEUFE


@pytest.mark.parametrize(
    "text", ["", "a\u200bb", "two  words", "👩\u200d🚀", "🏴\U000e0067\U000e007f"]
)
def test_stay_as_they_are_inside(text: str) -> None:
    assert clean(text) == text


def test_nothing_is_left_of_what_is_not_seen() -> None:
    assert clean("\u200b \ufeff") == ""


def test_json_keeps_its_keys() -> None:
    assert composed_values({APART: [APART, 1, None]}) == {APART: [LAEUFE, 1, None]}


def test_a_long_run_of_spaces_or_marks_takes_no_time_worth_mentioning():
    """Anyone may send such a text: quadratic work would take minutes here."""
    spaces, marks = f"a{' ' * 1_000_000}b", "a" + "\u0315\u0300" * 500_000

    assert clean(f" {spaces}\u200b ") == spaces
    assert clean(marks) == marks
