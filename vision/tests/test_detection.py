import numpy as np
import pytest

from vision.models import Network, packaged_model
from vision.numbers.detection import (
    IN_8_BITS,
    TextDetector,
    best_shape,
    network_input,
    reduction,
    tiles,
)
from vision.numbers.regions import PIXEL_PROBABILITY
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
def test_a_reduced_photo_fits_into_a_tile(height, width):
    scale, shape = reduction(height, width)

    assert scale < 1
    assert len(list(tiles(round(height * scale), round(width * scale), shape))) == 1


class CountingDetector(TextDetector):
    """Counts the tiles that the network sees."""

    seen = 0

    def _map(self, pixels, shape):
        self.seen += 1
        return super()._map(pixels, shape)


def test_every_tile_of_a_large_photo_is_read_and_a_small_copy():
    detector = CountingDetector()

    assert detector.detect(pixels_of(street(2048, 1365))) == []
    assert detector.seen == 1 + len(list(tiles(1365, 2048, best_shape(1365, 2048))))


def test_finds_smaller_text_in_some_rows_where_none_is_known():
    photo = photo_of({"6291": (700, 600), "552": (700, 100)}, digits=14, size=(1600, 1068))
    pixels = pixels_of(photo)
    detector = TextDetector()

    found = detector.detect_smaller(pixels, slice(550, 700), [])

    [left, top], [right, bottom] = found[0].corners[0], found[0].corners[2]
    assert len(found) == 1
    assert 690 < left < 720 < right < 770
    assert 600 < top < 617 < bottom < 640
    assert detector.detect_smaller(pixels, slice(550, 700), detector.detect(pixels)) == []


def test_finds_nearly_the_same_text_in_bytes():
    path = packaged_model("rapidocr_onnxruntime", "ch_PP-OCRv4_det_infer.onnx")
    pixels = pixels_of(photo_of({"8037": (100, 200), "12": (300, 300)}, size=(576, 512)))
    shape = (1, 3, 512, 576)
    exact = Network(path, shape, threads=1)
    rounded = Network(path, shape, threads=1, in_8_bits=IN_8_BITS)

    likely, as_likely = (
        network.run(network_input(pixels)) > PIXEL_PROBABILITY for network in (exact, rounded)
    )

    layers = rounded._request.get_compiled_model().get_runtime_model().get_ops()
    notes = [layer.get_rt_info() for layer in layers]
    in_bytes = [
        note
        for note in notes
        if note["layerType"].value == "Convolution"
        and note["runtimePrecision"].value in ("u8", "i8")  # i8 on processors with AMX
    ]
    assert len(in_bytes) == len(IN_8_BITS)
    assert (likely & as_likely).sum() > 0.97 * (likely | as_likely).sum() > 1000
