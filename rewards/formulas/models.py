"""Reward formulas and their revisions."""

import uuid
from collections.abc import Sequence
from typing import ClassVar, Self
from uuid import UUID

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from foundation.records.models import VersionedModel, VersionedQuerySet
from foundation.records.refusals import NotFound
from programs.activity_types import titles
from programs.programs.models import MarketingProgram
from rewards.approvals.models import ActivationState
from rewards.formula.conditions import settings_in_words

# Each activity reads them. Their few columns are read; the ORM takes longer to write the statement.
_DECIDING = """
SELECT id, name, valid_from, valid_until, active_revision_id FROM rewards_rewardformula
WHERE program_id = %s AND activity_type = %s AND (active_revision_id IS NOT NULL OR id = ANY(%s))
ORDER BY position
"""


class RewardFormulaNotFound(NotFound):
    """There is no such formula, or it has no such revision."""


class RewardFormulaQuerySet(VersionedQuerySet["RewardFormula"]):
    """Reads of formulas."""

    def of(self, program_id: UUID, activity_type: str) -> Self:
        """Return the formulas of a program and type, in the order in which they are tried."""
        return self.filter(program=program_id, activity_type=activity_type).order_by("position")

    def deciding(
        self, program_id: UUID, activity_type: str, drafts: "Sequence[FormulaRevision]" = ()
    ) -> list[tuple["RewardFormula", UUID]]:
        """Return the active formulas, valid or not, each with the id of its active revision.

        :param drafts: stand in their formulas' places, as if they were active.
        """
        drafted = {draft.formula_id: draft.pk for draft in drafts}
        ids = (
            (formula, drafted.get(formula.pk, formula.active_revision_id))
            for formula in self.raw(_DECIDING, [program_id, activity_type, list(drafted)])
        )
        return [(formula, revision_id) for formula, revision_id in ids if revision_id]


class RewardFormula(VersionedModel):
    """A formula for the rewards of a program's activities of one type.

    `revision` is what was saved last. `active_revision` is what calculates rewards: none until
    staff make one active, and the same until they make another one active. A formula is valid from
    `valid_from` until just before `valid_until`. Of several formulas the one with the least
    `position` is tried first.
    """

    not_found = RewardFormulaNotFound
    IN_WORDS: ClassVar = {"settings": settings_in_words}  # of its rows in the audit

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    program = models.ForeignKey(MarketingProgram, on_delete=models.PROTECT, related_name="formulas")
    activity_type = models.CharField(max_length=30, choices=titles)
    name = models.CharField(max_length=200)
    position = models.PositiveIntegerField(editable=False)
    valid_from = models.DateTimeField(null=True, blank=True)
    valid_until = models.DateTimeField(null=True, blank=True)
    revision = models.OneToOneField(
        "FormulaRevision", on_delete=models.PROTECT, editable=False, related_name="+"
    )
    active_revision = models.OneToOneField(
        "FormulaRevision", on_delete=models.PROTECT, null=True, editable=False, related_name="+"
    )
    activated_by = models.CharField(max_length=150, blank=True, editable=False)
    activated_on = models.DateTimeField(null=True, editable=False)

    objects: ClassVar[RewardFormulaQuerySet] = RewardFormulaQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "reward formula"
        permissions = [
            ("read", "Read formulas, balances and operations"),
            ("edit", "Write formulas"),
            ("activate", "Make formulas active"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["program", "activity_type", "position"], name="formula_position"
            ),
            models.CheckConstraint(
                condition=Q(valid_until__isnull=True)
                | Q(valid_from__isnull=True)
                | Q(valid_until__gt=F("valid_from")),
                name="formula_valid_until_after_from",
                violation_error_message="A formula is valid until after it is valid from.",
            ),
            models.CheckConstraint(
                condition=Q(active_revision__isnull=True) ^ Q(activated_on__isnull=False),
                name="formula_activated_when_active",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_active(self) -> bool:
        """Whether the formula calculates rewards, while it is valid."""
        return self.active_revision_id is not None

    def revision_numbered(self, number: int | None) -> "FormulaRevision":
        """Return a revision; None: the one that was saved last."""
        if number is None:
            return self.revision
        found = self.revisions.filter(number=number).first()
        if found is None:
            raise RewardFormulaNotFound(f"The formula has no revision {number}.")
        return found


class FormulaRevision(models.Model):
    """A formula as it was saved once. Append-only: the database refuses anything else.

    `settings` may have `__where`; `coefficients` are texts by key.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    formula = models.ForeignKey(RewardFormula, on_delete=models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField()
    expression = models.TextField()
    settings = models.JSONField(default=dict)
    coefficients = models.JSONField(default=dict)
    created_by = models.CharField(max_length=150)
    created_on = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = "revision of a formula"
        verbose_name_plural = "revisions of formulas"
        constraints = [
            models.UniqueConstraint(fields=["formula", "number"], name="revision_number")
        ]

    def __str__(self) -> str:
        return f"revision {self.number}"


# Activations: which revision is to calculate rewards, who asked for it, and the outcome.


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
