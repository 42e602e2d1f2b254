"""Corrections of credited rewards: what is to be adjusted, and the runs that adjust it."""

import uuid
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import models
from django.db.models import F, Q

from foundation.messaging.models import LongJob, LongJobQuerySet, LongJobState
from foundation.records.refusals import NotFound
from foundation.records.statements import fetch_rows, run_statement
from programs.activity_types import titles
from programs.programs.models import MarketingProgram
from rewards.balances.models import BalanceOperation
from rewards.formulas.models import RewardFormula


class RewardCorrectionNotFound(NotFound):
    """There is no such correction."""


WAITING = {"requested_on__isnull": False, "approved_on__isnull": True}  # for its approval


class RewardCorrection(LongJob):
    """Credited rewards compared with what the live formulas give; the job makes the preview.

    The activities are those of a program and type, created in a period; with a `formula` only those
    whose reward it decided, with `participants` only theirs, with `activities` only these. `live`
    are the formulas, frozen at the start. One that `pays_cuts` compares with what limits had cut
    instead. One person requests the batch, another one approves it: then a run adjusts.
    """

    not_found = RewardCorrectionNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    program = models.ForeignKey(
        MarketingProgram, on_delete=models.PROTECT, related_name="corrections"
    )
    activity_type = models.CharField(max_length=30, choices=titles)
    formula = models.ForeignKey(
        RewardFormula, on_delete=models.PROTECT, related_name="corrections", null=True
    )
    since = models.DateTimeField()
    before = models.DateTimeField()
    participants = models.JSONField(default=list)
    activities = models.JSONField(default=list)
    pays_cuts = models.BooleanField(
        default=False,
        db_default=False,
        help_text="What limits had cut is paid; formulas are not asked.",
    )
    includes_changed_data = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Also rewards of activities whose data changed after the credit.",
    )
    live = models.JSONField(default=list)
    results = models.JSONField(default=dict)
    why = models.TextField(blank=True, default="")
    requested_by = models.CharField(max_length=150, blank=True, default="")
    requested_on = models.DateTimeField(null=True)
    approved_by = models.CharField(max_length=150, blank=True, default="")
    approved_on = models.DateTimeField(null=True)

    objects = LongJobQuerySet["RewardCorrection"].as_manager()

    class Meta:
        verbose_name = "correction of rewards"
        verbose_name_plural = "corrections of rewards"
        indexes = [models.Index("created_on", name="correction_created_on")]
        constraints = [
            models.CheckConstraint(
                condition=Q(before__gt=F("since")), name="correction_before_after_since"
            ),
            models.CheckConstraint(
                condition=Q(state__in=LongJobState.values), name="correction_state_known"
            ),
            models.CheckConstraint(
                condition=Q(approved_on__isnull=True)
                | (Q(requested_on__isnull=False) & ~Q(approved_by=F("requested_by"))),
                name="correction_approved_by_another",
            ),
        ]

    def __str__(self) -> str:
        return f"correction {self.pk}"

    @property
    def waits_for_approval(self) -> bool:
        return self.requested_on is not None and self.approved_on is None

    @property
    def last_run(self) -> "CorrectionRun | None":
        """The run that adjusts, or adjusted last; None: it is not approved."""
        return max(self.runs.all(), key=lambda run: run.created_on, default=None)

    @property
    def known_results(self) -> dict[str, Any] | None:
        """The figures by now; None: none is stored yet."""
        return self.results or None


class ItemState(models.TextChoices):
    """What became of an adjustment."""

    PENDING = "Pending"
    APPLIED = "Applied", "Adjusted"
    REFUSED = "Refused"


class ItemCause(models.TextChoices):
    """Why a credited reward differs: the formula changed, the data did, or limits had cut it."""

    FORMULA = "Formula", "The formulas give another reward now."
    DATA = "Data", "The activity's data changed after the credit."
    LIMIT = "Limit", "Limits had cut it."


