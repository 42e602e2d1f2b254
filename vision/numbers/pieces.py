"""Cut regions out of a photo, turned upright, a little wider or narrower as asked."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.images import Pixels
from vision.numbers.detection import Points, text_height, text_width

FULL_HEIGHT = 0.75
MOST_OF_A_PIECE = 0.8
SPARE = 0.08

# The left edge, the height and the right edge of a connected inked part, in pixels.
Mark = tuple[int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Margins:
    """By how much a region grows beyond its corners, in parts of its height; may be negative."""

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
        pixels,
        straighten,
        (width, height),
        flags=cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return cut


def margins_of_full_height(cut: Pixels) -> Margins:
    """Say how to narrow a piece to its marks of full height: the digits of a number share one.

    A dot, a flag or a logo beside the digits is lower than they and is left outside. Without such
    marks the margins are zero.
    """
    height, width = cut.shape[:2]
    full = _marks_of_full_height(cut)
    if not full:
        return Margins()
    first = min(left for left, _, _ in full)
    last = max(right for _, _, right in full)
    return Margins(left=SPARE - first / height, right=SPARE - (width - last) / height)


def _marks_of_full_height(cut: Pixels) -> list[Mark]:
    """Take the darker or the lighter parts for ink, whichever gives more marks of one height."""
    grey = cv2.cvtColor(cut, cv2.COLOR_RGB2GRAY)
    rim = max(1, grey.shape[0] // 10)
    middle = grey[rim:-rim]
    level, _ = cv2.threshold(middle, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    return max(_full(middle <= level), _full(middle > level), key=len)


def _full(inked: Any) -> list[Mark]:
    height, width = inked.shape
    _, _, statistics, _ = cv2.connectedComponentsWithStats(inked.astype(np.uint8))
    marks = [
        (int(left), int(tall), int(left + wide))
        for left, _, wide, tall, _ in statistics[1:]
        if tall > height // 3 and wide < MOST_OF_A_PIECE * width
    ]
    tallest = max((tall for _, tall, _ in marks), default=0)
    return [mark for mark in marks if mark[1] >= FULL_HEIGHT * tallest]
