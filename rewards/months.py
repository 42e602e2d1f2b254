"""Months, days and moments, as staff type them."""

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from django.utils.dateparse import parse_datetime

from foundation.records.formats import around

_MONTH = re.compile(r"([0-9]{4})-([0-9]{2})")


def month_of(text: str) -> tuple[datetime, datetime]:
    """Return the beginning of the month `2026-10`, and that of the next one.

    :raises ValueError: it is no month of the years 2000 to 2099.
    """
    found = _MONTH.fullmatch(text)
    if not found or not 2000 <= int(found[1]) <= 2099 or not 1 <= int(found[2]) <= 12:
        raise ValueError("must be a month from 2000-01 to 2099-12, as 2026-10")
    return beginning_of(int(found[1]), int(found[2])), beginning_of(
        int(found[1]), int(found[2]) + 1
    )


def moment(text: str) -> datetime:
    """Return the moment `2026-10-05` or `2026-10-05T12:30`; without an offset it is UTC.

    :raises ValueError: it is no moment.
    """
    found = parse_datetime(text if re.search(r"[T ]", text) else f"{text}T00:00")
    if found is None:
        raise ValueError(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def period_in_words(since: datetime, before: datetime) -> str:
    """Return a period in UTC; shorter if it begins and ends at midnight."""
    texts = [f"{moment:%Y-%m-%d %H:%M}" for moment in (since, before)]
    return " until before ".join(text.removesuffix(" 00:00") for text in texts)


def faults_of_period(since: datetime, before: datetime, now: datetime) -> dict[str, str]:
    """Return what is wrong in a period of activities that came, by name."""
    faults = {"since": "must be in the past"} if since >= now else {}
    return faults | ({"before": "must be after the beginning"} if before <= since else {})


def month_before(moment: datetime) -> str:
    """Return the last whole month before a moment, as `2026-10`."""
    year, month = moment.year, moment.month - 1
    return f"{year}-{month:02}" if month else f"{year - 1}-12"


def beginning_of_day(day: date, zone: tzinfo = UTC) -> datetime:
    """Return the beginning of a day in UTC, or in another zone."""
    return datetime.combine(day, time.min, zone)


def end_of_day(day: date) -> datetime:
    """Return the beginning of the next day in UTC; of the calendar's last day, its end."""
    return around(beginning_of_day(day), timedelta(days=1))[1]


def beginning_of(year: int, month: int) -> datetime:
    """Return the beginning of a month; month 13 is the next year's first."""
    return datetime(year + (month - 1) // 12, (month - 1) % 12 + 1, 1, tzinfo=UTC)
