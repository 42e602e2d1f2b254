"""Activities of participants."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from programs.models import ActivityType, MarketingProgram, Participant, ParticipantExerciseTask
from records.refusals import NotFound
from records.versioned import VersionedModel, VersionedQuerySet


class ActivityState(models.TextChoices):
    """The state of an activity."""

    CREATED = "Created"
    APPLIED = "Applied"
    SKIPPED = "Skipped"


class ActivityNotFound(NotFound):
    """There is no such activity."""

    code = "activity-not-found"


class Activity(VersionedModel):
    """Something that a participant did.

    `data` are texts by key; the type defines the keys. `reward` is null until it is calculated.
    Only an applied activity has a task, and a task has at most one activity.
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
    type = models.CharField(max_length=30, choices=ActivityType)
    state = models.CharField(max_length=10, choices=ActivityState, default=ActivityState.CREATED)
    data = models.JSONField()
    reward = models.DecimalField(max_digits=18, decimal_places=0, null=True)

    objects: ClassVar[VersionedQuerySet["Activity"]] = VersionedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "activity"
        verbose_name_plural = "activities"
        indexes = [
            models.Index(fields=["participant", "created_on"], name="activity_of_participant"),
            models.Index(F("created_on").desc(), name="activity_newest"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=ActivityState.values), name="activity_state_known"
            ),
            models.CheckConstraint(
                condition=Q(type__in=ActivityType.values), name="activity_type_known"
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
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.pk}"
