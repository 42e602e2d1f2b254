"""Activations: which revision is to calculate rewards, who asked for it, and the outcome."""

import uuid
from typing import ClassVar, Self

from django.db import models
from django.db.models import Q

from foundation.records.refusals import NotFound
from rewards.models.approvals import ActivationState
from rewards.models.formulas import FormulaRevision, RewardFormula


class ActivationNotFound(NotFound):
    """The formula has no such activation."""


class FormulaActivationQuerySet(models.QuerySet["FormulaActivation"]):
    """Reads of activations."""

    def waiting(self) -> Self:
        """Return those that wait for an approval."""
        return self.filter(state=ActivationState.REQUESTED)

    def running(self) -> Self:
        """Return those whose revision calculates rewards now."""
        return self.filter(state=ActivationState.APPROVED, ended_on=None)

    def newest(self) -> Self:
        return self.select_related("revision").order_by("-requested_on", "-id")


class FormulaActivation(models.Model):
    """An activation of a revision: who requested it, who settled it, and until when it was active.

    Approved: the revision calculates rewards from `settled_on` until `ended_on`. What is activated
    without a request is requested and approved by the same person at the same moment. Outdated: the
    formula was changed before anyone approved.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    formula = models.ForeignKey(
        RewardFormula, on_delete=models.PROTECT, related_name="activations", db_index=False
    )
    revision = models.ForeignKey(FormulaRevision, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=10, choices=ActivationState)
    requested_by = models.CharField(max_length=150)
    requested_on = models.DateTimeField()
    settled_by = models.CharField(max_length=150, blank=True, default="")
    settled_on = models.DateTimeField(null=True)
    reason = models.TextField(blank=True, default="", help_text="Why it was rejected.")
    ended_by = models.CharField(max_length=150, blank=True, default="")
    ended_on = models.DateTimeField(null=True)

    objects: ClassVar[FormulaActivationQuerySet] = FormulaActivationQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "activation of a formula"
        verbose_name_plural = "activations of formulas"
        indexes = [
            models.Index(fields=["formula", "-requested_on", "-id"], name="activation_of_formula")
        ]
        constraints = [
            models.UniqueConstraint(
                "formula", condition=Q(state="Requested"), name="activation_one_requested"
            ),
            models.UniqueConstraint(
                "formula",
                condition=Q(state="Approved", ended_on=None),
                name="activation_one_active",
            ),
            models.CheckConstraint(
                condition=Q(state__in=ActivationState.values), name="activation_state_known"
            ),
            models.CheckConstraint(
                condition=Q(state="Requested") ^ Q(settled_on__isnull=False),
                name="activation_settled_or_requested",
            ),
            models.CheckConstraint(
                condition=Q(ended_on__isnull=True) | Q(state="Approved"),
                name="activation_ended_was_approved",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.revision}, {self.state.lower()}"
