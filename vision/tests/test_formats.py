"""What a number is in an album of letters and digits…"""

import numpy as np
import pytest

from vision.numbers.formats import NumberFormat, digits_of, without_look_alikes
from vision.numbers.lattice import log_probabilities, numbers_in
from vision.numbers.recognition import Look
from vision.numbers.spots import numbers_of

LETTERS = NumberFormat.LETTERS_AND_DIGITS
REGION = np.array([[0, 0], [100, 0], [100, 20], [0, 20]], np.float32)


def look(*steps, text="", places=()):
    """Make a look from what is probable at each step: {character: probability}; "" is none."""
    rows = np.zeros((len(steps), len(LETTERS.characters) + 2), np.float32)
    for row, step in zip(rows, steps, strict=True):
        for character, probability in step.items():
            row[LETTERS.characters.index(character) + 1 if character else 0] = probability
        row[-1] = 1 - sum(step.values())
    return Look(text=text, confidence=1.0, places=places, steps=rows, number_format=LETTERS)


@pytest.mark.parametrize("text", ["T2182", "ABC1", "2182t", "12", "T-2182", "1234567890A"])
def test_letters_stand_before_or_after_the_digits(text):
    assert LETTERS.pattern.fullmatch(text)


@pytest.mark.parametrize("text", ["ABCD1", "A1B", "RUN", "1A2", "", "T 2182"])
def test_anything_else_is_no_number(text):
    assert LETTERS.pattern.fullmatch(text) is None


def test_too_many_digits_are_no_number_whatever_letters_they_have():
    assert LETTERS.takes("ABC123456789")
    assert not LETTERS.takes("T1234567890")
    assert digits_of("T2182") == digits_of("2182T") == "2182"


def test_names_the_numbers_one_change_away_that_have_the_format():
    seen = look({"S": 0.6, "5": 0.4}, {"0": 0.7, "O": 0.3}, {"7": 1.0})

    assert numbers_in([seen], longest=9) == {"S07", "507"}
    assert np.exp(log_probabilities([seen], "S07")) == pytest.approx([0.42], rel=1e-3)


@pytest.mark.parametrize(
    ("read", "number"),
    [("SO374", "S0374"), ("TI2", "T12"), ("12O", "120"), ("12OB", "120B"), ("O374", "O374")],
)
def test_beside_other_letters_look_alikes_are_digits(read, number):
    assert without_look_alikes(read) == number


def spots(text, gap=0.0):
    """Return how many spots a text has, its digits that much farther from its letters."""
    begins = next((at for at, one in enumerate(text) if one.isdigit()), 0)
    places = [(at + (gap if at >= begins else 0)) / (len(text) + gap) for at in range(len(text))]
    seen = look(*[{} for _ in text], text=text, places=tuple(places))
    return [corners.tolist() for corners in numbers_of(REGION, seen)]


def test_a_number_with_letters_is_a_spot():
    assert spots("T2182") == [REGION.tolist()]


@pytest.mark.parametrize("text", ["SPONSOR1", "DA-744-KJ", "RUN", "10:30"])
def test_a_word_a_number_plate_and_a_time_are_none(text):
    assert spots(text) == []


def test_digits_apart_from_a_short_word_are_a_spot_of_their_own():
    [part] = spots("RUN552", gap=2)

    assert part[0][0] > 40
