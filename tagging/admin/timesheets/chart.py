"""Timesheets as a chart of stacked bars, one an interval."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from uuid import UUID
from zoneinfo import ZoneInfo

from staff.charts import FILLED, LEVELS, Mark, labelled_places, percent, round_step
from tagging.admin.timesheets.form import Measure
from tagging.queries.intervals import Interval
from tagging.queries.statistics import Done, Timesheet

SERIES = 7  # taggers with a colour of their own
OTHERS = "others"
STEPS = (1, 2, 2.5, 5, 10)

_MEASURES: Mapping[Measure, Callable[[Done], float]] = {
    Measure.TASKS: lambda done: done.tasks_completed,
    Measure.NUMBERS: lambda done: done.numbers_added,
    Measure.HOURS: lambda done: float(done.active_seconds) / 3600,
    Measure.AMOUNT: lambda done: float(done.amount),
}
_FORMATS = {Interval.DAY: "%d %b", Interval.WEEK: "%d %b", Interval.MONTH: "%b %Y"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """What one tagger did in an interval: a part of its bar."""

    series: int
    text: str
    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TimesheetChart:
    """Bars, the names of the series in the order of their colours, and the marks of both axes."""

    segments: Sequence[Segment]
    names: Sequence[str]
    levels: Sequence[Mark]
    days: Sequence[Mark]


def draw(
    rows: Iterable[Timesheet],
    starts: Sequence[datetime],
    measure: Measure,
    interval: Interval,
    zone: ZoneInfo,
) -> TimesheetChart | None:
    """Return the chart of these timesheets, by `starts` of intervals; None: nothing was done."""
    values = _values(rows, _MEASURES[measure])
    # Those who did most get a colour.
    by_sum = sorted(values, key=lambda who: (-sum(values[who].values()), who[1]))
    series = by_sum[:SERIES]
    names = [*(name for _, name in series), *([OTHERS] if len(values) > SERIES else [])]
    bars = [_bar(values, series, start) for start in starts]
    highest = max((sum(bar) for bar in bars), default=0)
    if highest <= 0:
        return None
    step = round_step(highest, LEVELS, STEPS)
    top = step * ceil(highest / step)
    width = 100 / len(starts)
    labels = [start.astimezone(zone).strftime(_FORMATS[interval]) for start in starts]
    return TimesheetChart(
        segments=[
            segment
            for place, (bar, label) in enumerate(zip(bars, labels, strict=True))
            for segment in _segments(bar, names, label, place * width, width, top)
        ],
        names=names,
        levels=[
            Mark(place=percent(100 - 100 * level * step / top), text=f"{level * step:g}")
            for level in range(round(top / step) + 1)
        ],
        days=[
            Mark(place=percent((place + 0.5) * width), text=labels[place])
            for place in labelled_places(len(labels))
        ],
    )


Values = dict[tuple[UUID, str], dict[datetime, float]]


def _values(rows: Iterable[Timesheet], measured: Callable[[Done], float]) -> Values:
    """Return what each tagger did by interval; 0 if reopenings subtracted more."""
    values: Values = defaultdict(dict)
    for row in rows:
        values[row.tagator_id, row.name][row.interval_start] = max(0.0, measured(row.done))
    return values


def _bar(values: Values, series: Sequence[tuple[UUID, str]], start: datetime) -> list[float]:
    """Return what each of the series, and all others together, did in an interval."""
    own = [values[who].get(start, 0.0) for who in series]
    return [*own, sum(done.get(start, 0.0) for done in values.values()) - sum(own)]


def _segments(
    bar: Sequence[float], names: Sequence[str], label: str, x: float, width: float, top: float
) -> Iterable[Segment]:
    below = 0.0
    for place, (name, value) in enumerate(zip(names, bar, strict=False)):
        if value <= 0:
            continue
        below += value
        yield Segment(
            series=SERIES if name == OTHERS else place,
            text=f"{label}, {name}: {value:,.6g}",
            x=percent(x + width * (1 - FILLED) / 2),
            y=percent(100 - 100 * below / top),
            width=percent(width * FILLED),
            height=percent(100 * value / top),
        )
