"""What speaks for a number: looks, phrases, figures, and how they are judged…"""

import json
import random
from dataclasses import replace

import numpy as np
import pytest

from vision.boxes import Box
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
from vision.numbers.judging import FILE, Judgement, fitted, packaged_judgement
from vision.numbers.reading import Evidence, judged
from vision.numbers.recognition import Look


def look(text, sure=0.99):
    """Make a look that shows a number, or a word, each character equally sure."""
    steps = np.full((len(text), 12), 0.0, np.float32)
    for step, character in zip(steps, text, strict=True):
        step[int(character) + 1 if character.isdigit() else 11] = sure
    return Look(text=text, confidence=sure, places=(), steps=steps)


@pytest.mark.parametrize(
    ("one", "other", "sure"),
    [
        (look("5310"), look("5310"), True),
        (look("5310"), look("5311"), False),
        (look("5310"), look("5310", 0.9), False),
        (look("5310"), look("RUN"), False),
        (look("RUN"), look("RUN"), False),
    ],
    ids=["the same", "another", "weak", "a word", "words"],
)
def test_two_models_that_see_the_same_number_are_sure_and_a_doubt_of_either_is_one(
    one, other, sure
):
    assert are_sure(one, other) is are_sure(other, one) is sure


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


def test_the_longer_number_of_a_place_counts_but_not_a_digit_too_many():
    whole, half = seen("1841", at(100, 200), sureness=-0.3), seen("184", at(100, 175))
    surer, longer = seen("198", at(100, 180)), seen("1198", at(85, 180), sureness=-0.7)

    assert without_parts([half, whole]) == [whole]
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


BOX = Box(left=0.1, top=0.1, width=0.1, height=0.1)

PLAIN = Judgement(
    usual=(0.0,) * len(FIGURES),
    spread=(1.0,) * len(FIGURES),
    weights=(1.0,) + (0.0,) * (len(FIGURES) - 1),
    bias=0.0,
)


def row(strength):
    return np.array([strength, *[0.0] * (len(FIGURES) - 1)])


SURE, WEAK = row(3.0), row(-1.0)


def evidence(**figures):
    return Evidence(box=BOX, figures={name.strip("_"): row for name, row in figures.items()})


def test_judged_a_confidence_is_the_share_that_is_right():
    draw = random.Random(1)
    strengths = [draw.gauss(0, 1) for _ in range(2000)]
    rows = [row(strength) for strength in strengths]
    right = [draw.random() < 1 / (1 + np.exp(-2 * strength)) for strength in strengths]

    judgement = fitted(rows, right)

    for strength, share in ((-1.0, 0.119), (0.0, 0.5), (1.0, 0.881)):
        assert judgement.confidence(row(strength)) == pytest.approx(share, abs=0.04)


def test_judged_the_packaged_weights_are_those_of_the_figures():
    assert set(json.loads(FILE.read_text())["figures"]) == set(FIGURES)
    assert len(packaged_judgement().weights) == len(FIGURES)


def test_judged_weights_are_written_as_they_are_read(tmp_path):
    assert json.loads(packaged_judgement().as_json()) == json.loads(FILE.read_text())


def test_judged_the_same_number_is_returned_once_with_its_best_confidence():
    readings = judged([evidence(_552=WEAK), evidence(_552=SURE)], PLAIN)

    assert [(one.value, one.confidence > 0.9) for one in readings] == [("552", True)]


def test_judged_alternatives_are_no_surer_than_the_reading():
    unsure = evidence(_148=row(1.0), _1480=WEAK, _1481=SURE, _146=WEAK, _149=WEAK, _143=WEAK)

    [reading] = judged([unsure], PLAIN)

    first, *others = reading.alternatives
    assert (reading.value, first.value, len(others)) == ("148", "1481", 4)
    assert first.confidence == reading.confidence > max(other.confidence for other in others)
