"""What taggers did and earned in a time: sums of the task history."""

from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise
from operator import add
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models

from foundation.records.statements import fetch_row, fetch_rows
from tagging.records.history import COUNTED, SKIP_TAKEN_BACK_SQL, TaskChange
from tagging.records.tagators import Tagator, TagatorNotFound, money

# Periods, and the days, weeks and months of a time zone into which they are cut.


class Interval(models.TextChoices):
    """How long the intervals of a timesheet are; weeks are ISO weeks, from Monday."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimesheetPeriod:
    """From a moment, which is included, to another one, which is not."""

    begin: datetime
    end: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """The part of an interval within a period; `interval_start` may be before the period."""

    interval_start: datetime
    part: TimesheetPeriod


def between(field: str, begin: datetime | None, end: datetime | None) -> models.Q:
    """Return that a field is from one moment on and before the other; None: no limit."""
    limits = {f"{field}__gte": begin, f"{field}__lt": end}
    return models.Q(**{name: moment for name, moment in limits.items() if moment is not None})


def whole(period: TimesheetPeriod) -> list[Cut]:
    """Return the period as one interval."""
    return [Cut(interval_start=period.begin, part=period)]


def cut(period: TimesheetPeriod, interval: Interval, zone: ZoneInfo) -> list[Cut]:
    """Cut a period at the midnights of a time zone where an interval begins, the oldest first.

    The parts follow each other without a gap and make up the period. A day has 23 or 25 hours where
    the clocks change. Moments are in UTC.
    """
    starts = list(_starts(period, interval, zone))
    parts = (
        (start, TimesheetPeriod(begin=max(start, period.begin), end=min(end, period.end)))
        for start, end in pairwise(starts)
    )
    # A date that a zone skipped, when it moved across the date line, has no length.
    return [Cut(interval_start=start, part=part) for start, part in parts if part.begin < part.end]


def interval_of(moment: datetime, interval: Interval, zone: ZoneInfo) -> TimesheetPeriod:
    """Return the whole day, week or month of a time zone in which a moment is, in UTC."""
    day = _first_day(moment.astimezone(zone).date(), interval)
    return TimesheetPeriod(begin=midnight(day, zone), end=midnight(_next_day(day, interval), zone))


def _starts(period: TimesheetPeriod, interval: Interval, zone: ZoneInfo) -> Iterator[datetime]:
    """Yield the starts of the intervals, from the period's first one to one at or after its end."""
    day = _first_day(period.begin.astimezone(zone).date(), interval)
    while (start := midnight(day, zone)) < period.end:
        yield start
        day = _next_day(day, interval)
    yield start


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """Return when a date begins, in UTC.

    Where the clocks skip midnight, it is the moment at which they do; where it comes twice, the
    first one (PEP 495, fold 0).
    """
    return datetime.combine(day, time(), tzinfo=zone).astimezone(UTC)


def _first_day(day: date, interval: Interval) -> date:
    if interval is Interval.MONTH:
        return day.replace(day=1)
    return day - timedelta(days=day.weekday()) if interval is Interval.WEEK else day


def _next_day(day: date, interval: Interval) -> date:
    if interval is Interval.MONTH:
        return (day.replace(day=28) + timedelta(days=4)).replace(day=1)
    return day + timedelta(days=7 if interval is Interval.WEEK else 1)


_HUNDREDTH = Decimal("0.01")

# Every tagger in every interval in which they did something, by one look at the index
# `history_of_a_tagator` each, whose condition is this list of changes. Without LIMIT the planner
# would read the whole history.
_ROWS = """
FROM tagging_tagator AS tagator
CROSS JOIN unnest(%(starts)s::timestamptz[], %(begins)s::timestamptz[], %(ends)s::timestamptz[])
    AS part (start, begins, ends)
CROSS JOIN LATERAL (
    SELECT FROM tagging_taskhistory
    WHERE tagator_id = tagator.id AND occurred_on >= part.begins AND occurred_on < part.ends
        AND change = ANY(%(counted)s)
    LIMIT 1
) AS something
WHERE %(tagators)s::uuid[] IS NULL OR tagator.id = ANY(%(tagators)s)
"""
_COUNT = f"SELECT count(*) {_ROWS}"
# Only the rows of the page are summed.
_PAGE = f"""
SELECT shown.id, shown.name, shown.email, shown.start, done.*
FROM (
    SELECT tagator.id, tagator.name, tagator.email, part.*
    {_ROWS}
    ORDER BY part.start, tagator.name, tagator.id OFFSET %(offset)s LIMIT %(limit)s
) AS shown
CROSS JOIN LATERAL (
    SELECT sum(tasks),
        count(*) FILTER (WHERE change = %(skipped)s)
            - count(*) FILTER (WHERE {SKIP_TAKEN_BACK_SQL}),
        sum(numbers), sum(active_seconds), sum(amount)
    FROM tagging_taskhistory
    WHERE tagator_id = shown.id AND occurred_on >= shown.begins AND occurred_on < shown.ends
        AND change = ANY(%(counted)s)
) AS done
ORDER BY shown.start, shown.name, shown.id
"""  # noqa: S608 (put together from the texts above)


