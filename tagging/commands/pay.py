"""Closing a month of pay: signed off once, and never changed."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db import transaction

from foundation.records.audit import Actor, name_of, record_creation
from foundation.records.creating import insert_new
from foundation.records.refusals import Conflict
from tagging.models import PaidMonth, Payment
from tagging.queries.pay import get_next_month, payments_until, total_of


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
