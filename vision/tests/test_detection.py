"""Texts on a photo: tiles, regions, and the pieces cut out of it…"""

import numpy as np
import pytest
from PIL import Image, ImageDraw

from vision.models import Network, packaged_model
from vision.numbers.detection import (
    IN_8_BITS,
    TextDetector,
    best_shape,
    network_input,
    reduction,
    tiles,
)
from vision.numbers.ground import ENOUGH, ground_beside
from vision.numbers.pieces import Margins, at_working_size, grown, piece
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