@dataclass(frozen=True, slots=True)
class Done:
    """What was done and earned: sums of the history.

    A reopening subtracts the task, or the skip, at the moment of the reopening, so all but the time
    may be negative in a short interval.
    """

    tasks_completed: int = 0
    tasks_skipped: int = 0
    numbers_added: int = 0
    active_seconds: Decimal = Decimal(0)
    amount: Decimal = Decimal(0)

    def __add__(self, other: "Done") -> "Done":
        return Done(*map(add, astuple(self), astuple(other)))

    @property
    def tasks_per_hour(self) -> Decimal | None:
        """Completed tasks an hour of active time, rounded to two places; None without time."""
        if not self.active_seconds:
            return None
        rate = self.tasks_completed * 3600 / self.active_seconds
        return rate.quantize(_HUNDREDTH, ROUND_HALF_UP)

    @property
    def amount_text(self) -> str:
        return money(self.amount)


@dataclass(frozen=True, slots=True)
class Timesheet:
    """What one tagger did in one interval."""

    tagator_id: UUID
    name: str
    email: str
    interval_start: datetime
    done: Done


@dataclass(frozen=True, slots=True, kw_only=True)
class TagatorReport:
    """What taggers did and earned in a period, by name, with the total."""

    period: TimesheetPeriod
    currency: str
    rows: Sequence[Timesheet]

    @property
    def total(self) -> Done:
        return sum((row.done for row in self.rows), start=Done())


class Timesheets:
    """The timesheets of all or some taggers, in each interval in which they did something.

    By interval, then by the tagger's name. A slice reads and sums only its own rows.
    """

    ordered = True

    def __init__(self, cuts: Sequence[Cut], tagator_ids: Sequence[UUID] | None = None) -> None:
        self._asked: dict[str, Any] = {
            "starts": [each.interval_start for each in cuts],
            "begins": [each.part.begin for each in cuts],
            "ends": [each.part.end for each in cuts],
            "tagators": None if tagator_ids is None else list(tagator_ids),
            "counted": [change.value for change in COUNTED],
            "skipped": TaskChange.SKIPPED.value,
        }

    def count(self) -> int:
        [found] = fetch_row(_COUNT, self._asked)
        return int(found)

    def __getitem__(self, part: slice) -> list[Timesheet]:
        offset = part.start or 0
        limit = None if part.stop is None else part.stop - offset
        rows = fetch_rows(_PAGE, {**self._asked, "offset": offset, "limit": limit})
        return [
            Timesheet(tagator_id, name, email, start, Done(*sums))
            for tagator_id, name, email, start, *sums in rows
        ]


def timesheets_by_tagator(
    period: TimesheetPeriod, tagator_ids: Sequence[UUID] | None = None
) -> Timesheets:
    """Return one timesheet a tagger over the whole period, without those who did nothing."""
    return Timesheets(whole(period), tagator_ids)


def get_statistic(tagator_id: UUID, period: TimesheetPeriod) -> Done:
    tagator = Tagator.objects.get_or_refuse(tagator_id)
    found = timesheets_by_tagator(period, [tagator.pk])[:1]
    return found[0].done if found else Done()


def get_tagator_report(
    period: TimesheetPeriod, tagator_ids: Sequence[UUID] | None = None
) -> TagatorReport:
    """Return the report of these taggers, each with a row; None: of all who did something."""
    rows = timesheets_by_tagator(period, tagator_ids)[:]
    if tagator_ids is not None:
        busy = {row.tagator_id for row in rows}
        rows += [
            Timesheet(each.pk, each.name, each.email, period.begin, Done())
            for each in _named(tagator_ids)
            if each.pk not in busy
        ]
    return TagatorReport(
        period=period,
        currency=settings.TAGGING_CURRENCY,
        rows=sorted(rows, key=lambda row: (row.name, row.tagator_id)),
    )


def _named(tagator_ids: Sequence[UUID]) -> list[Tagator]:
    tagators = Tagator.objects.in_bulk(tagator_ids)
    for tagator_id in tagator_ids:
        if tagator_id not in tagators:
            raise TagatorNotFound(f"No tagator {tagator_id}.")
    return list(tagators.values())
