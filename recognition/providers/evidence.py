"""Who was found, how surely, and where on the image; the last two are left out if they make no
sense."""

import math
from typing import Any

_SIDES = ("left", "top", "width", "height")
MAX_PERSON_ID = 200  # characters


def finite(value: Any) -> float | None:
    """Return a finite number; None for anything else."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def fraction(value: Any) -> float | None:
    """Return a finite number, cut to 0 to 1; None for anything else."""
    number = None if isinstance(value, bool) else finite(value)
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
    """Return what a provider calls a person, as text.

    :raises TypeError, ValueError: it is neither a text of 1 to 200 characters nor a whole number.
    """
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise TypeError(value)
    text = str(value)
    if not text or "\0" in text or len(text) > MAX_PERSON_ID:
        raise ValueError(text)
    return text


def _within(begin: float, length: float) -> tuple[float, float] | None:
    """Return the part of a side that is in the image; None: it is outside."""
    if begin >= 0 and length > 0 and begin + length <= 1:
        return begin, length
    cut = _cut(begin)
    rest = _cut(begin + length) - cut
    return (cut, rest) if rest > 0 else None


def _cut(place: float) -> float:
    return min(1.0, max(0.0, place))
