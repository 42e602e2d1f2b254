"""Scales a photo, and cuts regions out of it, upright, a little wider or narrower on request."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.images import WORKING_SIDE, Pixels
from vision.numbers.detection import Points, text_height, text_width

LARGEST_ENLARGEMENT = 2.0


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
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    straighten = cv2.getPerspectiveTransform(corners, target)
    cut: Pixels = cv2.warpPerspective(
        pixels, straighten, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    return cut


def at_working_size(pixels: Pixels) -> Pixels:
    """Enlarge a small photo: the detector works best with text of 15 to 60 pixels."""
    scale = min(LARGEST_ENLARGEMENT, WORKING_SIDE / max(pixels.shape[:2]))
    if abs(scale - 1.0) < 0.02:
        return pixels
    shrink_or_enlarge = cv2.INTER_AREA if scale < 1.0 else cv2.INTER_CUBIC
    scaled: Pixels = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=shrink_or_enlarge)
    return scaled
