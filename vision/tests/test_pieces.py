import numpy as np
import pytest
from PIL import Image, ImageDraw

from vision.numbers.ground import ENOUGH, ground_beside
from vision.numbers.pieces import Margins, at_working_size, grown, piece


def corners_of(left, top, right, bottom):
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float32)


@pytest.fixture
def photo():
    """A photo whose red goes from left to right and whose green from top to bottom."""
    columns, rows = np.meshgrid(np.arange(120), np.arange(80))
    return np.stack((columns * 2, rows * 3, np.zeros_like(rows)), axis=2).astype(np.uint8)


def test_an_upright_piece_is_the_photo_there(photo):
    assert (piece(photo, corners_of(20, 10, 60, 30)) == photo[10:30, 20:60]).all()


def test_a_turned_piece_is_straightened(photo):
    upside_down = corners_of(20, 10, 60, 30)[[2, 3, 0, 1]]

    assert (piece(photo, upside_down) == photo[10:30, 20:60][::-1, ::-1]).all()


def test_beyond_the_photo_a_piece_has_the_nearest_pixels(photo):
    beyond = piece(photo, grown(corners_of(0, 10, 40, 30), Margins(left=0.5)))

    assert beyond.shape == (20, 50, 3)
    assert (beyond[:, :10] == photo[10:30, :1]).all()
    assert (beyond[:, 12:] == photo[10:30, 2:40]).all()


def test_a_piece_that_stands_on_end_is_turned(photo):
    on_end = corners_of(20, 10, 60, 30)[[1, 2, 3, 0]]

    assert (piece(photo, on_end) == np.rot90(photo[10:30, 20:60])).all()


def test_a_narrow_photo_is_scaled_to_one_pixel_at_least():
    assert at_working_size(np.zeros((10_000, 1, 3), np.uint8)).shape == (2048, 1, 3)
    assert at_working_size(np.zeros((1, 1, 3), np.uint8)).shape == (2, 2, 3)


CORNERS = np.array([(100, 100), (180, 100), (180, 140), (100, 140)], np.float32)


def number_with(*, paper, ink, arm=None):
    """Strokes like a number's on a bib; an arm covers the bib from some x on."""
    image = Image.new("RGB", (300, 240), (70, 110, 60))
    draw = ImageDraw.Draw(image)
    draw.rectangle((40, 60, 240, 180), fill=paper)
    for left in (106, 126, 146, 166):
        draw.rectangle((left, 106, left + 7, 133), fill=ink)
    if arm is not None:
        draw.rectangle((arm, 60, 300, 180), fill=(190, 140, 110))
    return np.asarray(image)


@pytest.mark.parametrize("paper", [(255, 255, 255), (235, 230, 225), (250, 210, 40)])
def test_ground_a_whole_number_has_ground_beside_both_ends(paper):
    assert ground_beside(number_with(paper=paper, ink=(20, 20, 30)), CORNERS) == ENOUGH


def test_ground_light_digits_on_a_dark_bib_have_ground_too():
    pixels = number_with(paper=(10, 10, 60), ink=(255, 255, 255))

    assert ground_beside(pixels, CORNERS) == ENOUGH


def test_ground_a_covered_number_has_little():
    pixels = number_with(paper=(255, 255, 255), ink=(20, 20, 30), arm=176)

    assert ground_beside(pixels, CORNERS) < 0.15
