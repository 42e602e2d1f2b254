"""Queries about balances."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet, Sum, Window
from django.db.models.functions import Lag
from django.http import StreamingHttpResponse

from foundation.records.formats import as_iso_text, csv_file
from foundation.records.refusals import Invalid
from foundation.records.statements import fetch_row
from rewards.balances.models import Balance, BalanceNotFound, BalanceOperation, OperationState


def list_operations() -> QuerySet[BalanceOperation]:
    """Return the operations of all balances, newest first."""
    return BalanceOperation.objects.order_by("-created_on", "id")


def list_mismatches() -> QuerySet[Balance]:
    """Return the balances that differ from `total`, the sum of their accepted operations.

    One statement is one snapshot: a concurrent refill is seen completely or not at all.
    """
    accepted = Q(operations__state=OperationState.ACCEPTED)
    total = Sum("operations__amount", filter=accepted, default=Decimal(0))
    return Balance.objects.annotate(total=total).exclude(amount=F("total"))


def list_broken_chains() -> QuerySet[BalanceOperation]:
    """Return the operations whose running balance is not the one before and their amount."""
    of_balance: Any = {"partition_by": "balance", "order_by": "recorded_on"}
    chained = BalanceOperation.objects.filter(state=OperationState.ACCEPTED).annotate(
        before=Window(Lag("balance_after", default=0), **of_balance)
    )
    return chained.exclude(balance_after=F("before") + F("amount"))


# What a balance was at a moment, and the statement of account of a period.
#
# What is answered about a moment never changes. An operation gets its moment under the lock of its
# balance, later than those before. A reader takes the same lock: then the operations under way have
# ended, and those that come get a later moment than the one that is answered for.


NOTHING = Decimal("0.00")


class MomentToCome(Invalid):
    """What a balance will be is not known: the moment has not come yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BalanceAt:
    """A balance at the moment `as_of`; its last operation until then was on `updated_on`."""

    participant_id: UUID
    amount: Decimal
    updated_on: datetime
    as_of: datetime
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A period of a balance: what was there, what came and went, and what is left."""

    participant_id: UUID
    since: datetime
    until: datetime
    opening: Decimal
    added: Decimal
    taken: Decimal
    closing: Decimal
    count: int
    as_of: datetime
    operations: QuerySet[BalanceOperation]


@transaction.atomic
def get_balance(participant_id: UUID, at: datetime | None = None) -> BalanceAt:
    """Return the balance as it is, or as it was at a moment.

    :raises BalanceNotFound: there is no operation, or there was none until that moment.
    :raises MomentToCome: the moment is later than now.
    """
    balance, now = _locked(participant_id)
    amount, updated_on = balance.amount, balance.updated_on
    if at is not None:
        _refuse_to_come(at, now)
        last = _last(participant_id, Q(recorded_on__lte=at))
        if last is None:
            raise BalanceNotFound(f"There was no operation until {at.isoformat()}.")
        amount, updated_on = last.balance_after, last.recorded_on
    return BalanceAt(
        participant_id=participant_id,
        amount=amount,
        updated_on=updated_on,
        as_of=at or now,
        version=balance.version,
    )


@transaction.atomic
def get_statement(participant_id: UUID, since: datetime, until: datetime) -> Statement:
    """Return the statement of a period; `until` is not included.

    Its operations are in their order. A period that is not over ends with the newest one.

    :raises BalanceNotFound: there is no operation.
    """
    _, now = _locked(participant_id)
    end = min(until, now + timedelta(microseconds=1))
    before = _last(participant_id, Q(recorded_on__lt=min(since, end)))
    opening = NOTHING if before is None else before.balance_after
    operations = list_account(participant_id).filter(recorded_on__gte=since, recorded_on__lt=end)
    gains = Sum("amount", filter=Q(amount__gt=0), default=NOTHING)
    sums = operations.aggregate(added=gains, all=Sum("amount", default=NOTHING))
    return Statement(
        participant_id=participant_id,
        since=since,
        until=until,
        opening=opening,
        added=sums["added"],
        taken=sums["added"] - sums["all"],
        closing=opening + sums["all"],
        count=operations.count(),
        as_of=now,
        operations=operations.order_by("recorded_on"),
    )


def list_account(participant_id: UUID) -> QuerySet[BalanceOperation]:
    """Return a participant's operations, the newest first."""
    return BalanceOperation.objects.filter(balance=participant_id).order_by("-recorded_on")


def _last(participant_id: UUID, condition: Q) -> BalanceOperation | None:
    return next(iter(list_account(participant_id).filter(condition)[:1]), None)


def _locked(participant_id: UUID) -> tuple[Balance, datetime]:
    """Lock a balance; return it, and the latest moment whose operations are all there.

    An operation may still come within the microsecond that the clock shows.
    """
    balance = Balance.objects.locked(participant_id)
    [clock] = fetch_row("SELECT clock_timestamp()")
    return balance, max(balance.updated_on, clock - timedelta(microseconds=1))


def _refuse_to_come(at: datetime, now: datetime) -> None:
    if at > now:
        detail = f"It is {now.isoformat()} now."
        raise MomentToCome(errors={"at": detail})


# Operations as CSV.


COLUMNS = (
    "operationId",
    "participantId",
    "source",
    "sourceId",
    "type",
    "state",
    "amount",
    "reason",
    "createdBy",
    "createdOn",
    "balance",
    "recordedOn",
)


def csv_of(operations: QuerySet[BalanceOperation]) -> StreamingHttpResponse:
    """Return operations as a file to be saved."""
    return csv_file("operations.csv", COLUMNS, operations, lambda part: map(_cells, part))


def _cells(each: BalanceOperation) -> tuple[Any, ...]:
    source = (each.source, each.source_id, each.type, each.state)
    who = (each.reason, each.created_by)
    after = (as_iso_text(each.created_on), each.balance_after, as_iso_text(each.recorded_on))
    return (each.pk, each.balance_id, *source, each.amount, *who, *after)
