"""Approvals: orders of money and rules that wait for a second person."""

import uuid
from typing import ClassVar, Self

from django.db import models

from foundation.records.refusals import NotFound
from programs.participants.models import Participant
from programs.programs.models import MarketingProgram


class ApprovalNotFound(NotFound):
    """There is no such approval."""


class ActivationState(models.TextChoices):
    """What became of what was requested: of an order, or an activation."""

    REQUESTED = "Requested"
    APPROVED = "Approved"
    REJECTED = "Rejected"
    WITHDRAWN = "Withdrawn"
    OUTDATED = "Outdated"


class ApprovedOrder(models.TextChoices):
    """What is ordered, each by the command of that name."""

    ADJUST_BALANCE = "AdjustBalance", "Adjustment of a balance"
    TAKE_REWARD_BACK = "TakeRewardBack", "Reward, taken back"
    PUT_LIMIT = "PutLimit", "Limit, new or changed"
    REMOVE_LIMIT = "RemoveLimit", "Limit, removed"
    REORDER_FORMULAS = "ReorderFormulas", "Order of formulas"


class ApprovalQuerySet(models.QuerySet["Approval"]):
    """Reads of approvals."""

    def waiting(self) -> Self:
        """Return those that no one has settled."""
        return self.filter(state=ActivationState.REQUESTED)


class Approval(models.Model):
    """An order as its command has it, who requested it, and who settled it.

    `command`: the command's fields as JSON, without who and when. Approved: it was carried out at
    `settled_on`, in the name of `settled_by`.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    order = models.CharField(max_length=20, choices=ApprovedOrder)
    program = models.ForeignKey(
        MarketingProgram, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    participant = models.ForeignKey(Participant, on_delete=models.CASCADE, null=True)
    command = models.JSONField()
    words = models.TextField(help_text="What happens when it is approved.")
    state = models.CharField(
        max_length=10, choices=ActivationState, default=ActivationState.REQUESTED
    )
    requested_by = models.CharField(max_length=150)
    requested_on = models.DateTimeField()
    settled_by = models.CharField(max_length=150, blank=True, default="")
    settled_on = models.DateTimeField(null=True)
    reason = models.TextField(blank=True, default="", help_text="Why it was rejected.")

    objects: ClassVar[ApprovalQuerySet] = ApprovalQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "approval of a second person"
        verbose_name_plural = "approvals of a second person"
        indexes = [models.Index(fields=["-requested_on", "-id"], name="approval_newest")]

    def __str__(self) -> str:
        return self.words
