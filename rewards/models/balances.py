"""Balances of participants, and their operations."""

from decimal import Decimal
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from programs.models import Participant
from records.refusals import NotFound
from records.versioned import VersionedModel, VersionedQuerySet

MAX_AMOUNT = Decimal(10) ** 15
"""Every amount is less."""


class OperationSource(models.TextChoices):
    """The reason of an operation."""

    ACTIVITY = "Activity"


class OperationType(models.TextChoices):
    """Whether an operation adds to the balance or takes from it."""

    REFILL = "Refill"


class OperationState(models.TextChoices):
    """Whether the operation counts."""

    ACCEPTED = "Accepted"


class BalanceNotFound(NotFound):
    """The participant has no balance: there was no operation yet."""

    code = "balance-not-found"


class Balance(VersionedModel):
    """A participant's balance: always the sum of its accepted operations."""

    not_found = BalanceNotFound

    participant = models.OneToOneField(
        Participant, on_delete=models.PROTECT, primary_key=True, related_name="balance"
    )
    amount = models.DecimalField(max_digits=20, decimal_places=2, default=0)

    objects: ClassVar[VersionedQuerySet["Balance"]] = VersionedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "balance"
        constraints = [
            models.CheckConstraint(condition=Q(amount__gte=0), name="balance_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} of {self.pk}"


class BalanceOperation(models.Model):
    """One change of a balance; it is never edited.

    The caller chooses the id (for a reward the activity's id), so the change happens once.
    """

    id = models.UUIDField(primary_key=True)
    balance = models.ForeignKey(Balance, on_delete=models.PROTECT, related_name="operations")
    source = models.CharField(max_length=20, choices=OperationSource)
    source_id = models.UUIDField()
    type = models.CharField(max_length=10, choices=OperationType)
    state = models.CharField(max_length=10, choices=OperationState)
    amount = models.DecimalField(max_digits=20, decimal_places=2)
    created_on = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = "balance operation"
        indexes = [
            models.Index(fields=["balance", "created_on"], name="operation_of_balance"),
            models.Index(fields=["source", "source_id"], name="operation_of_source"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gte=0), name="operation_not_negative"),
            models.CheckConstraint(
                condition=Q(
                    source__in=OperationSource.values,
                    type__in=OperationType.values,
                    state__in=OperationState.values,
                ),
                name="operation_kind_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.amount} ({self.id})"
