"""Dry runs: what rewards stored activities would get by a draft, beside the live formulas."""

import uuid
from typing import Any, ClassVar, Self

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from records.refusals import NotFound
from rewards.models.formulas import FormulaRevision, RewardFormula


class DryRunNotFound(NotFound):
    """There is no such dry run, or it ended long ago and was removed."""

    code = "dry-run-not-found"


class DryRunState(models.TextChoices):
    """Where a dry run stands."""

    WAITING = "Waiting"
    RUNNING = "Running"
    FINISHED = "Finished"
    CANCELLED = "Cancelled"
    FAILED = "Failed"


class DryRunQuerySet(models.QuerySet["FormulaDryRun"]):
    """Reads of dry runs."""

    def unfinished(self) -> Self:
        """Return those that wait or run; a formula has at most one."""
        return self.filter(state__in=(DryRunState.WAITING, DryRunState.RUNNING))

    def get_or_refuse(self, pk: uuid.UUID) -> "FormulaDryRun":
        """Return the dry run.

        :raises DryRunNotFound: no such dry run.
        """
        found = self.select_related("formula", "revision").filter(pk=pk).first()
        if found is None:
            raise DryRunNotFound(f"No dry run {pk}.")
        return found


class FormulaDryRun(models.Model):
    """A draft compared with the live formulas over the activities created in a period.

    `live` and `draft` are the formulas that are tried, in their order, frozen at the start: each
    part is computed alike. `results` are those of the activities up to the position; both are
    stored together. The process that works on the run has a claim on it until `leased_until`; after
    that another may go on behind the position. `next_attempt_on` is when the sweep wakes a worker,
    if no process works on the run by then; null: it has ended.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    formula = models.ForeignKey(RewardFormula, on_delete=models.PROTECT, related_name="dry_runs")
    revision = models.ForeignKey(
        FormulaRevision, on_delete=models.PROTECT, related_name="+", help_text="The draft."
    )
    since = models.DateTimeField()
    before = models.DateTimeField()
    state = models.CharField(max_length=10, choices=DryRunState, default=DryRunState.WAITING)
    live = models.JSONField(default=list)
    draft = models.JSONField(default=list)
    total = models.PositiveBigIntegerField(
        null=True, help_text="Activities of the period; null: not counted yet."
    )
    looked_at = models.PositiveBigIntegerField(default=0)
    position_on = models.DateTimeField(null=True, help_text="When its last activity was created.")
    position_id = models.UUIDField(null=True, help_text="Its last activity.")
    results = models.JSONField(default=dict)
    claim_id = models.UUIDField(null=True)
    leased_until = models.DateTimeField(null=True)
    next_attempt_on = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(
        default=0, help_text="How often it was started since a part of it was last stored."
    )
    reason = models.CharField(max_length=1000, blank=True)
    started_by = models.CharField(max_length=150)
    created_on = models.DateTimeField(default=timezone.now)
    started_on = models.DateTimeField(null=True)
    finished_on = models.DateTimeField(null=True)

    objects: ClassVar[DryRunQuerySet] = DryRunQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "dry run of a formula"
        verbose_name_plural = "dry runs of formulas"
        constraints = [
            models.UniqueConstraint(
                "formula", condition=Q(state__in=("Waiting", "Running")), name="dry_run_unfinished"
            ),
            models.CheckConstraint(
                condition=Q(before__gt=F("since")), name="dry_run_before_after_since"
            ),
            models.CheckConstraint(
                condition=Q(state__in=DryRunState.values), name="dry_run_state_known"
            ),
            models.CheckConstraint(
                condition=Q(state__in=("Waiting", "Running")) ^ Q(finished_on__isnull=False),
                name="dry_run_finished_on",
            ),
        ]
        indexes = [models.Index("created_on", name="dry_run_created_on")]

    def __str__(self) -> str:
        return f"dry run {self.pk}"

    @property
    def is_over(self) -> bool:
        """Whether it has ended in one way or another."""
        return self.finished_on is not None

    @property
    def known_results(self) -> dict[str, Any] | None:
        """The results by now; None: no part is stored yet."""
        return self.results or None


class DryRunParticipant(models.Model):
    """What a participant wins (or, negative, loses) by the draft of an unfinished dry run.

    The participant is no foreign key, so that a dry run locks nothing of participants.
    """

    pk = models.CompositePrimaryKey("run_id", "participant_id")
    run = models.ForeignKey(FormulaDryRun, on_delete=models.CASCADE, db_index=False)
    participant_id = models.UUIDField()
    difference = models.DecimalField(max_digits=30, decimal_places=0)

    class Meta:
        verbose_name = "participant of a dry run"
        verbose_name_plural = "participants of dry runs"

    def __str__(self) -> str:
        return str(self.participant_id)
