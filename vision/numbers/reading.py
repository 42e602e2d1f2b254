"""Reads start numbers from the pixels of a photo.

A wrong number does more harm than a missing one: a runner gets a stranger's photo. If a digit is
hidden, the rest may be another runner's valid number. So a number counts only if several looks read
the same: at the region as found, at more of the photo around it, at less, and a little to either
side. If a hand or another runner hides a digit, the looks disagree.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2

from vision.boxes import Box, bounding_box
from vision.images import WORKING_SIDE, Pixels
from vision.numbers.covering import is_covered
from vision.numbers.detection import Points, Region, TextDetector, text_height, text_width
from vision.numbers.pieces import Margins, grown, margins_of_full_height, piece
from vision.numbers.recognition import Text, TextRecogniser

OTHER_LOOKS = (
    Margins(left=0.25, right=0.25, top_and_bottom=0.12),
    Margins(left=-0.08, right=-0.08, top_and_bottom=-0.04),
    Margins(left=0.15, right=-0.05),
    Margins(left=-0.05, right=0.15),
)
WORTH_MORE_LOOKS = 0.5
LEAST_CONFIDENCE = 0.93
BEST_CONFIDENCE = 0.95
LEAST_CONFIDENCE_OF_ONE_DIGIT = 0.98
LOWEST_TEXT = 14.0
NARROWEST, WIDEST = 0.5, 6.0
MOST_DIGITS = 9
LARGEST_ENLARGEMENT = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A start number as read; the confidence, 0 to 1, is that of the least certain look."""

    value: str
    confidence: float
    box: Box


class NumberReader:
    """Reads start numbers; keeps the models in memory, but no photos."""

    def __init__(self, *, threads: int = 1) -> None:
        self._detector = TextDetector(threads=threads)
        self._recogniser = TextRecogniser(threads=threads)

    def read(self, pixels: Pixels) -> list[Reading]:
        """Read the start numbers on a photo, RGB pixels (height, width, 3), each one once."""
        photo = at_working_size(pixels)
        regions = [region for region in self._detector.detect(photo) if may_be_a_number(region)]
        corners = [region.corners for region in regions]
        readings: dict[str, Reading] = {}
        for place, text in zip(corners, self._texts(photo, corners), strict=True):
            if worth_more_looks(text) and text.value not in readings:
                reading = self._read_carefully(photo, place, text)
                if reading is not None:
                    readings.setdefault(reading.value, reading)
        return list(readings.values())

    def _read_carefully(self, photo: Pixels, corners: Points, first: Text) -> Reading | None:
        looks = [first, *self._looks(photo, corners, OTHER_LOOKS)]
        if not agree(looks):
            corners = grown(corners, margins_of_full_height(piece(photo, corners)))
            looks = self._looks(photo, corners, (Margins(), *OTHER_LOOKS))
        if not agree(looks) or is_covered(photo, corners, count=len(looks[0].value)):
            return None
        height, width = photo.shape[:2]
        return Reading(
            value=looks[0].value,
            confidence=min(look.confidence for look in looks),
            box=bounding_box(corners, width, height),
        )

    def _looks(self, photo: Pixels, corners: Points, looks: Sequence[Margins]) -> list[Text]:
        return self._texts(photo, [grown(corners, margins) for margins in looks])

    def _texts(self, photo: Pixels, places: Sequence[Points]) -> list[Text]:
        return self._recogniser.read([piece(photo, corners) for corners in places])


def at_working_size(pixels: Pixels) -> Pixels:
    """Enlarge a small photo: the detector works best with text of 15 to 60 pixels."""
    scale = min(LARGEST_ENLARGEMENT, WORKING_SIDE / max(pixels.shape[:2]))
    if abs(scale - 1.0) < 0.02:
        return pixels
    shrink_or_enlarge = cv2.INTER_AREA if scale < 1.0 else cv2.INTER_CUBIC
    scaled: Pixels = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=shrink_or_enlarge)
    return scaled


def may_be_a_number(region: Region) -> bool:
    """Leave out regions that are too low, or do not have the shape of one to nine digits."""
    height = text_height(region.corners)
    return height >= LOWEST_TEXT and (
        NARROWEST * height <= text_width(region.corners) <= WIDEST * height
    )


def is_number(text: Text) -> bool:
    """Say whether a text is a number; digits between letters, as on a number plate, are not."""
    return text.value.isascii() and text.value.isdigit() and len(text.value) <= MOST_DIGITS


def worth_more_looks(text: Text) -> bool:
    return is_number(text) and text.confidence >= WORTH_MORE_LOOKS


def agree(looks: Sequence[Text]) -> bool:
    """Say whether all looks read the same number with enough confidence.

    Logos look like single digits, so these need more confidence.
    """
    value = looks[0].value
    if not is_number(looks[0]) or any(look.value != value for look in looks):
        return False
    least = min(look.confidence for look in looks)
    best = max(look.confidence for look in looks)
    if len(value) == 1:
        return least >= LEAST_CONFIDENCE_OF_ONE_DIGIT
    return least >= LEAST_CONFIDENCE and best >= BEST_CONFIDENCE
