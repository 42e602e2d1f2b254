"""Who was found, how surely, and where on the image; the last two are left out if they make no
sense."""

import math
import sys
from dataclasses import dataclass
from typing import Any

from foundation.records.formats import DAMAGED, is_storable

_SIDES = ("left", "top", "width", "height")
MAX_PERSON_ID = 200  # characters
MOST_POSSIBLE = 5  # persons a face


@dataclass(frozen=True, slots=True, kw_only=True)
class PossiblePerson:
    """A person that a face may be, less surely than the person that it was recognised as."""

    person_id: str
    confidence: float | None


def finite(value: Any) -> float | None:
    """Return a finite number; None for anything else, as a text or a boolean.

    A whole number beyond all floats is the largest one.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value) if math.isfinite(value) else None
    except OverflowError:
        return math.copysign(sys.float_info.max, 1 if value > 0 else -1)


def fraction(value: Any) -> float | None:
    """Return a finite number, cut to 0 to 1; None for anything else."""
    number = finite(value)
    return None if number is None else _cut(number)


def box_of(value: Any) -> dict[str, float] | None:
    """Return a box of left, top, width, height, cut to the image.

    None for anything else than four finite numbers, and for a box outside the image.
    """
    if not isinstance(value, dict):
        return None
    sides = [finite(value.get(name)) for name in _SIDES]
    if any(side is None for side in sides):
        return None
    left, top, width, height = (side or 0.0 for side in sides)
    across, down = _within(left, width), _within(top, height)
    if across is None or down is None:
        return None
    return dict(zip(_SIDES, (across[0], down[0], across[1], down[1]), strict=True))


def person_id(value: object) -> str:
    """Return what a provider calls a person, as text."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise TypeError(value)
    text = str(value)
    is_whole = is_storable(text) and DAMAGED not in text
    if not text or len(text) > MAX_PERSON_ID or not is_whole:
        raise ValueError(text)
    return text


def possible_persons(items: object, name_of_id: str) -> tuple[PossiblePerson, ...]:
    """Return who a face may be, at most `MOST_POSSIBLE`; malformed items are ignored."""
    found = []
    for item in items if isinstance(items, list) else ():
        given = item if isinstance(item, dict) else {}
        try:
            known = person_id(given.get(name_of_id))
        except (TypeError, ValueError):
            continue
        found.append(PossiblePerson(person_id=known, confidence=fraction(given.get("confidence"))))
    return tuple(found[:MOST_POSSIBLE])


def _within(begin: float, length: float) -> tuple[float, float] | None:
    """Return the part of a side that is in the image; None: it is outside."""
    if begin >= 0 and length > 0 and begin + length <= 1:
        return begin, length
    cut = _cut(begin)
    rest = _cut(begin + length) - cut
    return (cut, rest) if rest > 0 else None


def _cut(place: float) -> float:
    return min(1.0, max(0.0, place))
