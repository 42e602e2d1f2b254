"""Dry runs: what rewards stored activities would get by a draft, beside the live formulas."""

import json
import uuid
from collections.abc import Mapping
from typing import Any, ClassVar
from uuid import UUID

from django.db import models
from django.db.models import F, Q

from foundation.messaging.models import LongJob, LongJobQuerySet, LongJobState
from foundation.records.models import VersionedModel, VersionedQuerySet
from foundation.records.refusals import NotFound
from foundation.records.statements import run_statement
from rewards.balances.models import MAX_AMOUNT
from rewards.formulas.candidates import AS_IF_VALID
from rewards.formulas.models import FormulaRevision, RewardFormula


class DryRunNotFound(NotFound):
    """There is no such dry run, or it ended long ago and was removed."""


class FormulaDryRun(LongJob):
    """A draft compared with the live formulas over the activities created in a period.

    `live` and `draft` are the formulas that are tried, in their order, and `limits` those that
    they take from, frozen at the start: each portion is computed alike. `results` are those of
    the activities up to the position. `others` are drafts of other formulas that are tried with it;
    `segment` says whose activities, as texts by name, or has a list `participant_ids`.
    """

    not_found = DryRunNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    formula = models.ForeignKey(RewardFormula, on_delete=models.PROTECT, related_name="dry_runs")
    revision = models.ForeignKey(
        FormulaRevision, on_delete=models.PROTECT, related_name="+", help_text="The draft."
    )
    since = models.DateTimeField()
    before = models.DateTimeField()
    live = models.JSONField(default=list)
    draft = models.JSONField(default=list)
    limits = models.JSONField(default=list)
    others = models.JSONField(default=list)
    segment = models.JSONField(default=dict)
    results = models.JSONField(default=dict)

    objects = LongJobQuerySet["FormulaDryRun"].as_manager()

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
            if (begin := each.get(AS_IF_VALID))
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

    `used`: what either side used of limits, as `rewards.trials.participant_figures` writes it.
    The participant is no foreign key, so that a dry run locks nothing of participants.
    """

    pk = models.CompositePrimaryKey("run_id", "participant_id")
    run = models.ForeignKey(FormulaDryRun, on_delete=models.CASCADE, db_index=False)
    participant_id = models.UUIDField()
    difference = models.DecimalField(max_digits=30, decimal_places=0)
    used = models.JSONField(default=dict, db_default={})

    class Meta:
        verbose_name = "participant of a dry run"
        verbose_name_plural = "participants of dry runs"

    def __str__(self) -> str:
        return str(self.participant_id)


STORE_PARTICIPANTS = """
INSERT INTO rewards_dryrunparticipant (run_id, participant_id, difference, used)
SELECT %s, participant_id, difference, used::jsonb
FROM unnest(%s::uuid[], %s::numeric[], %s::text[]) AS new (participant_id, difference, used)
ON CONFLICT (run_id, participant_id)
    DO UPDATE SET difference = excluded.difference, used = excluded.used
"""


def store_participants(run_id: UUID, found: Mapping[UUID, tuple[int, Mapping[str, Any]]]) -> None:
    """Store what participants win by a draft, and what they used of limits.

    Rows are locked in the order of their ids: a process that lost its claim may be here too.
    """
    if found:
        rows = sorted((who, gap, json.dumps(used)) for who, (gap, used) in found.items())
        run_statement(STORE_PARTICIPANTS, [run_id, *map(list, zip(*rows, strict=True))])


# Golden examples: what a formula must give before it is made active.


class Expectation(models.TextChoices):
    """What a formula is to give for an example: a reward, null, or its `__where` is not true."""

    REWARD = "Reward", "a reward"
    NO_REWARD = "NoReward", "no reward"
    DOES_NOT_SUIT = "DoesNotSuit", "does not suit"


class GoldenExampleNotFound(NotFound):
    """The formula has no such example."""


class GoldenExample(VersionedModel):
    """Inputs of a formula, and what it must give for them before a revision is made active.

    `inputs` are values of variables by name, as texts of the language: `10.5`, `'running'`. What is
    left out is null. `reward` is a whole number, and there is one where a reward is expected.
    """

    not_found = GoldenExampleNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    formula = models.ForeignKey(RewardFormula, on_delete=models.PROTECT, related_name="examples")
    name = models.CharField(max_length=200)
    inputs = models.JSONField()
    expectation = models.CharField(max_length=20, choices=Expectation)
    reward = models.BigIntegerField(null=True)
    changed_by = models.CharField(max_length=150)

    objects: ClassVar[VersionedQuerySet["GoldenExample"]] = VersionedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "golden example"
        constraints = [
            models.UniqueConstraint(fields=["formula", "name"], name="golden_example_name"),
            models.CheckConstraint(
                condition=Q(expectation=Expectation.REWARD) ^ Q(reward__isnull=True),
                name="golden_example_reward_where_expected",
            ),
            models.CheckConstraint(
                condition=Q(reward__isnull=True) | Q(reward__gte=0, reward__lt=int(MAX_AMOUNT)),
                name="golden_example_reward_in_bounds",
            ),
            models.CheckConstraint(
                condition=Q(expectation__in=Expectation.values),
                name="golden_example_expectation_known",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def wanted(self) -> str:
        """What the formula must give, in words."""
        if self.reward is not None:
            return str(self.reward)
        return str(Expectation(self.expectation).label)
