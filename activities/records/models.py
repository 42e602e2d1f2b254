"""Activities of participants."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from foundation.messaging.models import LongJob, LongJobQuerySet
from foundation.records.models import VersionedModel, VersionedQuerySet
from foundation.records.refusals import NotFound
from programs.activity_types import titles
from programs.participants.models import Participant
from programs.programs.models import MarketingProgram
from programs.tasks.models import ParticipantExerciseTask
from rewards.models import RewardFormula


class ActivityState(models.TextChoices):
    """The state of an activity: as APIs and events name it, and in words for people."""

    CREATED = "Created", "Created"
    APPLIED = "Applied", "Counted for a task"
    SKIPPED = "Skipped", "No task"


class ActivityChange(models.TextChoices):
    """What can happen to an activity."""

    CREATED = "Created"
    DATA_UPDATED = "DataUpdated"
    REWARD_SET = "RewardSet"
    NO_REWARD = "NoReward"
    REWARD_FAILED = "RewardFailed"
    APPLIED = "Applied", "Counted for a task"
    SKIPPED = "Skipped", "No task"


class ActivityNotFound(NotFound):
    """There is no such activity."""


class Activity(VersionedModel):
    """Something that a participant did.

    `data` are texts by key; the type defines the keys. `reward` is null until it is calculated, by
    `reward_formula`; `reward_failure` says why the last calculation failed, `failed_formula` by
    which formula. Only an applied activity has a task, and a task has at most one activity. A
    trigger of the database holds the state table: Applied and Skipped are final, and a task or
    reward once set stays.
    """

    not_found = ActivityNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    participant = models.ForeignKey(
        Participant, on_delete=models.PROTECT, related_name="activities"
    )
    marketing_program = models.ForeignKey(
        MarketingProgram, on_delete=models.PROTECT, related_name="activities"
    )
    participant_exercise_task = models.OneToOneField(
        ParticipantExerciseTask, on_delete=models.PROTECT, null=True, related_name="activity"
    )
    type = models.CharField(max_length=30, choices=titles)
    state = models.CharField(max_length=10, choices=ActivityState, default=ActivityState.CREATED)
    data = models.JSONField()
    reward = models.DecimalField(max_digits=18, decimal_places=0, null=True)
    # Without a constraint: formulas are never deleted, and all rewards would lock their few rows.
    reward_formula = models.ForeignKey(
        RewardFormula,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )
    reward_failure = models.TextField(blank=True, default="")
    failed_formula = models.ForeignKey(
        RewardFormula, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )

    objects: ClassVar[VersionedQuerySet["Activity"]] = VersionedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "activity"
        verbose_name_plural = "activities"
        indexes = [
            models.Index(fields=["participant", "created_on"], name="activity_of_participant"),
            models.Index(F("created_on").desc(), "id", name="activity_newest"),
            models.Index(
                "marketing_program", F("created_on").desc(), "id", name="activity_of_program"
            ),
            models.Index(
                fields=["marketing_program", "created_on"],
                include=["reward", "reward_formula"],
                condition=Q(reward__isnull=False),
                name="activity_rewards_of_program",
            ),
            models.Index("type", F("created_on").desc(), "id", name="activity_of_type"),
            models.Index("state", F("created_on").desc(), "id", name="activity_in_state"),
            models.Index(
                fields=["created_on"],
                condition=~Q(reward_failure=""),
                name="activity_reward_failed",
            ),
            models.Index(
                fields=["failed_formula", "created_on", "id"],
                condition=~Q(reward_failure=""),
                name="activity_failed_by_formula",
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=ActivityState.values), name="activity_state_known"
            ),
            models.CheckConstraint(
                condition=Q(state=ActivityState.APPLIED)
                ^ Q(participant_exercise_task__isnull=True),
                name="activity_applied_to_a_task",
            ),
            models.CheckConstraint(
                condition=Q(reward__isnull=True) | Q(reward__gte=0),
                name="activity_reward_not_negative",
            ),
            models.CheckConstraint(
                condition=Q(reward__isnull=True) | Q(reward_failure=""),
                name="activity_reward_or_failure",
            ),
            models.CheckConstraint(
                condition=Q(failed_formula__isnull=True) | ~Q(reward_failure=""),
                name="activity_failed_by_a_formula",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_type_display()} {self.pk}"


class ActivityHistory(models.Model):
    """Something that happened to an activity. Append-only: the database refuses anything else.

    `source` says who asked: a callback, the bus, a handler, or a member of staff by name. `details`
    depend on the change: `data` (Created, DataUpdated), `reward` and what it was calculated from
    (RewardSet), `taskId` (Applied), `reason` (NoReward, RewardFailed, Skipped); those of a
    calculation without a reward have what is known of it as well.
    """

    activity = models.ForeignKey(Activity, on_delete=models.PROTECT, related_name="history")
    change = models.CharField(max_length=20, choices=ActivityChange)
    occurred_on = models.DateTimeField()
    source = models.CharField(max_length=150, blank=True)
    request_id = models.CharField(max_length=100, blank=True)
    details = models.JSONField(default=dict)

    class Meta:
        verbose_name = "change of an activity"
        verbose_name_plural = "activity history"
        indexes = [models.Index(fields=["change", "occurred_on"], name="history_of_a_day")]

    def __str__(self) -> str:
        return f"{self.change} {self.activity_id}"


class ActivityReplay(LongJob):
    """A replay of activities. Empty fields select all activities; `steps` counts by handler."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    program = models.ForeignKey(MarketingProgram, on_delete=models.PROTECT, null=True)
    type = models.CharField(max_length=30, choices=titles, blank=True)
    activity_state = models.CharField(max_length=10, blank=True, choices=ActivityState)
    created_from = models.DateTimeField(null=True)
    created_before = models.DateTimeField()
    batch = models.PositiveIntegerField(default=500, help_text="Activities of one portion.")
    posted = models.PositiveIntegerField(default=0)
    sent_back = models.PositiveIntegerField(default=0)
    waiting = models.PositiveIntegerField(default=0)
    steps = models.JSONField(default=dict)

    objects = LongJobQuerySet["ActivityReplay"].as_manager()

    class Meta:
        verbose_name = "replay of activities"
        verbose_name_plural = "replays of activities"

    def __str__(self) -> str:
        return f"replay {self.pk}"


