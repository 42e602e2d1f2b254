"""Detects a number with a covered end: `163` behind an arm is read as `63` in every look.

Beside the last digit of a complete number there is more of the bib's ground, and above and below it
the bib continues with its colours. Something that covers a digit ends both at the same place: the
ground, and the colour above or below. Sun and shadow change the brightness but not the colour, and
the bib's own edge is rarely so near the digits.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Pixels
from vision.numbers.detection import Points
from vision.numbers.pieces import Margins, grown, ink_of, piece

# The height to which regions are scaled, in pixels, and how much of the photo around them is used.
HEIGHT = 60
AROUND = 0.6
RIM = round(AROUND * HEIGHT)

# In parts of the digits' height: less ground than this counts as none.
LEAST_GROUND = 0.12
# How much the colour may change above or below, and how much in both places: the sum over the
# shares of red, green and blue (0 to 2). On real photos bibs stay below 0.26 and 0.14, and covers
# start at 0.30; skin before white is 0.19.
MOST_CHANGE = 0.28
MOST_CHANGE_OF_BOTH = 0.16
# The blurred edge of a digit, in parts of its height.
BLUR = 0.08

Colour = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Digits:
    """The place of the digits in a piece, in pixels, and which pixels are ink."""

    left: int
    right: int
    top: int
    bottom: int
    ink: NDArray[np.bool_]

    @property
    def height(self) -> int:
        return self.bottom - self.top


def is_covered(photo: Pixels, corners: Points, *, count: int) -> bool:
    """Say whether something covers an end of the number of `count` digits in a region.

    False if the digits cannot be separated from their ground.
    """
    seen = piece(photo, grown(corners, Margins(left=AROUND, right=AROUND, top_and_bottom=AROUND)))
    scale = HEIGHT * (1 + 2 * AROUND) / seen.shape[0]
    how = cv2.INTER_AREA if scale < 1.0 else cv2.INTER_CUBIC
    seen = cv2.resize(seen, None, fx=scale, fy=scale, interpolation=how)
    digits = _digits(seen, count)
    if digits is None:
        return False
    mirrored = _mirrored(digits, seen.shape[1])
    return _right_end_is_covered(seen, digits) or _right_end_is_covered(seen[:, ::-1], mirrored)


def _digits(seen: Pixels, count: int) -> Digits | None:
    ink, marks = ink_of(seen[RIM:-RIM, RIM:-RIM], count=count)
    if not marks:
        return None
    left, right = min(mark.left for mark in marks), max(mark.right for mark in marks)
    top, bottom = min(mark.top for mark in marks), max(mark.bottom for mark in marks)
    return Digits(
        left=RIM + left,
        right=RIM + right,
        top=RIM + top,
        bottom=RIM + bottom,
        ink=ink[top:bottom, left:right],
    )


def _mirrored(digits: Digits, width: int) -> Digits:
    return Digits(
        left=width - digits.right,
        right=width - digits.left,
        top=digits.top,
        bottom=digits.bottom,
        ink=digits.ink[:, ::-1],
    )


def _right_end_is_covered(seen: Pixels, digits: Digits) -> bool:
    if _ground_beside(seen, digits) >= LEAST_GROUND * digits.height:
        return False
    changes = _changes(seen, digits)
    return max(changes) > MOST_CHANGE or min(changes) > MOST_CHANGE_OF_BOTH


def _ground_beside(seen: Pixels, digits: Digits) -> int:
    """Count the columns to the right of the digits that look like the ground between them."""
    span = seen[digits.top : digits.bottom, digits.left : digits.right].astype(np.float64)
    ground = np.median(span[~digits.ink], axis=0)
    contrast = float(np.linalg.norm(ground - np.median(span[digits.ink], axis=0)))
    sixth = digits.height // 6
    beside = seen[digits.top + sixth : digits.bottom - sixth, digits.right :].astype(np.float64)
    as_bright = np.linalg.norm(beside - ground, axis=2) < contrast / 2
    of_its_colour = np.abs(_shares(beside) - _shares(ground)).sum(axis=-1) < MOST_CHANGE_OF_BOTH
    alike = as_bright & of_its_colour
    columns: list[bool] = (alike.mean(axis=0) >= 0.75).tolist()
    blurred = max(2, round(BLUR * digits.height))
    start = next((at for at, like in enumerate(columns[:blurred]) if like), blurred)
    end = next((at for at in range(start, len(columns)) if not columns[at]), len(columns))
    return end - start


def _changes(seen: Pixels, digits: Digits) -> list[float]:
    """Return how much the colour above and below the digits changes at their right end."""
    height = digits.height
    near, far, deep = round(0.04 * height), round(0.16 * height), round(0.5 * height)
    above = seen[max(0, digits.top - round(0.32 * height)) : digits.top - round(0.12 * height)]
    below = seen[digits.bottom + round(0.12 * height) : digits.bottom + round(0.32 * height)]
    return [
        _apart(
            band[:, digits.right - deep : digits.right],
            band[:, digits.right + max(2, near) : digits.right + far],
        )
        for band in (above, below)
    ]


def _apart(one: Pixels, other: Pixels) -> float:
    if not one.size or not other.size:
        return 0.0
    return float(np.abs(_colour(one) - _colour(other)).sum())


def _colour(pixels: Pixels) -> Colour:
    """Return the median shares of red, green and blue, which do not depend on the light."""
    colour: Colour = np.median(_shares(pixels.reshape(-1, 3).astype(np.float64)), axis=0)
    return colour


def _shares(values: Colour) -> Colour:
    # A constant is added, so that noise in black has no colour.
    raised = values + 8.0
    shares: Colour = raised / raised.sum(axis=-1, keepdims=True)
    return shares
