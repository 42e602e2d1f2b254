"""Periods, and the days, weeks and months of a time zone into which they are cut."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from django.db import models


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
