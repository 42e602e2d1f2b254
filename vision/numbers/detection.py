"""Finds places of text with PP-OCR's detector (DB), tile by tile.

Its model is in rapidocr-onnxruntime; `regions` makes rectangles of its map, and names the source.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from vision.images import Pixels, scaled
from vision.models import Network, Values, packaged_model
from vision.numbers.regions import Probabilities, Region, regions_of, text_height

Shape = tuple[int, int]

# Heights and widths of tiles. A photo is cut into tiles of the shape that covers it with the fewest
# pixels. Networks need memory for each shape, so there are few.
SHAPES = ((512, 576), (480, 672), (672, 480))
# The four largest convolutions are half of the detector's work. In the others bytes lose text.
IN_8_BITS = {"p2o.Conv.52": 120, "p2o.Conv.55": 125, "p2o.Conv.58": 155, "p2o.Conv.61": 2750}
OVERLAP = 64
SEAM = OVERLAP // 4
# On a small copy, in pixels.
LARGE_TEXT = 24.0
# In the map of a tile, digits of ten pixels leave no trace; enlarged by this they are found.
ENLARGEMENT = 1.5


class TextDetector:
    """Finds regions of possible text on a photo."""

    def __init__(self, *, threads: int = 1) -> None:
        self._threads = threads
        self._networks: dict[Shape, Network] = {}  # each from the first photo of its shape on

    def detect(self, pixels: Pixels) -> list[Region]:
        """Find regions of text: large ones on a small copy of a photo, the others in its tiles.

        Every tile is read: small text that is legible there leaves no trace on a copy.
        """
        height, width = pixels.shape[:2]
        scale, small_shape = reduction(height, width)
        small = self._map(scaled(pixels, scale), small_shape)
        in_tiles = regions_of(self._tiled_map(pixels, best_shape(height, width)), scale=1.0)
        for network in self._networks.values():
            network.release()
        return [*in_tiles, *_only_large(regions_of(small, scale=1.0 / scale), scale, in_tiles)]

    def detect_smaller(self, pixels: Pixels, rows: slice, known: list[Region]) -> list[Region]:
        """Find text that is not known yet in some rows of a photo, enlarged."""
        band = scaled(pixels[rows], ENLARGEMENT)
        likely = self._tiled_map(band, best_shape(*pixels.shape[:2]))  # no further network
        for network in self._networks.values():
            network.release()
        found = [
            replace(region, corners=region.corners + np.array((0.0, rows.start), np.float32))
            for region in regions_of(likely, scale=1.0 / ENLARGEMENT)
        ]
        return [one for one in found if not any(_same_text(one, other) for other in known)]

    def _tiled_map(self, pixels: Pixels, shape: Shape) -> Probabilities:
        """Combine the maps of overlapping tiles, so that no number is cut at a seam."""
        height, width = pixels.shape[:2]
        whole: Probabilities = np.zeros((height, width), np.float32)
        for top, left in tiles(height, width, shape):
            tile = pixels[top : top + shape[0], left : left + shape[1]]
            seen = self._map(tile, shape)
            rows = _trusted(top, tile.shape[0], height)
            columns = _trusted(left, tile.shape[1], width)
            place = whole[top : top + shape[0], left : left + shape[1]][rows, columns]
            np.maximum(place, seen[rows, columns], out=place)
        return whole

    def _map(self, pixels: Pixels, shape: Shape) -> Probabilities:
        """Run the network on pixels in the corner of an otherwise black input."""
        height, width = pixels.shape[:2]
        filled = np.zeros((*shape, 3), np.uint8)
        filled[:height, :width] = pixels
        answer = self._network(shape).run(network_input(filled))
        return answer[0, 0, :height, :width]

    def _network(self, shape: Shape) -> Network:
        if shape not in self._networks:
            path = packaged_model("rapidocr_onnxruntime", "ch_PP-OCRv4_det_infer.onnx")
            self._networks[shape] = Network(
                path, (1, 3, *shape), threads=self._threads, in_8_bits=IN_8_BITS
            )
        return self._networks[shape]


def network_input(pixels: Pixels) -> Values:
    """Convert RGB pixels (h, w, 3) into an input of PP-OCR's: BGR, -1 to 1, (1, 3, h, w)."""
    values = np.ascontiguousarray(pixels[:, :, ::-1].transpose(2, 0, 1), np.float32)
    values -= 127.5
    values /= 127.5
    return values[np.newaxis]


def best_shape(height: int, width: int) -> Shape:
    """Return the shape of tiles that cover an image with the fewest pixels."""
    return min(
        SHAPES, key=lambda shape: shape[0] * shape[1] * len(list(tiles(height, width, shape)))
    )


def reduction(height: int, width: int) -> tuple[float, Shape]:
    """Return the largest scale at which an image fits into one tile, and the tile's shape."""
    return max((min(shape[0] / height, shape[1] / width), shape) for shape in SHAPES)


def tiles(height: int, width: int, shape: Shape) -> Iterator[tuple[int, int]]:
    """Yield the (top, left) of tiles that cover an image, neighbours overlapping."""
    for top in _starts(height, shape[0]):
        for left in _starts(width, shape[1]):
            yield top, left


def _starts(length: int, tile: int) -> list[int]:
    if length <= tile:
        return [0]
    count = -(-(length - OVERLAP) // (tile - OVERLAP))
    return [round(index * (length - tile) / (count - 1)) for index in range(count)]


def _only_large(regions: Iterable[Region], scale: float, known: list[Region]) -> list[Region]:
    """Return new regions of a copy whose text is large there: tiles detect other text better."""
    return [
        region
        for region in regions
        if text_height(region.corners) * scale >= LARGE_TEXT
        and not any(_nearly_same(region, one) for one in known)
    ]


def _trusted(start: int, size: int, length: int) -> slice:
    """Leave out the rim of a tile where the photo continues: half a digit there is useless."""
    first = 0 if start == 0 else SEAM
    last = size if start + size >= length else size - SEAM
    return slice(first, last)


def _nearly_same(one: Region, other: Region) -> bool:
    """Return whether no corner differs by more than a quarter of the height."""
    apart = np.abs(one.corners - other.corners).max()
    return bool(apart <= 0.25 * text_height(one.corners))


def _same_text(one: Region, other: Region) -> bool:
    """Return whether the middles of two regions of about one height are less than that apart."""
    high = text_height(other.corners)
    apart = np.abs(one.corners.mean(axis=0) - other.corners.mean(axis=0)).max()
    return bool(0.6 < text_height(one.corners) / high < 1.6 and apart < high)