class RewardRecalculation(LongJob):
    """Calculating the rewards again that failed by a formula, of activities created before it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    formula = models.ForeignKey(RewardFormula, on_delete=models.PROTECT, related_name="+")

    objects = LongJobQuerySet["RewardRecalculation"].as_manager()

    class Meta:
        verbose_name = "recalculation of rewards"
        verbose_name_plural = "recalculations of rewards"
        constraints = [
            models.UniqueConstraint(
                "formula", condition=Q(finished_on=None), name="recalculation_one_unfinished"
            )
        ]

    def __str__(self) -> str:
        return f"recalculation {self.pk}"


# Claims to review: rewards that were set before the referees rejected the activity.


class ClaimState(models.TextChoices):
    """What was decided about a reward whose activity was rejected; the last: accepted again."""

    OPEN = "Open", "Open"
    KEPT = "Kept", "Kept"
    TAKEN_BACK = "TakenBack", "Taken back"
    CLOSED = "Closed", "Closed"


class RewardClaimNotFound(NotFound):
    """There is no such claim."""


class RewardClaim(VersionedModel):
    """A rewarded activity that was rejected afterwards: staff keep the reward, or take it back.

    An activity has at most one open claim. `taken` is what was taken back, by the operation that
    has the claim's id. `reason`: why it was settled so; of an open one why it was not taken back by
    itself.
    """

    not_found = RewardClaimNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    activity = models.ForeignKey(Activity, on_delete=models.PROTECT, related_name="claims")
    state = models.CharField(max_length=10, choices=ClaimState, default=ClaimState.OPEN)
    taken = models.DecimalField(max_digits=20, decimal_places=2, null=True)
    reason = models.TextField(blank=True, default="")
    settled_by = models.CharField(max_length=150, blank=True, default="")
    settled_on = models.DateTimeField(null=True)

    objects: ClassVar[VersionedQuerySet["RewardClaim"]] = VersionedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "claim to review"
        verbose_name_plural = "claims to review"
        indexes = [models.Index(fields=["state", "created_on", "id"], name="claim_in_state")]
        constraints = [
            models.UniqueConstraint(
                "activity", condition=Q(state=ClaimState.OPEN), name="claim_one_open"
            ),
            models.CheckConstraint(
                condition=Q(state__in=ClaimState.values), name="claim_state_known"
            ),
            models.CheckConstraint(
                condition=Q(state=ClaimState.OPEN) ^ Q(settled_on__isnull=False),
                name="claim_settled_when_it_says_so",
            ),
            models.CheckConstraint(
                condition=Q(state=ClaimState.TAKEN_BACK) ^ Q(taken__isnull=True),
                name="claim_says_what_was_taken",
            ),
        ]

    def __str__(self) -> str:
        return f"claim {self.pk}"
