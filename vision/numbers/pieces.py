"""Scales a photo, and cuts regions out of it, upright, a little wider or narrower on request."""

from dataclasses import dataclass

import numpy as np
from PIL import Image

from vision.images import WORKING_SIDE, Pixels, scaled
from vision.numbers.regions import Points, text_height, text_width

LARGEST_ENLARGEMENT = 2.0
# How many pixels to a side cubic interpolation uses.
CUBIC_REACH = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Margins:
    """How much a region grows beyond its corners, in parts of its height; may be negative."""

    left: float = 0.0
    right: float = 0.0
    top_and_bottom: float = 0.0


def grown(corners: Points, margins: Margins) -> Points:
    """Move the corners of a region outwards along its own sides."""
    along = (corners[1] - corners[0]) / max(text_width(corners), 1.0) * text_height(corners)
    down = (corners[3] - corners[0]) * margins.top_and_bottom
    left, right = along * margins.left, along * margins.right
    moves = np.stack([-left - down, right - down, right + down, -left + down])
    moved: Points = (corners + moves).astype(np.float32)
    return moved


def piece(pixels: Pixels, corners: Points) -> Pixels:
    """Cut a turned rectangle out of a photo and straighten it."""
    width, height = max(1, round(text_width(corners))), max(1, round(text_height(corners)))
    around, (left, top) = _around(pixels, corners)
    x, y = corners[0] - (left, top)
    x_across, y_across = (corners[1] - corners[0]) / width
    x_down, y_down = (corners[3] - corners[0]) / height
    straight = Image.fromarray(around).transform(
        (width, height),
        Image.Transform.AFFINE,
        (x_across, x_down, x, y_across, y_down, y),
        Image.Resampling.BICUBIC,
    )
    return np.asarray(straight)


def _around(pixels: Pixels, corners: Points) -> tuple[Pixels, tuple[int, int]]:
    """Return the upright part of a photo around a rectangle, and its left and top.

    Beyond the photo it has the nearest pixels.
    """
    left, top = np.floor(corners.min(axis=0)).astype(int) - CUBIC_REACH
    right, bottom = np.ceil(corners.max(axis=0)).astype(int) + CUBIC_REACH
    rows = np.arange(top, bottom).clip(0, pixels.shape[0] - 1)
    columns = np.arange(left, right).clip(0, pixels.shape[1] - 1)
    return pixels[np.ix_(rows, columns)], (int(left), int(top))


def at_working_size(pixels: Pixels) -> Pixels:
    """Enlarge a small photo: the detector works best with text of 15 to 60 pixels."""
    scale = min(LARGEST_ENLARGEMENT, WORKING_SIDE / max(pixels.shape[:2]))
    if abs(scale - 1.0) < 0.02:
        return pixels
    return scaled(pixels, scale)
