"""Charts that are drawn on the server: bars, and what curves share with them.

Places and sizes are in percent of the drawing: it fits every width, and its text is not scaled.
"""

from collections.abc import Callable, Sequence
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


@dataclass(frozen=True, slots=True, kw_only=True)
class BarPart:
    """A part of a bar, in the colour of its series."""

    series: int
    text: str
    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BarChart:
    """Stacked bars, the names of their series, and the marks of both axes."""

    parts: Sequence[BarPart]
    names: Sequence[str]
    levels: Sequence[Mark]
    labels: Sequence[Mark]


def draw_bars(
    bars: Sequence[Sequence[tuple[int, str, float]]],
    labels: Sequence[str],
    shown: Callable[[float], str],
    steps: Sequence[float],
    *,
    least: float = 0,
    names: Sequence[str] = (),
) -> BarChart | None:
    """Return the chart of bars; None: nothing is above 0.

    :param bars: the parts of each, from below: series, text and value.
    :param shown: the text of a level.
    :param least: the levels go up to this at least.
    """
    highest = max((sum(value for _, _, value in bar) for bar in bars), default=0)
    if highest <= 0:
        return None
    step = round_step(max(highest, least), LEVELS, steps)
    top, width = step * ceil(highest / step), 100 / len(bars)
    parts = []
    for place, bar in enumerate(bars):
        below = 0.0
        for series, text, value in bar:
            below += value
            x, y = (place + (1 - FILLED) / 2) * width, 100 - 100 * below / top
            sizes = {"width": percent(width * FILLED), "height": percent(100 * value / top)}
            parts.append(BarPart(series=series, text=text, x=percent(x), y=percent(y), **sizes))
    every = ceil(len(labels) / MOST_LABELS)
    return BarChart(
        parts=parts,
        names=names,
        levels=[
            Mark(place=percent(100 - 100 * n * step / top), text=shown(n * step))
            for n in range(round(top / step) + 1)
        ],
        labels=[
            Mark(place=percent((n + 0.5) * width), text=labels[n])
            for n in range(every // 2, len(labels), every)
        ],
    )


def round_step(width: float, most: int, steps: Sequence[float]) -> float:
    """Return one of `steps` (1 to 10) times a power of ten, of which at most so many fit."""
    least = width / most
    power = 10.0 ** floor(log10(least))
    return next(power * step for step in steps if power * step >= least * (1 - 1e-9))


def percent(place: float) -> str:
    """Return a place or size as the drawing takes it."""
    return f"{place:.3f}%"
