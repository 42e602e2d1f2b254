"""From the detector's map of probabilities to rectangles around text (DB).

Source: Liao et al., Real-time Scene Text Detection with Differentiable Binarization (2019), and
PaddleOCR's `DBPostProcess`.
"""

from dataclasses import dataclass, replace

import dlib
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float32]
Probabilities = NDArray[np.float32]

PIXEL_PROBABILITY = 0.3
# Lower than PaddleOCR's 0.5: later steps reject regions that are not numbers, but a region
# that is left out here is lost.
REGION_PROBABILITY = 0.35
UNCLIP_RATIO = 1.6
SMALLEST_SIDE = 3.0
_ANGLES = np.radians(np.arange(0.0, 90.0, 0.5))
# Of a rectangle's two sides, for each angle.
_DIRECTIONS = np.array(
    [[[np.cos(each), np.sin(each)], [-np.sin(each), np.cos(each)]] for each in _ANGLES], np.float32
)
# From the middle, in sides.
_CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """A rectangle, perhaps turned, with possible text; corners (4, 2) in pixels, from the top left
    clockwise."""

    corners: Points
    probability: float


def regions_of(probabilities: Probabilities, *, scale: float) -> list[Region]:
    """Return rectangles around the text of a probability map; `scale` from map to photo."""
    corners = _pixel_corners(probabilities > PIXEL_PROBABILITY)
    regions = (_region(probabilities, points, scale) for points in _rims(corners))
    return [region for region in regions if region is not None]


def _pixel_corners(pixels: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return where pixels (h, w) have a corner (h + 1, w + 2).

    The last column has none, so that no run of corners goes on in the next row.
    """
    padded = np.pad(pixels, ((1, 1), (1, 2)))
    sides = padded[:, 1:] | padded[:, :-1]
    return sides[1:] | sides[:-1]


def _rims(blobs: NDArray[np.bool_]) -> list[Points]:
    """Return, for each blob, both ends (n, 2) of each of its runs in a row."""
    inside = np.flatnonzero(blobs)
    if not inside.size:
        return []
    gaps = np.diff(inside, prepend=-2, append=blobs.size + 1) > 1
    rims = inside[gaps[:-1] | gaps[1:]]
    labels, _ = dlib.label_connected_blobs(blobs.astype(np.uint8))
    of_blob = labels.ravel()[rims]
    by_blob = np.argsort(of_blob, kind="stable")
    rows, columns = np.divmod(rims[by_blob], blobs.shape[1])
    points = np.stack((columns, rows), axis=1).astype(np.float32)
    return np.split(points, np.flatnonzero(np.diff(of_blob[by_blob])) + 1)


@dataclass(frozen=True, slots=True)
class _Rectangle:
    """A turned rectangle: its middle, the directions of its sides (2, 2), their lengths."""

    middle: Points
    directions: Points
    lengths: Points

    @property
    def corners(self) -> Points:
        return (self.middle + (_CORNERS * self.lengths) @ self.directions).astype(np.float32)

    def grown(self, growth: float) -> "_Rectangle":
        return replace(self, lengths=self.lengths + growth)

    def mean_inside(self, probabilities: Probabilities) -> float:
        """Return the mean of the pixels whose middle is inside."""
        corners = self.corners
        size = probabilities.shape[::-1]
        left, top = np.floor(corners.min(axis=0)).clip(0).astype(int)
        right, bottom = np.ceil(corners.max(axis=0)).clip(0, size).astype(int)
        part = probabilities[top:bottom, left:right]
        x = np.arange(left, right, dtype=np.float32) + 0.5 - self.middle[0]
        y = np.arange(top, bottom, dtype=np.float32)[:, np.newaxis] + 0.5 - self.middle[1]
        inside = np.ones(part.shape, bool)
        for direction, length in zip(self.directions, self.lengths, strict=True):
            inside &= np.abs(x * direction[0] + y * direction[1]) <= length / 2
        return float(part[inside].mean())


def _region(probabilities: Probabilities, points: Points, scale: float) -> Region | None:
    rectangle = _smallest_rectangle(points)
    if rectangle.lengths.min() < SMALLEST_SIDE:
        return None
    probability = rectangle.mean_inside(probabilities)
    if probability < REGION_PROBABILITY:
        return None
    # DB is trained on shrunken text; area divided by perimeter gives how much to enlarge it.
    growth = rectangle.lengths.prod() * UNCLIP_RATIO / rectangle.lengths.sum()
    corners = _clockwise(rectangle.grown(growth).corners) * scale
    return Region(corners=corners, probability=probability)


def _smallest_rectangle(points: Points) -> _Rectangle:
    """Return the smallest rectangle around points (n, 2)."""
    places = _DIRECTIONS @ points.T
    low, high = places.min(axis=-1), places.max(axis=-1)
    lengths = high - low
    best = lengths.prod(axis=-1).argmin()
    middle = (low + high)[best] / 2 @ _DIRECTIONS[best]
    return _Rectangle(middle, _DIRECTIONS[best], lengths[best])


def _clockwise(corners: Points) -> Points:
    """Order four corners from the top left clockwise."""
    by_x = corners[np.argsort(corners[:, 0])]
    left = by_x[:2][np.argsort(by_x[:2, 1])]
    right = by_x[2:][np.argsort(by_x[2:, 1])]
    return np.array([left[0], right[0], right[1], left[1]], np.float32)


def text_height(corners: Points) -> float:
    return float(np.linalg.norm(corners[3] - corners[0]))


def text_width(corners: Points) -> float:
    return float(np.linalg.norm(corners[1] - corners[0]))
