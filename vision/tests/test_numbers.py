"""Numbers are read on photos, and spelt by the lattice of what is probable…"""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from vision.boxes import Box
from vision.numbers.formats import NumberFormat
from vision.numbers.lattice import log_probabilities, numbers_in
from vision.numbers.reading import NumberReader
from vision.numbers.recognition import Look
from vision.numbers.unread import (
    MOST_UNREAD,
    TRACE,
    Unread,
    digits_in,
    left_unread,
    may_show_digits,
)
from vision.tests.drawing import SMALL, draw_bib, photo_of, pixels_of, street


@pytest.fixture(scope="module")
def reader() -> NumberReader:
    return NumberReader()


# Readings of lower confidence are returned, but not accepted.
ACCEPTED = 0.4


def values(reader: NumberReader, photo: Image.Image) -> set[str]:
    return {one.value for one in reader.read(pixels_of(photo)) if one.confidence >= ACCEPTED}


def test_reads_the_numbers_of_several_bibs(reader):
    photo = photo_of({"552": (100, 200), "8037": (700, 300), "17": (1200, 600)})

    assert values(reader, photo) == {"552", "8037", "17"}


def test_reads_letters_where_numbers_have_some(reader):
    photo = photo_of({"T2182": (100, 200), "S0374": (600, 500), "552": (1200, 300)}, digits=60)

    found = reader.read(pixels_of(photo), NumberFormat.LETTERS_AND_DIGITS)

    assert {one.value for one in found if one.confidence >= ACCEPTED} == {"T2182", "S0374", "552"}
    assert values(reader, photo) == {"552"}


def test_gives_the_place_of_a_number_in_fractions_of_the_image(reader):
    photo = photo_of({"8037": (800, 534)})

    [reading] = reader.read(pixels_of(photo))

    middle = reading.box.left + reading.box.width / 2, reading.box.top + reading.box.height / 2
    assert middle == pytest.approx((0.5 + 98 / 1600, 0.5 + 72 / 1068), abs=0.02)
    assert 0.9 <= reading.confidence <= 1.0


@pytest.mark.parametrize("digits", [22, 60, 150, 330])
def test_reads_small_and_large_digits(reader, digits):
    photo = photo_of({"6291": (200, 150)}, digits=digits)

    assert values(reader, photo) == {"6291"}


@pytest.mark.parametrize("left", [380, 420, 460, 500, 540])
def test_reads_a_number_wherever_the_seams_of_the_tiles_fall(reader, left):
    assert values(reader, photo_of({"7483": (left, 300)})) == {"7483"}


def test_reads_a_number_that_hangs_askew(reader):
    photo = street(*SMALL)
    draw_bib(photo, "890", (300, 180), digits=80)

    assert values(reader, photo.rotate(12, fillcolor=(110, 110, 110))) == {"890"}


def test_reads_the_same_number_once(reader):
    photo = photo_of({"918": (100, 200)})
    draw_bib(photo, "918", (900, 500))

    assert [reading.value for reading in reader.read(pixels_of(photo))] == ["918"]


def test_leaves_words_and_a_number_plate_out(reader):
    photo = photo_of({"DA-744-KJ": (100, 20)}, size=SMALL)
    ImageDraw.Draw(photo).text((100, 250), "FINISH", (0, 0, 0), ImageFont.load_default(120))

    assert values(reader, photo) == set()
    assert values(reader, street()) == set()


def test_does_not_make_a_number_of_half_hidden_digits(reader):
    photo = photo_of({"1480": (200, 150)}, digits=80, size=SMALL)
    # A hand over the right half of the 0.
    ImageDraw.Draw(photo).ellipse((396, 190, 500, 310), fill=(200, 150, 120))

    assert "1481" not in values(reader, photo)
    assert "148" not in values(reader, photo)


def test_leaves_a_number_out_that_is_covered_at_one_end(reader):
    photo = photo_of({"163": (600, 400), "552": (200, 700), "8037": (900, 700)}, digits=80)
    left_of_the_6 = 600 + 40 + 80 // 2 + 6
    # An arm over the 1 and the bib to the left of the 6.
    ImageDraw.Draw(photo).rectangle((540, 340, left_of_the_6, 640), fill=(205, 150, 125))

    assert values(reader, photo) == {"552", "8037"}


