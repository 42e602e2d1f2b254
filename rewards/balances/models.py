"""Balances of participants, and their operations."""

from decimal import Decimal
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone

from foundation.records.models import VersionedModel, VersionedQuerySet
from foundation.records.refusals import NotFound
from programs.participants.models import Participant

MAX_AMOUNT = Decimal(10) ** 15
"""Every amount is less."""


class OperationSource(models.TextChoices):
    """The reason of an operation."""

    ACTIVITY = "Activity"
    ADJUSTMENT = "Adjustment"


class OperationType(models.TextChoices):
    """What an operation does: a refill adds, an adjustment adds or takes, by its sign."""

    REFILL = "Refill", "Credit"
    ADJUSTMENT = "Adjustment"


class OperationState(models.TextChoices):
    """Whether the operation counts."""

    ACCEPTED = "Accepted"


class BalanceNotFound(NotFound):
    """The participant has no balance: there was no operation yet."""


class Balance(VersionedModel):
    """A participant's balance: always the sum of its accepted operations.

    Triggers of the database hold that: a new balance is zero, a new operation is added to its
    balance, and no other statement changes the amount. `updated_on` is the `recorded_on` of the
    last operation.
    """

    not_found = BalanceNotFound

    participant = models.OneToOneField(
        Participant, on_delete=models.PROTECT, primary_key=True, related_name="balance"
    )
    amount = models.DecimalField(max_digits=20, decimal_places=2, default=0)

    objects: ClassVar[VersionedQuerySet["Balance"]] = VersionedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "balance"
        permissions = [("adjust", "Adjust balances")]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gte=0), name="balance_not_negative")
        ]

    def __str__(self) -> str:
        return f"{self.amount} of {self.pk}"


class BalanceOperation(models.Model):
    """One change of a balance. Append-only: the database refuses anything else.

    The caller chooses the id (for a reward the activity's id), so the change happens once.
    `source_id` is the activity that is rewarded, or whose reward is adjusted; an adjustment may be
    for none. An adjustment has a reason, and the name of who made it.

    `recorded_on` and `balance_after`, the balance right after it, are written by the database under
    the lock of the balance. Each operation of a balance is recorded later than the one before,
    whatever `created_on` says, so the last one until a moment has the balance of that moment.
    """

    id = models.UUIDField(primary_key=True)
    balance = models.ForeignKey(
        Balance, on_delete=models.PROTECT, related_name="operations", db_index=False
    )
    source = models.CharField(max_length=20, choices=OperationSource)
    source_id = models.UUIDField(null=True)
    type = models.CharField(max_length=10, choices=OperationType)
    state = models.CharField(max_length=10, choices=OperationState)
    amount = models.DecimalField(max_digits=20, decimal_places=2)
    reason = models.TextField(blank=True, default="")
    created_by = models.CharField(max_length=150, blank=True, default="")
    created_on = models.DateTimeField(default=timezone.now, editable=False)
    # Whatever the default: the trigger sets both, and Django reads what was stored.
    balance_after = models.DecimalField(
        max_digits=20, decimal_places=2, db_default=Decimal(0), editable=False
    )
    recorded_on = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        verbose_name = "balance operation"
        indexes = [
            models.Index(fields=["source", "source_id"], name="operation_of_source"),
            models.Index(F("created_on").desc(), "id", name="operation_newest"),
            models.Index(
                fields=["balance"],
                condition=Q(type=OperationType.ADJUSTMENT),
                name="adjustment_of_balance",
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["balance", "recorded_on"], name="operation_of_balance_in_order"
            ),
            models.CheckConstraint(
                condition=Q(state__in=OperationState.values), name="operation_state_known"
            ),
            models.CheckConstraint(
                condition=Q(
                    Q(created_by="", reason=""),
                    source=OperationSource.ACTIVITY,
                    type=OperationType.REFILL,
                    source_id__isnull=False,
                    amount__gte=0,
                )
                | Q(
                    ~Q(created_by=""),
                    ~Q(reason=""),
                    ~Q(amount=0),
                    source=OperationSource.ADJUSTMENT,
                    type=OperationType.ADJUSTMENT,
                ),
                name="operation_is_refill_or_adjustment",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_type_display()} {self.amount} ({self.id})"
