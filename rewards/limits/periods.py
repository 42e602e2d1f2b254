"""The periods that limits count: a day, a week, a month, or the whole program."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import models

EVER = datetime(1970, 1, 1, tzinfo=UTC)  # where the period of a whole program begins


class LimitPeriod(models.TextChoices):
    """For how long a limit counts; a week begins on Monday."""

    DAY = "Day", "a day"
    WEEK = "Week", "a week"
    MONTH = "Month", "a month"
    PROGRAM = "Program", "the whole program"


def span_of(period: LimitPeriod, moment: datetime, zone: str) -> tuple[datetime, datetime | None]:
    """Return when the period of this moment begins, and when the next one; None: never.

    :param zone: the program's time zone, in which a day begins at midnight.
    """
    local = moment.astimezone(ZoneInfo(zone))
    day = local.replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
    match period:
        case LimitPeriod.DAY:
            since, before = day, day + timedelta(days=1)
        case LimitPeriod.WEEK:
            since = day - timedelta(days=day.weekday())
            before = since + timedelta(days=7)
        case LimitPeriod.MONTH:
            since = day.replace(day=1)
            before = (since + timedelta(days=31)).replace(day=1)
        case _:
            return EVER, None
    return since.astimezone(UTC), before.astimezone(UTC)
