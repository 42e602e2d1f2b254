"""Marketing programs, their participants, and the participants' tasks."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from records.refusals import NotFound
from records.versioned import VersionedModel, VersionedQuerySet


class ActivityType(models.TextChoices):
    """The types of activities and of exercises."""

    SPORT = "SportActivity"
    SPORADIC = "SporadicActivity"
    QUIZ = "QuizActivity"
    INVITE = "InviteActivity"
    PARTNERS = "PartnersActivity"
    GEO_LOCATION = "GeoLocationActivity"
    REGISTRATION = "RegistrationActivity"
    PARTICIPATING = "ParticipatingActivity"
    UPLOAD_IMAGE = "UploadImageActivity"


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
    activity_type = models.CharField(max_length=30, choices=ActivityType)

    objects: ClassVar[VersionedQuerySet["Exercise"]] = VersionedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "exercise"
        constraints = [
            models.CheckConstraint(
                condition=Q(activity_type__in=ActivityType.values), name="exercise_type_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class ParticipantExerciseTask(VersionedModel):
    """An exercise that one participant has to do.

    An activity must meet the `criteria` to be applied to the task. Their keys depend on the
    exercise's activity type.
    """

    not_found = ParticipantExerciseTaskNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    participant = models.ForeignKey(Participant, on_delete=models.PROTECT, related_name="tasks")
    exercise = models.ForeignKey(Exercise, on_delete=models.PROTECT, related_name="tasks")
    state = models.CharField(max_length=10, choices=TaskState, default=TaskState.ACTIVE)
    criteria = models.JSONField(default=dict, blank=True)
    starts_on = models.DateTimeField(null=True, blank=True)
    finishes_on = models.DateTimeField(null=True, blank=True)
    completed_on = models.DateTimeField(null=True, blank=True, editable=False)

    objects: ClassVar[VersionedQuerySet["ParticipantExerciseTask"]] = VersionedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "participant's task"
        verbose_name_plural = "participants' tasks"
        indexes = [
            models.Index(
                fields=["participant", "finishes_on"],
                condition=Q(state=TaskState.ACTIVE),
                name="task_active_of_participant",
            ),
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
