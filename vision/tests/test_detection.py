import numpy as np
import pytest

from vision.numbers.detection import GLANCE_TILES, TextDetector, best_shape, reduction, tiles
from vision.tests.drawing import photo_of, pixels_of, street


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


@pytest.mark.parametrize(("height", "width"), [(1365, 2048), (2048, 1365), (700, 2048)])
@pytest.mark.parametrize("count", [1, GLANCE_TILES])
def test_a_reduced_photo_fits_into_the_tiles(height, width, count):
    scale, shape = reduction(height, width, count)

    assert scale < 1
    assert len(list(tiles(round(height * scale), round(width * scale), shape))) <= count


class CountingDetector(TextDetector):
    """Counts the tiles that the network sees."""

    seen = 0

    def _map(self, pixels, shape):
        self.seen += 1
        return super()._map(pixels, shape)


def test_a_large_photo_gets_a_glance_and_then_only_its_tiles_with_text():
    detector = CountingDetector()

    assert detector.detect(pixels_of(street(2048, 1365))) == []
    assert detector.seen == GLANCE_TILES

    detector.seen = 0
    assert detector.detect(pixels_of(photo_of({"8037": (300, 300)}, size=(2048, 1365))))
    assert GLANCE_TILES < detector.seen <= GLANCE_TILES + 4
