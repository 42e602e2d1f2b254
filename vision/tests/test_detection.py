import numpy as np
import pytest

from vision.numbers.detection import best_shape, tiles


@pytest.mark.parametrize(
    ("height", "width", "shape"),
    [(1365, 2048, (512, 576)), (853, 1280, (480, 672)), (1280, 853, (672, 480))],
)
def test_tiles_have_the_shape_that_covers_a_photo_with_the_fewest_pixels(height, width, shape):
    assert best_shape(height, width) == shape


@pytest.mark.parametrize(("height", "width"), [(1365, 2048), (1280, 853), (300, 200), (700, 2048)])
def test_tiles_cover_the_whole_photo(height, width):
    shape = best_shape(height, width)
    covered = np.zeros((height, width), bool)

    for top, left in tiles(height, width, shape):
        covered[top : top + shape[0], left : left + shape[1]] = True

    assert covered.all()
