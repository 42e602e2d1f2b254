"""How sure a provider is, and where on the image; values that make no sense are left out."""

import math
from typing import Any

_SIDES = ("left", "top", "width", "height")


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
    return None if number is None else min(1.0, max(0.0, number))


def box_of(value: Any) -> dict[str, float] | None:
    """Return a box of four finite numbers: left, top, width, height; None for anything else."""
    if not isinstance(value, dict):
        return None
    sides = {name: finite(value.get(name)) for name in _SIDES}
    found = {name: side for name, side in sides.items() if side is not None}
    return found if len(found) == len(_SIDES) else None
