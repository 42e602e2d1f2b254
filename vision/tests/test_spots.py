import numpy as np
import pytest
from PIL import Image, ImageDraw

from vision.numbers.pieces import Margins
from vision.numbers.recognition import Look
from vision.numbers.regions import regions_of, text_height, text_width
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


@pytest.mark.parametrize(
    "text",
    [
        *("DA-744-KJ", "M552", "3.0", "12:30", "2018/19", "21,1"),  # words, times and dates
        *("552m", "30541M", "m30541", "E0349", "MH90038"),  # a tag or a plate
        *("FINISH", "1234567890"),  # no digits, and too many
    ],
)
def test_digits_of_other_texts_are_none(text):
    assert spans(text) == []


@pytest.mark.parametrize("text", ["30541m", "M90038"])
def test_a_letter_beside_many_digits_is_a_category(text):
    assert len(spans(text)) == 1


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


def test_finds_the_longer_number_around_a_part():
    longer = longer_number(REGION, look(" 1743 "), "743")

    assert longer is not None
    assert longer_number(REGION, look(" 743 "), "743") is None
    assert longer_number(REGION, look(" 1852 "), "743") is None


def map_with(*shapes):
    """A map of probabilities, likely within polygons of (x, y)."""
    image = Image.new("F", (200, 100))
    for shape in shapes:
        ImageDraw.Draw(image).polygon(shape, fill=0.9)
    return np.asarray(image)


def turned(middle, size, angle):
    turn = np.radians(angle)
    along, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    sides = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
    return [tuple(middle + x * size[0] * along + y * size[1] * down) for x, y in sides]


def upright(left, top, right, bottom):
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def test_a_region_is_its_rectangle_enlarged():
    (region,) = regions_of(map_with(upright(50, 40, 89, 49)), scale=2.0)

    # 40 x 10 pixels, and area / perimeter x the ratio on each side.
    growth = 40 * 10 / (2 * (40 + 10)) * 1.6
    corners = np.array([(50, 40), (90, 40), (90, 50), (50, 50)])
    outwards = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * growth
    assert region.corners == pytest.approx((corners + outwards) * 2.0, abs=0.1)
    assert region.probability == pytest.approx(0.9)


@pytest.mark.parametrize("angle", [12, -20])
def test_a_turned_region_has_its_angle(angle):
    (region,) = regions_of(map_with(turned((100, 50), (80, 16), angle)), scale=1.0)

    top = region.corners[1] - region.corners[0]
    assert np.degrees(np.arctan2(top[1], top[0])) == pytest.approx(angle, abs=1.5)
    # A turned rim is up to a pixel wider on each side, which grows too.
    assert text_width(region.corners) == pytest.approx(80 + 21, abs=5)
    assert text_height(region.corners) == pytest.approx(16 + 21, abs=5)


@pytest.mark.parametrize("angle", [*range(-90, 90, 7), 45])
def test_a_turned_region_may_touch_any_edge(angle):
    for middle in [(100, 50), (0, 50), (199, 50), (100, 0), (100, 99), (0, 0), (199, 99), (199, 0)]:
        (region,) = regions_of(map_with(turned(middle, (60, 16), angle)), scale=1.0)
        assert 0.4 < region.probability <= 0.91
        assert np.linalg.norm(region.corners.mean(axis=0) - middle) < 40


def test_regions_at_the_end_of_a_row_and_at_the_start_of_the_next_are_two():
    regions = regions_of(map_with(upright(180, 30, 199, 39), upright(0, 40, 19, 49)), scale=1.0)

    assert sorted(float(each.corners[:, 0].mean()) for each in regions) == pytest.approx([10, 190])


def test_specks_weak_text_and_an_empty_map_are_no_regions():
    speck, weak = map_with(upright(50, 40, 59, 41)), map_with(upright(50, 40, 89, 49))

    assert regions_of(speck, scale=1.0) == []
    assert regions_of(weak * 0.35, scale=1.0) == []
    assert regions_of(weak * 0.0, scale=1.0) == []
