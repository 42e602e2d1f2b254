"""Where on a photo a number may stand that is in no reading: a person should look there."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from vision.boxes import Box
from vision.numbers.recognition import Look

LEAST_DIGITS = 0.1
MOST_UNREAD = 10
# The least probability of a digit, at any step, that is worth another look.
TRACE = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """A place with text; `confidence` (0 to 1): how surely it shows digits."""

    box: Box
    confidence: float


def digits_in(look: Look) -> float:
    """Return how surely a look shows digits: its confidence, by the share of them in its text."""
    digits = sum(character.isdigit() for character in look.text)
    return look.confidence * digits / max(len(look.text), 1)


def may_show_digits(look: Look) -> bool:
    """Return whether a look has a trace of any digit."""
    return bool(look.steps[:, 1:11].max() >= TRACE)


def left_unread(places: Iterable[Unread], read: Sequence[Box]) -> list[Unread]:
    """Return the places with digits on which nothing was read, the surest first."""
    left = [
        place
        for place in places
        if place.confidence >= LEAST_DIGITS and not any(place.box.overlaps(box) for box in read)
    ]
    return sorted(left, key=lambda place: -place.confidence)[:MOST_UNREAD]
