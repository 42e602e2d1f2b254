"""What is to be paid: the next month, as it would be closed now.

A month is what the whole task history sums up to before its end, less all that was closed before.
So a row that comes late, for a month that was closed, stands in the next one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Count, F, Min, Q, Sum

from tagging.models import SKIP_TAKEN_BACK, PaidMonth, Payment, Tagator, TaskChange, TaskHistory
from tagging.queries.intervals import TimesheetPeriod, midnight

CENT = Decimal("0.01")
_COUNTS = ("tasks", "skipped", "numbers", "active_seconds")
_NOTHING: Mapping[str, Any] = dict.fromkeys((*_COUNTS, "earned", "amount", "paid"), Decimal(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthOfPay:
    """The month that is closed next; `payments_until` its period has what it would pay."""

    period: TimesheetPeriod
    time_zone: str
    currency: str

    @property
    def name(self) -> str:
        return f"{self.period.begin.astimezone(ZoneInfo(self.time_zone)):%B %Y}"

    def is_over(self, now: datetime) -> bool:
        return self.period.end <= now


def get_next_month(now: datetime) -> MonthOfPay:
    """Return the month after the last closed one; at first, that of the oldest work."""
    last = PaidMonth.objects.order_by("-end").first()
    zone = ZoneInfo(settings.TAGGING_TIME_ZONE)
    return MonthOfPay(
        period=_month_from(last.end if last else _first_begin(now, zone), zone),
        time_zone=settings.TAGGING_TIME_ZONE,
        currency=settings.TAGGING_CURRENCY,
    )


def payments_until(period: TimesheetPeriod) -> list[Payment]:
    """Return the payments of a month that is not closed yet, unsaved, by the taggers' names."""
    done = _by_tagator(
        TaskHistory.objects.counted().filter(tagator__isnull=False, occurred_on__lt=period.end),
        tasks=Sum("tasks"),
        skipped=Count("pk", filter=Q(change=TaskChange.SKIPPED))
        - Count("pk", filter=SKIP_TAKEN_BACK),
        numbers=Sum("numbers"),
        active_seconds=Sum("active_seconds"),
        amount=Sum("amount"),
        earned=Sum("amount", filter=Q(occurred_on__gte=period.begin), default=Decimal(0)),
    )
    closed = _by_tagator(
        Payment.objects.all(),
        **{name: Sum(name) for name in (*_COUNTS, "paid")},
        amount=Sum(F("earned") + F("corrections")),
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


def _first_begin(now: datetime, zone: ZoneInfo) -> datetime:
    """Return when the month of the oldest work began; without work, the month before this one."""
    oldest = TaskHistory.objects.counted().aggregate(first=Min("occurred_on"))["first"]
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
    brought = closed["amount"] - closed["paid"]
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
