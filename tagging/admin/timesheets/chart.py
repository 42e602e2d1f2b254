"""Timesheets as a chart of stacked bars, one an interval."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from foundation.staff.charts import BarChart, draw_bars
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


def draw(
    rows: Iterable[Timesheet],
    starts: Sequence[datetime],
    measure: Measure,
    interval: Interval,
    zone: ZoneInfo,
) -> BarChart | None:
    """Return the chart of these timesheets, by `starts` of intervals; None: nothing was done."""
    values = _values(rows, _MEASURES[measure])
    # Those who did most get a colour.
    by_sum = sorted(values, key=lambda who: (-sum(values[who].values()), who[1]))
    series = by_sum[:SERIES]
    names = [*(name for _, name in series), *([OTHERS] if len(values) > SERIES else [])]
    labels = [start.astimezone(zone).strftime(_FORMATS[interval]) for start in starts]
    bars = [
        list(_parts(_bar(values, series, start), names, label))
        for start, label in zip(starts, labels, strict=True)
    ]
    return draw_bars(bars, labels, lambda level: f"{level:g}", STEPS, names=names)


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


def _parts(
    bar: Sequence[float], names: Sequence[str], label: str
) -> Iterator[tuple[int, str, float]]:
    for place, (name, value) in enumerate(zip(names, bar, strict=False)):
        if value > 0:
            series = SERIES if name == OTHERS else place
            yield series, f"{label}, {name}: {value:,.6g}", value
