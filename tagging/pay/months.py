"""Months of pay: closed once and never changed; a tagger's own figures."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.db.models import Count, F, Min, OuterRef, Q, Subquery, Sum

from foundation.records.audit import Actor, name_of, record_creation
from foundation.records.models import insert_new
from foundation.records.refusals import Conflict
from tagging.pay.models import PaidMonth, Payment
from tagging.records.history import SKIP_TAKEN_BACK, TaskChange, TaskHistory
from tagging.records.tagators import Tagator
from tagging.statistics.queries import (
    Done,
    Interval,
    TimesheetPeriod,
    get_statistic,
    interval_of,
    midnight,
)

# What is to be paid: the next month, as it would be closed now.
#
# A month is what the whole task history sums up to before its end, less all that was closed
# before. So a row that comes late, for a month that was closed, stands in the next one. What was
# earned before the first month that is closed was paid in another way, and is not counted.


CENT = Decimal("0.01")
_COUNTS = ("tasks", "skipped", "numbers", "active_seconds")
_NOTHING: Mapping[str, Any] = dict.fromkeys((*_COUNTS, "amount", "brought"), Decimal(0))
_AMOUNT = F("earned") + F("corrections")


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthOfPay:
    """The month that is closed next; `payments_until` its period has what it would pay.

    `currency_before` is that of the month before it: what it left is brought over only if they are
    the same.
    """

    period: TimesheetPeriod
    time_zone: str
    currency: str
    currency_before: str

    @property
    def name(self) -> str:
        return name_of_month(self.period, self.time_zone)

    def is_over(self, now: datetime) -> bool:
        return self.period.end <= now


def name_of_month(period: TimesheetPeriod, time_zone: str) -> str:
    """Return the name of a month: `May 2026`."""
    return f"{period.begin.astimezone(ZoneInfo(time_zone)):%B %Y}"


def get_next_month(now: datetime, first: datetime | None = None) -> MonthOfPay:
    """Return the month after the last closed one; at first, that of the oldest work.

    :param first: when the first month to close begins, one of `list_first_months`; any other
        moment is ignored, and each once a month is closed.
    """
    last = PaidMonth.objects.order_by("-end").first()
    zone, currency = ZoneInfo(settings.TAGGING_TIME_ZONE), settings.TAGGING_CURRENCY
    return MonthOfPay(
        period=_month_from(last.end if last else _first_begin(now, first, zone), zone),
        time_zone=settings.TAGGING_TIME_ZONE,
        currency=currency,
        currency_before=last.currency if last else currency,
    )


def list_first_months(now: datetime) -> Sequence[TimesheetPeriod]:
    """Return the months that may be closed first, from that of the oldest work on.

    Empty once one is closed.
    """
    if PaidMonth.objects.exists():
        return []
    zone = ZoneInfo(settings.TAGGING_TIME_ZONE)
    months = [_month_from(_oldest_begin(now, zone), zone)]
    while (following := _month_from(months[-1].end, zone)).end <= now:
        months.append(following)
    return months


def payments_until(period: TimesheetPeriod, currency: str) -> list[Payment]:
    """Return the payments of a month that is not closed yet, unsaved, by the taggers' names.

    :param currency: what was paid in another one is not brought over.
    """
    first = PaidMonth.objects.order_by("begin").first()
    since = first.begin if first else period.begin
    done = _by_tagator(
        TaskHistory.objects.counted().filter(
            tagator__isnull=False, occurred_on__gte=since, occurred_on__lt=period.end
        ),
        tasks=Sum("tasks"),
        skipped=Count("change", filter=Q(change=TaskChange.SKIPPED))
        - Count("change", filter=SKIP_TAKEN_BACK),
        numbers=Sum("numbers"),
        active_seconds=Sum("active_seconds"),
        amount=Sum("amount"),
        earned=Sum("amount", filter=Q(occurred_on__gte=period.begin), default=Decimal(0)),
    )
    closed = _by_tagator(
        Payment.objects.all(),
        **{name: Sum(name) for name in _COUNTS},
        amount=Sum(_AMOUNT),
        brought=Sum(_AMOUNT - F("paid"), filter=Q(month__currency=currency), default=Decimal(0)),
    )
    tagators = Tagator.objects.in_bulk(list(done)).values()
    in_order = sorted(tagators, key=lambda each: (each.name, each.pk))
    payments = (_payment(each, done[each.pk], closed.get(each.pk, _NOTHING)) for each in in_order)
    return [payment for payment in payments if _is_due(payment)]


def total_of(payments: Iterable[Payment]) -> Decimal:
    """Return what is paid to all."""
    return sum((each.paid for each in payments), Decimal(0))


def list_payments(tagator_id: UUID) -> Sequence[Payment]:
    """Return what a tagger was paid, the last month first."""
    payments = Payment.objects.filter(tagator=tagator_id).select_related("month")
    return list(payments.order_by("-month__end"))


def _first_begin(now: datetime, chosen: datetime | None, zone: ZoneInfo) -> datetime:
    if chosen is not None and chosen in [month.begin for month in list_first_months(now)]:
        return chosen
    return _oldest_begin(now, zone)


def _oldest_begin(now: datetime, zone: ZoneInfo) -> datetime:
    """Return when the month of the oldest work began; without work, the month before this one."""
    # By tagger, because the index of the history begins with the tagger.
    of_tagator = TaskHistory.objects.counted().filter(tagator=OuterRef("pk"))
    first_of_each = Subquery(of_tagator.order_by("occurred_on").values("occurred_on")[:1])
    oldest = Tagator.objects.aggregate(first=Min(first_of_each))["first"]
    before = now.astimezone(zone).replace(day=1) - timedelta(days=1)
    first: datetime = oldest or before
    return midnight(first.astimezone(zone).date().replace(day=1), zone)


def _month_from(begin: datetime, zone: ZoneInfo) -> TimesheetPeriod:
    """Return the month that begins then; where the zone was changed, it begins some hours off."""
    day = (begin + timedelta(days=1)).astimezone(zone).date()
    following = (day.replace(day=28) + timedelta(days=4)).replace(day=1)
    return TimesheetPeriod(begin=begin, end=midnight(following, zone))


def _by_tagator(rows: Any, **sums: Any) -> dict[UUID, Mapping[str, Any]]:
    summed = (
        rows.order_by().values("tagator_id").annotate(**{f"sum_{n}": s for n, s in sums.items()})
    )
    return {row["tagator_id"]: {name: row[f"sum_{name}"] for name in sums} for row in summed}


def _payment(tagator: Tagator, done: Mapping[str, Any], closed: Mapping[str, Any]) -> Payment:
    brought = closed["brought"]
    amount = done["amount"] - closed["amount"]
    in_cents = (brought + amount).quantize(CENT, ROUND_HALF_UP)
    return Payment(
        tagator=tagator,
        name=tagator.name,
        email=tagator.email,
        **{name: done[name] - closed[name] for name in _COUNTS},
        earned=done["earned"],
        corrections=amount - done["earned"],
        brought=brought,
        paid=max(in_cents, Decimal(0)),
    )


def _is_due(payment: Payment) -> bool:
    """Return whether anything is to be said of a tagger in this month."""
    names = (*_COUNTS, "earned", "corrections", "paid")
    return any(getattr(payment, name) for name in names)


class MonthNotOver(Conflict):
    """The month is not over yet."""


class MonthNotNext(Conflict):
    """Another month is to be closed first, or this one was closed meanwhile."""


class PayChanged(Conflict):
    """What is to be paid changed since you saw it: look at it again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseMonthCommand:
    """Sign off what taggers get for the month that begins then; the others: as they were seen."""

    begin: datetime
    total: Decimal
    currency: str
    now: datetime
    by: Actor | None = None


@transaction.atomic
def close_month(command: CloseMonthCommand) -> PaidMonth:
    """Keep what each tagger gets for the month.

    :raises MonthNotNext, MonthNotOver, PayChanged: see there.
    """
    wanted = get_next_month(command.now, first=command.begin)
    if wanted.period.begin != command.begin:
        raise MonthNotNext
    if not wanted.is_over(command.now):
        raise MonthNotOver
    month = PaidMonth(
        begin=wanted.period.begin,
        end=wanted.period.end,
        time_zone=wanted.time_zone,
        currency=wanted.currency,
        closed_on=command.now,
        closed_by=name_of(command.by),
    )
    # Of two who close it at once, the second one waits here for the first.
    if not insert_new(month):
        raise MonthNotNext
    payments = payments_until(wanted.period, wanted.currency)
    if (total_of(payments), wanted.currency) != (command.total, command.currency):
        raise PayChanged
    for payment in payments:
        payment.month = month
    Payment.objects.bulk_create(payments)
    record_creation(command.by, month)
    return month


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
