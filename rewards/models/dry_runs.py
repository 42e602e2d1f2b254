"""Dry runs: what rewards stored activities would get by a draft, beside the live formulas."""

import uuid
from typing import Any, ClassVar

from django.db import models
from django.db.models import F, Q

from foundation.messaging.jobs.models import LongJob, LongJobQuerySet, LongJobState
from foundation.records.refusals import NotFound
from rewards.models.formulas import FormulaRevision, RewardFormula


class DryRunNotFound(NotFound):
    """There is no such dry run, or it ended long ago and was removed."""


class DryRunQuerySet(LongJobQuerySet["FormulaDryRun"]):
    """Reads of dry runs."""

    def get_or_refuse(self, pk: uuid.UUID) -> "FormulaDryRun":
        found = self.select_related("formula", "revision").filter(pk=pk).first()
        if found is None:
            raise DryRunNotFound(f"No dry run {pk}.")
        return found


class FormulaDryRun(LongJob):
    """A draft compared with the live formulas over the activities created in a period.

    `live` and `draft` are the formulas that are tried, in their order, and `budgets` those that
    they take from, frozen at the start: each portion is computed alike. `results` are those of
    the activities up to the position. `others` are drafts of other formulas that are tried with it;
    `segment` says whose activities, as texts by name, or has a list `participant_ids`.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    formula = models.ForeignKey(RewardFormula, on_delete=models.PROTECT, related_name="dry_runs")
    revision = models.ForeignKey(
        FormulaRevision, on_delete=models.PROTECT, related_name="+", help_text="The draft."
    )
    since = models.DateTimeField()
    before = models.DateTimeField()
    live = models.JSONField(default=list)
    draft = models.JSONField(default=list)
    budgets = models.JSONField(default=list)
    others = models.JSONField(default=list)
    segment = models.JSONField(default=dict)
    results = models.JSONField(default=dict)

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
                condition=Q(state__in=LongJobState.values), name="dry_run_state_known"
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
    def as_if_valid(self) -> list[dict[str, Any]]:
        """The drafts that are valid only later, and counted as valid already."""
        return [
            {"formula_id": each["formula_id"], "name": each["name"], "valid_from": begin}
            for each in self.draft
            if (begin := each.get("as_if_valid"))
        ]

    @property
    def notes(self) -> list[str]:
        """What is tried besides the formula's own draft, and whose activities: in sentences."""
        also = (
            f"Together with “{each['name']}”, revision {each['revision']}." for each in self.others
        )
        early = (
            f"“{each['name']}” is valid only from {each['valid_from'][:10]}; here it is tried as "
            "if it were valid already."
            for each in self.as_if_valid
        )
        return [*also, *early, *([f"Only {self._whose()}."] if self.segment else [])]

    def _whose(self) -> str:
        if listed := self.segment.get("participant_ids"):
            return f"activities of {len(listed):,} participants of a list"
        words = (f"{name.replace('_', ' ')} {text}" for name, text in self.segment.items())
        return f"activities of participants with {', '.join(words)}"

    @property
    def known_results(self) -> dict[str, Any] | None:
        """The results by now; None: no part is stored yet."""
        return {"budgets": [], **self.results} if self.results else None


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
