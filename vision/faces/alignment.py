"""Where a model expects a face's landmarks on its input, and how a face is brought there."""

from collections.abc import Sequence
from typing import Any

import dlib
import numpy as np

from vision.images import Pixels

Points = tuple[tuple[float, float], ...]

# For all: dlib's five landmarks, in dlib's order. On the picture these are the outer and the inner
# corner of the right eye, those of the left eye, and where the nose meets the lip.
LANDMARKS = 5

# On an input of 112 x 112 that is aligned as usual for ArcFace and its kin, whose template has the
# middles of the eyes, the tip of the nose and the corners of the mouth. dlib's five are others, so
# this is where they lie on such inputs: the median of 199 faces of race photos, which 68 landmarks
# had aligned. (These are not used here: the licence of what they learnt from excludes trade.)
ARCFACE_SIZE = 112
ARCFACE: Points = ((80.6, 52.5), (66.6, 52.5), (31.1, 52.9), (45.1, 52.5), (56.3, 78.8))

# dlib's own chip: the mean face of `get_face_chip`, in fractions, with a border of a quarter.
_DLIB_MEAN: Points = (
    (0.8595674595992, 0.2134981538014),
    (0.6460604764104, 0.2289674387677),
    (0.1205750620789, 0.2137274526848),
    (0.3340850613712, 0.2290642403242),
    (0.4901123135679, 0.6277975316475),
)
_PADDING = 0.25
NAMED = ("arcface", "dlib")


def named_points(name: str, width: int, height: int) -> Points:
    """Return the reference landmarks of a name in `NAMED`, on an input of this size."""
    if name == "arcface":
        return _scaled(ARCFACE, width / ARCFACE_SIZE, height / ARCFACE_SIZE)
    bordered = [tuple((_PADDING + each) / (2 * _PADDING + 1) for each in p) for p in _DLIB_MEAN]
    return _scaled(bordered, width, height)


def aligned(photo: Pixels, landmarks: Any, points: Points, width: int, height: int) -> Pixels:
    """Cut a face out, turned and scaled so that its landmarks lie at the points (least squares).

    A large face is reduced in steps, so that no pixel is left out.
    """
    wanted, found = dlib.dpoints(), dlib.dpoints()
    for (x, y), part in zip(points, landmarks.parts(), strict=True):
        wanted.append(dlib.dpoint(x, y))
        found.append(dlib.dpoint(part.x, part.y))
    size = dlib.chip_dims(rows=height, cols=width)
    chip: Pixels = np.asarray(
        dlib.extract_image_chip(photo, dlib.chip_details(wanted, found, size))
    )
    return chip


def _scaled(points: Sequence[Sequence[float]], across: float, down: float) -> Points:
    return tuple((x * across, y * down) for x, y in points)
