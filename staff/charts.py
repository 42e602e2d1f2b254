"""What all charts of bars share that are drawn on the server: their axes.

Places and sizes are in percent of the drawing: it fits every width, and its text is not scaled.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

MOST_LABELS = 6  # under the bars, so that they fit a phone
FILLED = 0.8  # of a bar's place
LEVELS = 5  # of bars


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A text at a place from the left, or from the top."""

    place: str
    text: str


def round_step(width: float, most: int, steps: Sequence[float]) -> float:
    """Return one of `steps` (1 to 10) times a power of ten, of which at most so many fit."""
    least = width / most
    power = 10.0 ** floor(log10(least))
    return next(power * step for step in steps if power * step >= least * (1 - 1e-9))


def labelled_places(count: int) -> range:
    """Return which of so many bars have a label under them."""
    every = ceil(count / MOST_LABELS)
    return range(every // 2, count, every)


def percent(place: float) -> str:
    """Return a place or size as the drawing takes it."""
    return f"{place:.3f}%"
