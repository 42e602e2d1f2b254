"""Queries about balances."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from django.db.models import F, Q, QuerySet, Sum

from rewards.models import Balance, BalanceOperation, OperationState


@dataclass(frozen=True, slots=True, kw_only=True)
class BalanceMismatch:
    """A balance that is not the sum of its accepted operations."""

    balance_id: UUID
    amount: Decimal
    sum_of_operations: Decimal


def get_balance(participant_id: UUID) -> Balance:
    """Return a participant's balance.

    :raises BalanceNotFound: the participant had no operation yet.
    """
    return Balance.objects.get_or_refuse(participant_id)


def list_operations(participant_id: UUID) -> QuerySet[BalanceOperation]:
    """Return the operations of a participant's balance, newest first."""
    return BalanceOperation.objects.filter(balance_id=participant_id).order_by("-created_on", "id")


def count_balances() -> int:
    """Return how many balances there are."""
    return Balance.objects.count()


def list_mismatches() -> Iterator[BalanceMismatch]:
    """Yield the balances that differ from the sum of their accepted operations.

    One statement is one snapshot: a concurrent refill is seen completely or not at all.
    """
    accepted = Q(operations__state=OperationState.ACCEPTED)
    total = Sum("operations__amount", filter=accepted, default=Decimal(0))
    wrong = Balance.objects.annotate(total=total).exclude(amount=F("total"))
    for balance_id, amount, total in wrong.values_list("pk", "amount", "total").iterator():
        yield BalanceMismatch(balance_id=balance_id, amount=amount, sum_of_operations=total)
