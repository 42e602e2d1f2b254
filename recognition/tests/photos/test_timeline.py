"""The timeline of a photo's history…"""

from datetime import UTC, datetime, timedelta

import pytest

from recognition.admin.photos.timeline import steps_of
from recognition.queries.photos.history.entries import Happening

MIDNIGHT = datetime(2026, 5, 18, tzinfo=UTC)


def happening(kind: str, seconds: float) -> Happening:
    return Happening(occurred_on=MIDNIGHT + timedelta(seconds=seconds), kind=kind, text=kind)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0.0004, "+0.000 s"),
        (1.5, "+1.500 s"),
        (59.6, "+60 s"),
        (725, "+12 min"),
        (7384, "+2 h 3 min"),
    ],
)
def test_says_how_long_after_the_step_before(seconds: float, said: str) -> None:
    first, second = steps_of([happening("Published", 0), happening("RequestSent", seconds)])

    assert (first.after, second.after) == ("", said)


def test_names_a_day_once() -> None:
    steps = steps_of([happening("Published", at) for at in (-2, -1, 1, 2)])

    assert [step.day is not None for step in steps] == [True, False, True, False]


@pytest.mark.parametrize(
    ("kind", "words", "colour"),
    [
        ("NumbersRecognized", "Numbers recognized", "success"),
        ("AttemptFailed", "Attempt failed", "danger"),
        ("DeliveryDead", "Delivery dead", "danger"),
        ("NumberRejected", "Number rejected", "warning"),
        ("RequestSent", "Request sent", ""),
    ],
)
def test_tells_kinds_in_words_and_colours(kind: str, words: str, colour: str) -> None:
    [step] = steps_of([happening(kind, 0)])

    assert (step.kind, step.colour) == (words, colour)
