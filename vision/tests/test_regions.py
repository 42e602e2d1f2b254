import numpy as np
import pytest
from PIL import Image, ImageDraw

from vision.numbers.regions import regions_of, text_height, text_width


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
