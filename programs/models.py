"""Marketing programs, their participants, and the participants' tasks."""

import uuid
from collections.abc import Mapping
from typing import Any, ClassVar, Self
from uuid import UUID

from django.contrib.postgres.fields import DecimalRangeField
from django.contrib.postgres.indexes import GistIndex
from django.db import models
from django.db.backends.postgresql.psycopg_any import NumericRange
from django.db.models import F, Q

from programs.activity_types import criteria_of
from programs.criteria import SPANS, exactly
from records.refusals import NotFound
from records.versioned import VersionedModel, VersionedQuerySet


class ParticipantState(models.TextChoices):
    """Whether the participant's activities are accepted."""

    ACTIVE = "Active"
    BLOCKED = "Blocked"


class TaskState(models.TextChoices):
    """The state of a participant's task."""

    ACTIVE = "Active"
    COMPLETED = "Completed"
    CANCELLED = "Cancelled"


class MarketingProgramNotFound(NotFound):
    """There is no such marketing program."""

    code = "marketing-program-not-found"


class ParticipantNotFound(NotFound):
    """There is no such participant."""

    code = "participant-not-found"


class ExerciseNotFound(NotFound):
    """There is no such exercise."""

    code = "exercise-not-found"


class ParticipantExerciseTaskNotFound(NotFound):
    """There is no such task of a participant."""

    code = "participant-exercise-task-not-found"


class MarketingProgram(VersionedModel):
    """A program that rewards activities.

    New scheme: this service settles rewards and tasks. Old scheme: task managers decide.
    """

    not_found = MarketingProgramNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    name = models.CharField(max_length=200)
    is_new_scheme = models.BooleanField(default=True)
    starts_on = models.DateTimeField(null=True, blank=True)
    ends_on = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[VersionedQuerySet["MarketingProgram"]] = VersionedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "marketing program"
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__isnull=True) | Q(ends_on__gt=F("starts_on")),
                name="program_ends_after_it_starts",
                violation_error_message="A program ends after it starts.",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Participant(VersionedModel):
    """A participant of one program; `userId` of callbacks is this id."""

    not_found = ParticipantNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    program = models.ForeignKey(
        MarketingProgram, on_delete=models.PROTECT, related_name="participants"
    )
    state = models.CharField(
        max_length=10, choices=ParticipantState, default=ParticipantState.ACTIVE
    )

    objects: ClassVar[VersionedQuerySet["Participant"]] = VersionedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "participant"
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=ParticipantState.values), name="participant_state_known"
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)


class Exercise(VersionedModel):
    """An exercise of a program: activities of one type."""

    not_found = ExerciseNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    program = models.ForeignKey(
        MarketingProgram, on_delete=models.PROTECT, related_name="exercises"
    )
    name = models.CharField(max_length=200)
    activity_type = models.CharField(max_length=30)

    objects: ClassVar[VersionedQuerySet["Exercise"]] = VersionedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "exercise"

    def __str__(self) -> str:
        return self.name


class Moment(models.Func):
    """A time as a point on a line, whose distance from `AGES_AGO` an index can order by."""

    arity = 1
    output_field = models.TextField()
    template = (
        "point(coalesce(extract(epoch FROM %(expressions)s AT TIME ZONE 'UTC')::float8, 1e12), 0)"
    )


class SinceAgesAgo(models.Func):
    """The distance of a `Moment` from the year 1900: what is earlier is nearer."""

    arity = 1
    output_field = models.FloatField()
    template = "(%(expressions)s <-> point '(-2208988800,0)')"


class TaskQuerySet(VersionedQuerySet["ParticipantExerciseTask"]):
    """Reads of tasks."""

    def free(self) -> Self:
        """Return the active tasks to which no activity is applied."""
        return self.filter(state=TaskState.ACTIVE, activity_applied_on=None)

    def in_turn(self) -> Self:
        """Order the tasks as they are tried: what finishes soonest, then the oldest."""
        return self.order_by(
            SinceAgesAgo(Moment("finishes_on")), SinceAgesAgo(Moment("created_on"))
        )


class ParticipantExerciseTask(VersionedModel):
    """An exercise that one participant has to do.

    `criteria` are what an activity must meet, as texts by key; `programs.criteria` says how the
    spans come from them. `activity_applied_on` is when an activity was applied to the task, which
    can happen once.
    """

    not_found = ParticipantExerciseTaskNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    participant = models.ForeignKey(Participant, on_delete=models.PROTECT, related_name="tasks")
    exercise = models.ForeignKey(Exercise, on_delete=models.PROTECT, related_name="tasks")
    activity_type = models.CharField(
        max_length=30, editable=False, help_text="That of the exercise."
    )
    state = models.CharField(max_length=10, choices=TaskState, default=TaskState.ACTIVE)
    criteria = models.JSONField(default=dict, blank=True)
    owner_span = DecimalRangeField(editable=False, help_text="The participant and the type.")
    span_1 = DecimalRangeField(editable=False)
    span_2 = DecimalRangeField(editable=False)
    span_3 = DecimalRangeField(editable=False)
    span_4 = DecimalRangeField(editable=False)
    starts_on = models.DateTimeField(null=True, blank=True)
    finishes_on = models.DateTimeField(null=True, blank=True)
    completed_on = models.DateTimeField(null=True, blank=True, editable=False)
    activity_applied_on = models.DateTimeField(null=True, blank=True, editable=False)

    objects: ClassVar[TaskQuerySet] = TaskQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "participant's task"
        verbose_name_plural = "participants' tasks"
        indexes = [
            # Finds the first suitable task of a participant without reading the others.
            GistIndex(
                "owner_span",
                *SPANS,
                Moment("finishes_on"),
                Moment("created_on"),
                condition=Q(state=TaskState.ACTIVE, activity_applied_on=None),
                name="task_suitable",
            ),
            models.Index(fields=["participant", "created_on"], name="task_of_participant"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=TaskState.values), name="task_state_known"
            ),
            models.CheckConstraint(
                condition=Q(state=TaskState.COMPLETED) ^ Q(completed_on__isnull=True),
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

    def put_criteria(self, wanted: Mapping[str, Any]) -> Self:
        """Set what an activity must meet, as `TaskCriteria.read` returns it.

        :raises ActivityTypeUnknown: no such type.
        """
        rules = criteria_of(self.activity_type)
        self.criteria = rules.texts(wanted)
        self.owner_span = owner_span(self.participant_id, self.activity_type)
        for name, span in rules.spans(wanted).items():
            setattr(self, name, span)
        return self


def owner_span(participant_id: UUID, activity_type: str) -> NumericRange:
    """Return the span of a participant's tasks of one type."""
    return exactly(f"{participant_id}{activity_type}")
