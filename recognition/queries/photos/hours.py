"""Photos a day, and times to delivery, out of what was counted by the hour."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from recognition.models.hours import HOUR, PhotoHour, hour_of

DAYS = 7
_PARTS_OF_HOUR = ("processed", "failed", "deleted", "unfinished")


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoDay:
    """How many photos were received on a day (UTC), by where they stand, and a week before."""

    day: date
    by_end: Counter[str]
    week_before: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryTimes:
    """In how many seconds half, and 95 of 100, first results of an hour were delivered."""

    hour: datetime
    half: float | None
    most: float | None


def list_days(now: datetime) -> Sequence[PhotoDay]:
    """Return the last days, the oldest first, with today as far as it is."""
    days = [now.date() - timedelta(days=back) for back in reversed(range(2 * DAYS))]
    since = hour_of(now).replace(hour=0) - timedelta(days=2 * DAYS - 1)
    found: dict[date, Counter[str]] = {day: Counter() for day in days}
    for row in PhotoHour.objects.filter(hour__gte=since, hour__lte=now).values("hour", *_PARTS_OF_HOUR):
        found[row["hour"].date()].update({end: row[end] for end in _PARTS_OF_HOUR})
    return [
        PhotoDay(day=day, by_end=found[day], week_before=found[before].total())
        for before, day in zip(days[:DAYS], days[DAYS:], strict=True)
    ]


def list_delivery_times(now: datetime) -> Sequence[DeliveryTimes]:
    """Return the last 24 hours, the oldest first."""
    hours = [hour_of(now) - back * HOUR for back in reversed(range(24))]
    rows = PhotoHour.objects.in_bulk(hours)
    return [
        DeliveryTimes(hour=hour, half=row.half_within, most=row.most_within)
        for hour in hours
        for row in [rows.get(hour) or PhotoHour(hour=hour)]
    ]
