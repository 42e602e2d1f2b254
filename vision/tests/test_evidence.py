from dataclasses import replace

import numpy as np
import pytest

from vision.numbers.evidence import (
    FIGURES,
    Likelihood,
    Place,
    Sighting,
    Text,
    are_sure,
    figures,
    is_distance,
    likely_numbers,
    phrase_of,
    without_parts,
)
from vision.numbers.formats import NumberFormat
from vision.numbers.recognition import Look


def look(text, sure=0.99):
    """Make a look that shows a number, or a word, each character equally sure."""
    steps = np.full((len(text), 12), 0.0, np.float32)
    for step, character in zip(steps, text, strict=True):
        step[int(character) + 1 if character.isdigit() else 11] = sure
    return Look(text=text, confidence=sure, places=(), steps=steps)


def test_two_models_that_see_the_same_number_are_sure():
    assert are_sure(look("5310"), look("5310"))


@pytest.mark.parametrize(
    "other", [look("5311"), look("5310", 0.9), look("RUN")], ids=["another", "weak", "word"]
)
def test_a_doubt_of_either_model_is_a_doubt(other):
    assert not are_sure(look("5310"), other)
    assert not are_sure(other, look("5310"))


def test_a_word_is_no_sure_number():
    assert not are_sure(look("RUN"), look("RUN"))


def at(left, right, top=100.0):
    return Place(left=left, top=top, right=right, bottom=top + 40, size=40)


def text(words, place):
    return Text(place=place, look=look(words))


def test_a_number_between_words_is_part_of_their_phrase():
    texts = [text("RUN", at(140, 220)), text("21", at(100, 130)), text("CITY", at(20, 90))]

    assert phrase_of(at(100, 130), "21", texts) == "CITY 21 RUN"


def test_digits_cut_out_of_a_text_have_its_words():
    assert phrase_of(at(180, 220), "21", [text("BANGSAEN21", at(20, 220))]) == "BANGSAEN21"


@pytest.mark.parametrize(
    "beside",
    [text("RUN", at(400, 480)), text("RUN", at(140, 220, top=300)), text("77", at(140, 170))],
    ids=["far away", "another line", "a number"],
)
def test_a_number_without_words_beside_it_has_no_phrase(beside):
    assert phrase_of(at(100, 130), "21", [text("21", at(100, 130)), beside]) == ""


def seen(value, place, sureness=-0.01, ground=0.3):
    corners = np.array(
        [
            [place.left, place.top],
            [place.right, place.top],
            [place.right, place.bottom],
            [place.left, place.bottom],
        ],
        np.float32,
    )
    return Sighting(
        corners=corners,
        place=place,
        looks=(look(value),),
        far=look(value),
        other=look(value),
        numbers={value: Likelihood(mean=sureness, other=sureness)},
        ground=ground,
    )


@pytest.mark.parametrize(
    ("number", "beside", "is_sign"),
    [("8", "KM", True), ("30", "km", True), ("8", "RUN", False), ("512", "KM", False)],
)
def test_one_or_two_digits_beside_a_unit_are_a_distance(number, beside, is_sign):
    assert is_distance(seen(number, at(100, 140)), [text(beside, at(150, 200))]) is is_sign


def test_the_longer_number_of_a_place_counts():
    whole, half = seen("1841", at(100, 200), sureness=-0.3), seen("184", at(100, 175))

    assert without_parts([half, whole]) == [whole]


def test_a_digit_too_many_does_not_count():
    surer, longer = seen("198", at(100, 180)), seen("1198", at(85, 180), sureness=-0.7)

    assert without_parts([longer, surer]) == [surer]


def test_a_short_number_without_ground_is_perhaps_cut():
    others = [seen("3552", at(400, 500)), seen("818", at(600, 680))]

    cut = figures(seen("402", at(100, 180), ground=0.0), "402", others, 1000)
    bare = figures(seen("949", at(100, 180), ground=0.3), "949", others, 1000)

    assert cut[FIGURES.index("perhaps cut")] == 0.5
    assert bare[FIGURES.index("perhaps cut")] == 0.0


def test_the_likeliest_number_is_no_rival_of_the_others():
    sighting = seen("2537", at(100, 180))
    weaker = {"3537": Likelihood(mean=-1.0, other=-1.0), "3587": Likelihood(mean=-4.0, other=-4.0)}
    sighting = replace(sighting, numbers={**sighting.numbers, **weaker})

    leads = [figures(sighting, value, [], 1000)[FIGURES.index("lead")] for value in weaker]

    assert leads == [3.0, -3.0]


def test_a_number_counts_without_a_first_letter_that_nobody_can_read():
    steps = np.zeros((4, 38), np.float32)
    steps[0, [9, 12, 37]] = 0.3, 0.3, 0.35  # 8, B, or something else
    steps[[1, 2, 3], [2, 3, 4]] = 0.99
    letters = NumberFormat.LETTERS_AND_DIGITS
    one = Look(text="8123", confidence=0.5, places=(), steps=steps, number_format=letters)

    assert next(iter(likely_numbers([one], one))) == "123"

    steps[0] = 0.0
    steps[0, 12] = 0.9
    assert next(iter(likely_numbers([one], one))) == "B123"