def test_reads_a_number_half_in_the_shadow(reader):
    photo = photo_of({"541": (200, 150)}, digits=80, size=SMALL)
    pixels = pixels_of(photo).copy()
    pixels[:, :320] = (pixels[:, :320] * 0.6).astype(pixels.dtype)

    assert [reading.value for reading in reader.read(pixels)] == ["541"]


def look(*steps):
    """Make a look from what is probable at each step: {character: probability}; "" is none."""
    rows = np.zeros((len(steps), 12), np.float32)
    for row, step in zip(rows, steps, strict=True):
        for character, probability in step.items():
            row[0 if character == "" else int(character) + 1] = probability
        row[11] = 1 - sum(step.values())
    return Look(text="", confidence=1.0, places=(), steps=rows)


def test_lattice_adds_all_ways_to_write_a_number():
    one = look({"5": 0.8, "": 0.2}, {"5": 0.5, "": 0.5})

    # 5 5, 5 and none, none and 5: all are 5.
    assert np.exp(log_probabilities([one], "5")) == pytest.approx([0.4 + 0.4 + 0.1])


def test_lattice_a_repeated_digit_needs_a_gap():
    together = look({"1": 0.9}, {"1": 0.9}, {"1": 0.9})
    apart = look({"1": 0.9}, {"": 0.9}, {"1": 0.9})

    of_together, of_apart = np.exp(log_probabilities([together, apart], "11"))

    assert of_together < 1e-5
    assert of_apart == pytest.approx(0.9**3, rel=1e-3)


def test_lattice_names_the_numbers_one_change_away():
    one = look({"1": 0.6, "7": 0.4}, {"": 1.0}, {"4": 0.7, "": 0.3})

    assert numbers_in([one], longest=9) == {"14", "74", "1"}


def test_lattice_leaves_out_numbers_that_are_too_long_and_zeros_alone():
    assert numbers_in([look({"1": 1.0}, {"2": 1.0})], longest=1) == set()
    assert numbers_in([look({"0": 1.0}, {"7": 0.6, "0": 0.4})], longest=9) == {"07"}


def test_lattice_a_question_mark_is_any_character():
    one = look({"8": 0.3, "3": 0.2}, {"5": 0.9, "": 0.1})

    assert np.exp(log_probabilities([one], "?5")) == pytest.approx([0.9], abs=0.05)
    assert np.exp(log_probabilities([one], "85")) == pytest.approx([0.27], abs=0.01)


def place(left: float, confidence: float) -> Unread:
    return Unread(box=Box(left=left, top=0.1, width=0.1, height=0.1), confidence=confidence)


def look_at(text: str, confidence: float) -> Look:
    return Look(text=text, confidence=confidence, places=(), steps=np.zeros((0, 12), np.float32))


def test_lattice_unread_are_those_beside_the_readings_the_surest_first():
    weak, strong, read = place(0.1, 0.2), place(0.3, 0.9), place(0.6, 0.8)

    assert left_unread([weak, strong, read], [place(0.65, 1.0).box]) == [strong, weak]


def test_lattice_unread_are_none_where_the_text_has_hardly_any_digits():
    assert left_unread([place(0.1, digits_in(look_at("SPONSOR1", 0.7)))], []) == []


def test_lattice_unread_are_a_few_of_many():
    assert len(left_unread([place(0.1, 0.5)] * 30, [])) == MOST_UNREAD


def test_lattice_unread_count_the_digits_of_a_text():
    assert digits_in(look_at("12A4", 0.8)) == 0.8 * 3 / 4
    assert digits_in(look_at("", 0.0)) == 0.0


@pytest.mark.parametrize(("column", "shows"), [(0, False), (1, True), (10, True), (11, False)])
def test_lattice_unread_a_trace_of_a_digit_at_any_step_is_worth_another_look(column, shows):
    steps = np.zeros((3, 12), np.float32)
    steps[1, column] = TRACE

    seen = Look(text="", confidence=0.5, places=(), steps=steps)

    assert may_show_digits(seen) is shows
