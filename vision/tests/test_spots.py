import numpy as np
import pytest

from vision.numbers.pieces import Margins
from vision.numbers.recognition import Look
from vision.numbers.spots import beside, longer_number, numbers_of, rows_of_small_numbers

REGION = np.array([[0, 0], [200, 0], [200, 40], [0, 40]], np.float32)


def look(text, places=None):
    places = places or [(index + 0.5) / len(text) for index in range(len(text))]
    return Look(
        text=text, confidence=0.9, places=tuple(places), steps=np.zeros((1, 12), np.float32)
    )


def spans(text, places=None):
    found = numbers_of(REGION, look(text, places))
    return [(round(corners[0][0]), round(corners[1][0])) for corners in found]


def test_a_text_of_digits_is_a_number():
    assert spans("5520") == [(0, 200)]


def test_digits_beside_a_word_are_cut_out():
    [(left, right)] = spans("552 RUN", [0.05, 0.15, 0.25, 0.4, 0.6, 0.7, 0.8])

    assert left == 0
    assert 50 < right < 80


@pytest.mark.parametrize("text", ["DA-744-KJ", "M552", "3.0", "12:30", "2018/19", "21,1"])
def test_digits_of_words_times_and_dates_are_none(text):
    assert spans(text) == []


@pytest.mark.parametrize("text", ["30541m", "M90038"])
def test_a_letter_beside_many_digits_is_a_category(text):
    assert len(spans(text)) == 1


@pytest.mark.parametrize("text", ["552m", "30541M", "m30541", "E0349", "MH90038"])
def test_digits_of_a_tag_or_a_plate_are_none(text):
    assert spans(text) == []


def test_beside_a_part_is_looked_only_where_the_text_ends():
    [part] = numbers_of(REGION, look("552 RUN", [0.05, 0.15, 0.25, 0.4, 0.6, 0.7, 0.8]))

    assert beside(part, REGION, Margins(left=0.2, right=0.2)) == Margins(left=0.2)


def test_rows_of_small_numbers_reach_from_the_highest_to_the_lowest():
    small = [REGION * 0.5 + np.array((0, top), np.float32) for top in (300, 400)]

    assert rows_of_small_numbers([*small, REGION], [look("552")] * 3, 1000) == slice(250, 430)


def test_large_numbers_words_and_numbers_all_over_have_no_rows():
    small, far_below = REGION * 0.5, REGION * 0.5 + np.array((0, 900), np.float32)

    assert rows_of_small_numbers([REGION, small], [look("552"), look("RUN")], 1000) is None
    assert rows_of_small_numbers([small, far_below], [look("552")] * 2, 1000) is None


def test_a_text_without_digits_has_no_number():
    assert spans("FINISH") == []


def test_more_digits_than_a_number_has_are_none():
    assert spans("1234567890") == []


def test_finds_the_longer_number_around_a_part():
    longer = longer_number(REGION, look(" 1743 "), "743")

    assert longer is not None
    assert longer_number(REGION, look(" 743 "), "743") is None
    assert longer_number(REGION, look(" 1852 "), "743") is None
