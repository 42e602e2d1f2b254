"""A histogram of differences as a chart of bars, made on the server.

Activities without a difference have no bar: they would dwarf all others.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from staff.charts import FILLED, LEVELS, Mark, labelled_places, percent, round_step

WINNERS, LOSERS = 0, 5  # series of the styles: blue, orange
STEPS = (1, 2, 5, 10)
UNITS = (("", 1), ("k", 10**3), ("M", 10**6), ("G", 10**9), ("T", 10**12), ("P", 10**15))


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """How many activities have a difference of one bin."""

    series: int
    text: str
    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DryRunChart:
    """Bars from the largest loss to the largest win, and the marks of both axes."""

    bars: Sequence[Bar]
    levels: Sequence[Mark]
    bins: Sequence[Mark]


def draw(histogram: Sequence[Mapping[str, Any]]) -> DryRunChart | None:
    """Return the chart of these bins, which have no gaps; None: nothing differs."""
    bins = [each for each in histogram if each["least"] or each["most"]]
    highest = max((each["count"] for each in bins), default=0)
    if not highest:
        return None
    step = int(round_step(max(highest, LEVELS), LEVELS, STEPS))
    top = step * ceil(highest / step)
    width = 100 / len(bins)
    return DryRunChart(
        bars=[_bar(each, place * width, width, top) for place, each in enumerate(bins)],
        levels=[
            Mark(place=percent(100 - 100 * level / top), text=short(level))
            for level in range(0, top + 1, step)
        ],
        bins=list(_thinned(bins, width)),
    )


def in_words(each: Mapping[str, Any]) -> str:
    """Return a bin as text: `+2 to +4`."""
    least, most = signed(each["least"]), signed(each["most"])
    return least if least == most else f"{least} to {most}"


def signed(difference: int) -> str:
    """Return a difference with its sign."""
    return f"{difference:+,}".replace("-", "−") if difference else "0"


def short(count: int) -> str:
    """Return a number in thousands, millions and so on, if it is round enough: `20k`."""
    unit, size = next(each for each in reversed(UNITS) if abs(count) >= each[1] or each[1] == 1)
    return f"{count / size:.3g}{unit}".replace("-", "−")


def _bar(each: Mapping[str, Any], x: float, width: float, top: int) -> Bar:
    height = 100 * each["count"] / top
    return Bar(
        series=WINNERS if each["least"] > 0 else LOSERS,
        text=f"{in_words(each)}: {each['count']:,}",
        x=percent(x + width * (1 - FILLED) / 2),
        y=percent(100 - height),
        width=percent(width * FILLED),
        height=percent(height),
    )


def _thinned(bins: Sequence[Mapping[str, Any]], width: float) -> Iterator[Mark]:
    """Yield the end nearest to 0 of some bins."""
    for place in labelled_places(len(bins)):
        each = bins[place]
        nearest = each["least"] if each["least"] > 0 else each["most"]
        text = f"+{short(nearest)}" if nearest > 0 else short(nearest)
        yield Mark(place=percent((place + 0.5) * width), text=text)
