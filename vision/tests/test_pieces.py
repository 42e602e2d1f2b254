import numpy as np
import pytest

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
