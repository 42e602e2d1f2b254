"""Measures how much ground a number has beside its ends.

`163` behind an arm is read as `63` in every look. A complete number has some of the bib's ground
beside its first and its last digit; what covers a digit ends the ground as well.
"""

import dlib
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageCms

from vision.images import Pixels, resized
from vision.numbers.pieces import Margins, grown, piece
from vision.numbers.regions import Points

# The height to which regions are scaled, in pixels, and how much of the photo beside them is used.
HEIGHT = 48
BESIDE = 0.5
RIM = round(BESIDE * HEIGHT)
# In parts of the height: more ground than this adds no information.
ENOUGH = 0.3
UNKNOWN = 0.2
# The least share of a column of digits, or of ground, that has its colour.
INKED, BARE = 0.12, 0.6
# How many columns may differ: a crease, a pin.
CREASE = 3
# How much ground may differ in lightness, and in colour (Lab, 0 to 255).
LIGHTER, COLOURED = 25.0, 12.0

Colours = NDArray[np.float32]

_TO_LAB = ImageCms.buildTransform(
    ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), "RGB", "LAB"
)


def ground_beside(photo: Pixels, corners: Points) -> float:
    """Return the ground beside the worse end of a number, in parts of its height, 0.3 at most."""
    cut = piece(photo, grown(corners, Margins(left=BESIDE, right=BESIDE)))
    width = max(2 * RIM + 6, round(cut.shape[1] * HEIGHT / cut.shape[0]))
    colours = _lab(resized(cut, (width, HEIGHT)))
    colours_of = _ground_and_ink(colours[:, RIM:-RIM])
    if colours_of is None:
        return UNKNOWN
    bare, inked = _columns(colours, *colours_of)
    digits = RIM - 4 + np.flatnonzero(inked[RIM - 4 : width - RIM + 4] > INKED)
    if not digits.size:
        return UNKNOWN
    left, right = _run(bare[: digits[0]][::-1]), _run(bare[digits[-1] + 1 :])
    return min(left, right, ENOUGH)


def _lab(pixels: Pixels) -> Colours:
    """Return lightness (0 to 255) and the two values of colour (-128 to 127) of pixels."""
    lab = np.asarray(ImageCms.applyTransform(Image.fromarray(pixels), _TO_LAB))
    return np.concatenate((lab[:, :, :1], lab[:, :, 1:].view(np.int8)), axis=2, dtype=np.float32)


def _ground_and_ink(inside: Colours) -> tuple[Colours, Colours] | None:
    """Return the two colours of a region; the ground is the one at its upper and lower edge."""
    edge = HEIGHT // 8
    core = inside[edge:-edge].reshape(-1, 3)
    light = core[:, 0]
    of_one = light >= dlib.partition_pixels(light.astype(np.uint8).reshape(1, -1))
    for _ in range(3):
        if of_one.all() or not of_one.any():
            return None
        one, other = np.median(core[of_one], axis=0), np.median(core[~of_one], axis=0)
        of_one = _apart(core, one) < _apart(core, other)
    rim = np.concatenate((inside[:edge], inside[-edge:])).reshape(-1, 3)
    is_ground = (_apart(rim, one) < _apart(rim, other)).mean() >= 0.5
    return (one, other) if is_ground else (other, one)


def _columns(
    colours: Colours, ground: Colours, ink: Colours
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return for each column how much of it is bare ground, and how much is ink."""
    middle = colours[HEIGHT // 5 : -(HEIGHT // 5)]
    contrast = float(np.linalg.norm(ground - ink))
    from_ground, from_ink = _apart(middle, ground), _apart(middle, ink)
    lighter = np.abs(middle[:, :, 0] - ground[0])
    coloured = np.linalg.norm(middle[:, :, 1:] - ground[1:], axis=2)
    alike = (lighter < max(contrast / 2, LIGHTER)) & (coloured < COLOURED)
    bare = alike & (from_ground < from_ink)
    inked = (from_ink < from_ground) & (from_ink < 0.6 * contrast)
    return bare.mean(axis=0), inked.mean(axis=0)


def _apart(colours: Colours, colour: Colours) -> NDArray[np.float32]:
    apart: NDArray[np.float32] = np.linalg.norm(colours - colour, axis=-1)
    return apart


def _run(bare: NDArray[np.float64]) -> float:
    """Return how far ground goes on from a number's end, in parts of the height."""
    length = differ = 0
    for place, share in enumerate(bare.tolist()):
        differ = 0 if share >= BARE else differ + 1
        if differ > CREASE:
            break
        if not differ:
            length = place + 1
    return length / HEIGHT
