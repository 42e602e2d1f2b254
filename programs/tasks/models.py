"""Tasks of participants, and one task for many."""

import uuid
from typing import ClassVar, Self

from django.db import models
from django.db.models import F, Q

from foundation.messaging.models import LongJob, LongJobQuerySet
from foundation.records.models import VersionedModel, VersionedQuerySet
from foundation.records.refusals import NotFound
from programs.activity_types import titles
from programs.participants.models import Participant
from programs.programs.models import Exercise


class ParticipantTaskState(models.TextChoices):
    """The state of a participant's task."""

    ACTIVE = "Active"
    COMPLETED = "Completed"
    CANCELLED = "Cancelled"


class ParticipantExerciseTaskNotFound(NotFound):
    """There is no such task of a participant."""


class TaskQuerySet(VersionedQuerySet["ParticipantExerciseTask"]):
    """Reads of tasks."""

    def free(self) -> Self:
        """Return the active tasks to which no activity is applied."""
        return self.filter(state=ParticipantTaskState.ACTIVE, activity_applied_on=None)


class ParticipantExerciseTask(VersionedModel):
    """An exercise that one participant has to do.

    `criteria` are what an activity must meet, as exact texts by key: `programs.criteria` reads
    them. `activity_applied_on` is when an activity was applied to the task, which can happen once.
    """

    not_found = ParticipantExerciseTaskNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    participant = models.ForeignKey(
        Participant, on_delete=models.PROTECT, related_name="tasks", db_index=False
    )
    exercise = models.ForeignKey(Exercise, on_delete=models.PROTECT, related_name="tasks")
    activity_type = models.CharField(
        max_length=30, choices=titles, editable=False, help_text="That of the exercise."
    )
    state = models.CharField(
        max_length=10, choices=ParticipantTaskState, default=ParticipantTaskState.ACTIVE
    )
    criteria = models.JSONField(default=dict, blank=True)
    starts_on = models.DateTimeField(null=True, blank=True)
    finishes_on = models.DateTimeField(null=True, blank=True)
    completed_on = models.DateTimeField(null=True, blank=True, editable=False)
    activity_applied_on = models.DateTimeField(
        "activity counted on", null=True, blank=True, editable=False
    )

    objects: ClassVar[TaskQuerySet] = TaskQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "participant's task"
        verbose_name_plural = "participants' tasks"
        indexes = [
            # Gives the free tasks of a participant in the order in which they are tried.
            models.Index(
                fields=["participant", "activity_type", "finishes_on", "created_on"],
                condition=Q(state=ParticipantTaskState.ACTIVE, activity_applied_on=None),
                name="task_in_turn",
            ),
            models.Index(fields=["participant", "created_on"], name="task_of_participant"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=ParticipantTaskState.values), name="task_state_known"
            ),
            models.CheckConstraint(
                condition=Q(state=ParticipantTaskState.COMPLETED) ^ Q(completed_on__isnull=True),
                name="task_completed_when_it_says_so",
            ),
            models.CheckConstraint(
                condition=Q(finishes_on__isnull=True) | Q(finishes_on__gt=F("starts_on")),
                name="task_finishes_after_it_starts",
                violation_error_message="A task finishes after it starts.",
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)


class TaskAssignmentNotFound(NotFound):
    """There is no such assignment of a task to many."""


class TaskAssignment(LongJob):
    """A job that gives one task to many participants of the exercise's program.

    `segment`: which participants, as texts by name; `{"isList": true}`: those of its lines.
    `done` of `total` participants are handled; `created` got the task, `refused` did not.
    """

    not_found = TaskAssignmentNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    exercise = models.ForeignKey(Exercise, on_delete=models.PROTECT, related_name="assignments")
    criteria = models.JSONField(default=dict)
    starts_on = models.DateTimeField(null=True)
    finishes_on = models.DateTimeField(null=True)
    segment = models.JSONField(default=dict)
    created = models.PositiveBigIntegerField(default=0, help_text="How many got the task.")
    refused = models.PositiveBigIntegerField(default=0, help_text="How many did not.")

    objects = LongJobQuerySet["TaskAssignment"].as_manager()

    class Meta:
        verbose_name = "task for many"
        verbose_name_plural = "tasks for many"

    def __str__(self) -> str:
        return f"{self.exercise} for many"


class AssignmentLine(models.Model):
    """A line of an assignment's list: the id, where it is one, and why the line is refused."""

    assignment = models.ForeignKey(TaskAssignment, on_delete=models.CASCADE, related_name="lines")
    number = models.PositiveIntegerField()
    text = models.CharField(max_length=100)
    participant_id = models.UUIDField(null=True, db_index=True)
    refusal = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["assignment", "number"], name="one_line_of_a_number_in_an_assignment"
            )
        ]

    def __str__(self) -> str:
        return f"Line {self.number}: {self.text}"
