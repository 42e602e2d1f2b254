"""Queries about balances."""

from decimal import Decimal
from typing import Any

from django.db.models import F, Q, QuerySet, Sum, Window
from django.db.models.functions import Lag

from rewards.models import Balance, BalanceOperation, OperationState


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