class CorrectionItem(models.Model):
    """A credited reward that differs from what the formulas give.

    `old` is what was credited, with corrections before; `foreseen` what limits left of the
    difference when the preview was made; `adjusted` what a run added, which limits may have cut;
    `reason` why either is less, or it is refused. The unique constraint and the operation's id
    let each activity be adjusted once. Activity and participant are no foreign keys, so that a
    preview locks nothing of them.
    """

    id = models.BigAutoField(primary_key=True)
    correction = models.ForeignKey(
        RewardCorrection, on_delete=models.CASCADE, related_name="items", db_index=False
    )
    activity_id = models.UUIDField()
    participant_id = models.UUIDField(db_index=True)
    activity_on = models.DateTimeField()
    old = models.DecimalField(max_digits=18, decimal_places=0)
    new = models.DecimalField(max_digits=18, decimal_places=0)
    cause = models.CharField(
        max_length=10, choices=ItemCause, default=ItemCause.FORMULA, db_default=ItemCause.FORMULA
    )
    operation_id = models.UUIDField(unique=True)
    state = models.CharField(max_length=10, choices=ItemState, default=ItemState.PENDING)
    foreseen = models.DecimalField(max_digits=18, decimal_places=0)
    adjusted = models.DecimalField(max_digits=18, decimal_places=0, null=True)
    reason = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        verbose_name = "corrected reward"
        verbose_name_plural = "corrected rewards"
        indexes = [
            models.Index(
                fields=["correction", "id"],
                condition=~Q(state=ItemState.APPLIED),
                name="correction_not_applied",
            ),
            models.Index(fields=["activity_id"], name="correction_of_activity"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["correction", "activity_id"], name="correction_once_an_activity"
            ),
            models.CheckConstraint(
                condition=Q(state__in=ItemState.values), name="correction_item_state_known"
            ),
            models.CheckConstraint(
                condition=Q(state=ItemState.APPLIED) ^ Q(adjusted__isnull=True),
                name="correction_item_says_what_it_added",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.old} → {self.new}"

    @property
    def difference(self) -> int:
        return int(self.new - self.old)


class CorrectionRun(LongJob):
    """Adjusting what a correction found; a cancelled or failed one is followed by another."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    correction = models.ForeignKey(RewardCorrection, on_delete=models.CASCADE, related_name="runs")
    refused = models.PositiveBigIntegerField(default=0)

    objects = LongJobQuerySet["CorrectionRun"].as_manager()

    class Meta:
        verbose_name = "run of a correction"
        verbose_name_plural = "runs of corrections"
        constraints = [
            models.UniqueConstraint(
                "correction", condition=Q(finished_on=None), name="correction_run_one_unfinished"
            )
        ]

    def __str__(self) -> str:
        return f"run {self.pk}"


# Finding and adjusting what corrections change, some hundred activities a statement.


# What activities have added. An adjustment that no item has applied was made by hand. LATERAL and
# LIMIT: each operation looks its item up, whatever the statistics say of a table that has just
# grown; a join read all items for each operation.
CREDITED = """
SELECT operation.source_id, sum(operation.amount),
    bool_or(operation.source = 'Adjustment' AND item.state IS DISTINCT FROM 'Applied')
FROM rewards_balanceoperation AS operation
LEFT JOIN LATERAL (
    SELECT state FROM rewards_correctionitem
    WHERE operation_id = operation.id AND operation.source = 'Adjustment' LIMIT 1
) AS item ON true
WHERE operation.source IN ('Activity', 'Adjustment') AND operation.source_id = ANY(%s)
GROUP BY operation.source_id
HAVING bool_or(operation.source = 'Activity')
"""

# In the order of the activities: it decides who gets what limits leave.
ADD_ITEMS = """
INSERT INTO rewards_correctionitem (
    correction_id, activity_id, participant_id, activity_on, old, new, cause, operation_id, state,
    foreseen, reason
)
SELECT %s, activity_id, participant_id, activity_on, old, new, cause, operation_id, 'Pending',
    foreseen, reason
FROM unnest(%s::uuid[], %s::uuid[], %s::timestamptz[], %s::numeric[], %s::numeric[], %s::text[],
            %s::uuid[], %s::numeric[], %s::text[])
    WITH ORDINALITY
    AS found (activity_id, participant_id, activity_on, old, new, cause, operation_id, foreseen,
              reason, place)
ORDER BY place
"""

# Stores what was decided of items, and inserts the operations of those that are adjusted, in the
# order of the items; the database adds them to the balances.
ADJUST = """
WITH decided AS (
    UPDATE rewards_correctionitem AS item
    SET state = new.state, adjusted = new.adjusted, reason = new.reason
    FROM unnest(%(ids)s::bigint[], %(states)s::text[], %(adjusted)s::numeric[], %(reasons)s::text[])
        AS new (id, state, adjusted, reason)
    WHERE item.id = new.id
    RETURNING item.*
)
INSERT INTO rewards_balanceoperation (
    id, balance_id, source, source_id, type, state, amount, reason, created_by, created_on
)
SELECT operation_id, participant_id, 'Adjustment', activity_id, 'Adjustment', 'Accepted', adjusted,
    %(why)s, %(by)s, %(now)s
FROM decided WHERE state = 'Applied' ORDER BY id
RETURNING id, balance_id, source, source_id, type, amount, balance_after, recorded_on
"""


def credited_by(activity_ids: Sequence[UUID]) -> list[tuple[UUID, Decimal, bool]]:
    """Return the credited ones of these activities: the sum, and whether a person adjusted it."""
    return fetch_rows(CREDITED, [list(activity_ids)])


def add_items(correction: RewardCorrection, items: Sequence[CorrectionItem]) -> None:
    """Insert new items of a correction."""
    names = ("activity_id", "participant_id", "activity_on", "old", "new", "cause", "operation_id",
             "foreseen", "reason")  # fmt: skip
    columns = [[getattr(item, name) for item in items] for name in names]
    run_statement(ADD_ITEMS, [correction.pk, *columns])


def store_decided(
    correction: RewardCorrection, items: Sequence[CorrectionItem], now: datetime
) -> list[BalanceOperation]:
    """Store what was decided of items; return the operations of those that are adjusted."""
    given: dict[str, Any] = {
        "ids": [item.pk for item in items],
        "states": [str(item.state) for item in items],
        "adjusted": [item.adjusted for item in items],
        "reasons": [item.reason for item in items],
        "why": correction.why,
        "by": correction.approved_by,
        "now": now,
    }
    return list(BalanceOperation.objects.raw(ADJUST, given))
