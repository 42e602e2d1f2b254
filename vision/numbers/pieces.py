"""Cuts regions out of a photo, upright, a little wider or narrower if wanted."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Pixels
from vision.numbers.detection import Points, text_height, text_width

FULL_HEIGHT = 0.75
MOST_OF_A_PIECE = 0.8
SPARE = 0.08

Ink = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A connected inked part of a piece, in pixels."""

    left: int
    right: int
    top: int
    bottom: int

    @property
    def height(self) -> int:
        return self.bottom - self.top


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
        pixels,
        straighten,
        (width, height),
        flags=cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return cut


def margins_of_full_height(cut: Pixels) -> Margins:
    """Return margins that narrow a piece to its marks of full height, as digits have one height.

    A dot, a flag or a logo beside the digits is lower, so it is left outside. Without marks of full
    height the margins are zero.
    """
    height, width = cut.shape[:2]
    _, marks = ink_of(cut)
    if not marks:
        return Margins()
    first = min(mark.left for mark in marks)
    last = max(mark.right for mark in marks)
    return Margins(left=SPARE - first / height, right=SPARE - (width - last) / height)


def ink_of(cut: Pixels, *, count: int | None = None) -> tuple[Ink, list[Mark]]:
    """Separate ink from ground in a piece, and find the marks of full height.

    Ink is the darker or the lighter parts: those with about `count` such marks, or with the most if
    there is no `count`. With `count`, marks at the rim are left out: they belong to neighbours.
    """
    grey = cv2.cvtColor(cut, cv2.COLOR_RGB2GRAY)
    rim = max(1, grey.shape[0] // 10)
    level, _ = cv2.threshold(grey[rim:-rim], 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    found = [(ink, _full(ink, rim, count)) for ink in (grey <= level, grey > level)]
    return max(found, key=lambda one: _fit(one[1], count))


def _fit(marks: list[Mark], count: int | None) -> int:
    if count is None or not marks:
        return len(marks) if count is None else -1000
    return -abs(len(marks) - count)


def _full(ink: Ink, rim: int, count: int | None) -> list[Mark]:
    middle = ink[rim:-rim].astype(np.uint8)
    width = ink.shape[1]
    _, _, statistics, _ = cv2.connectedComponentsWithStats(middle)
    marks = [
        Mark(left=left, right=left + wide, top=top + rim, bottom=top + rim + tall)
        for left, top, wide, tall, _ in statistics[1:].tolist()
        if tall > ink.shape[0] // 3 and wide < MOST_OF_A_PIECE * width
    ]
    if count is not None:
        marks = [mark for mark in marks if mark.left > 0 and mark.right < width]
    tallest = max((mark.height for mark in marks), default=0)
    return [mark for mark in marks if mark.height >= FULL_HEIGHT * tallest]
