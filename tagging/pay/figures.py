"""A tagger's own figures: what they did, earned and were paid."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings

from tagging.pay.months import list_payments
from tagging.records.pay import Payment
from tagging.records.tagators import Tagator
from tagging.statistics.queries import Done, Interval, TimesheetPeriod, get_statistic, interval_of


@dataclass(frozen=True, slots=True, kw_only=True)
class FiguresOfPeriod:
    """A day, week or month of a tagger."""

    period: TimesheetPeriod
    done: Done


@dataclass(frozen=True, slots=True, kw_only=True)
class TagatorFigures:
    """What a tagger is shown of their own work; days begin at the midnights of `time_zone`."""

    tagator: Tagator
    time_zone: str
    currency: str
    today: FiguresOfPeriod
    week: FiguresOfPeriod
    month: FiguresOfPeriod
    payments: Sequence[Payment]


def get_figures(tagator_id: UUID, now: datetime) -> TagatorFigures:
    """Return a tagger's figures of today, this week and this month, and what they were paid."""
    tagator = Tagator.objects.get_or_refuse(tagator_id)
    zone = ZoneInfo(settings.TAGGING_TIME_ZONE)
    periods = (interval_of(now, interval, zone) for interval in Interval)
    today, week, month = (
        FiguresOfPeriod(period=period, done=get_statistic(tagator_id, period)) for period in periods
    )
    return TagatorFigures(
        tagator=tagator,
        time_zone=settings.TAGGING_TIME_ZONE,
        currency=settings.TAGGING_CURRENCY,
        today=today,
        week=week,
        month=month,
        payments=list_payments(tagator_id),
    )
