"""A tagger's own figures: what they did, earned and were paid, and how well they read."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Min

from tagging.models import Payment, Tagator, Work, WorkState
from tagging.queries.intervals import Interval, TimesheetPeriod, interval_of
from tagging.queries.pay import list_payments
from tagging.queries.quality import get_tagator_quality
from tagging.queries.statistics import Done, get_statistic

ENOUGH_READINGS = 20  # of fewer, one reading moves a rate by more than five points


@dataclass(frozen=True, slots=True, kw_only=True)
class FiguresOfPeriod:
    """A day, week or month of a tagger; a rate of too few readings is None."""

    period: TimesheetPeriod
    done: Done
    agreement_rate: Decimal | None
    hit_rate: Decimal | None


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
    enough_readings: int = ENOUGH_READINGS


def get_figures(tagator_id: UUID, now: datetime) -> TagatorFigures:
    """Return a tagger's figures of today, this week and this month, and what they were paid.

    Rates count readings of earlier days alone, and none of the work in hand: a rate that moves
    with each photo would show which photos are known answers, while they can still be corrected.
    """
    tagator = Tagator.objects.get_or_refuse(tagator_id)
    zone = ZoneInfo(settings.TAGGING_TIME_ZONE)
    today, week, month = (interval_of(now, interval, zone) for interval in Interval)
    in_hand = Work.objects.filter(tagator=tagator, state=WorkState.ACTIVE)
    begun_on = in_hand.aggregate(begun_on=Min("created_on"))["begun_on"]
    until = min(today.begin, begun_on or today.begin)
    return TagatorFigures(
        tagator=tagator,
        time_zone=settings.TAGGING_TIME_ZONE,
        currency=settings.TAGGING_CURRENCY,
        today=_figures(tagator_id, today, until),
        week=_figures(tagator_id, week, until),
        month=_figures(tagator_id, month, until),
        payments=list_payments(tagator_id),
    )


def _figures(tagator_id: UUID, period: TimesheetPeriod, until: datetime) -> FiguresOfPeriod:
    """Return the figures of a period; readings count before `until`, which may be before it."""
    quality = get_tagator_quality(tagator_id, period.begin, until)
    return FiguresOfPeriod(
        period=period,
        done=get_statistic(tagator_id, period),
        agreement_rate=quality.agreement_rate if quality.compared >= ENOUGH_READINGS else None,
        hit_rate=quality.hit_rate if quality.known_answers >= ENOUGH_READINGS else None,
    )
