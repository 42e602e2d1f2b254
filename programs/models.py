"""Marketing programs, their participants, and the participants' tasks."""

import uuid
from typing import ClassVar, Self

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import models
from django.db.models import F, Func, Q, Value

from foundation.messaging.models import LongJob, LongJobQuerySet
from foundation.records.models import VersionedModel, VersionedQuerySet
from foundation.records.refusals import NotFound
from foundation.records.texts import words_begun
from programs.activity_types import titles


class ParticipantState(models.TextChoices):
    """Whether the participant's activities are accepted."""

    ACTIVE = "Active"
    BLOCKED = "Blocked"


class ParticipantTaskState(models.TextChoices):
    """The state of a participant's task."""

    ACTIVE = "Active"
    COMPLETED = "Completed"
    CANCELLED = "Cancelled"


class MarketingProgramNotFound(NotFound):
    """There is no such marketing program."""


class ParticipantNotFound(NotFound):
    """There is no such participant."""


class ExerciseNotFound(NotFound):
    """There is no such exercise."""


class ParticipantExerciseTaskNotFound(NotFound):
    """There is no such task of a participant."""


class MarketingProgram(VersionedModel):
    """A program that rewards activities.

    New scheme: this service settles rewards and tasks. Old scheme: task managers decide. The days,
    weeks and months of its limits begin at midnight in `time_zone`.
    """

    not_found = MarketingProgramNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    name = models.CharField(max_length=200)
    is_new_scheme = models.BooleanField(
        "rewards and tasks are settled here",
        default=True,
        help_text="Off only in programs whose task managers decide.",
    )
    starts_on = models.DateTimeField(
        null=True, blank=True, help_text="It only informs, unless activities outside are refused."
    )
    ends_on = models.DateTimeField(null=True, blank=True)
    refuses_outside_dates = models.BooleanField(
        default=False,
        db_default=False,
        help_text="An activity that happened before it starts or after it ends is refused.",
    )
    time_zone = models.CharField(
        max_length=50,
        default="UTC",
        db_default="UTC",
        help_text="Where the days, weeks and months of its limits begin, as Europe/Berlin.",
    )

    takes_back_rejected = models.BooleanField(
        default=False,
        db_default=False,
        help_text="A reward is taken back by itself if its activity is rejected afterwards. "
        "Otherwise staff decide, claim by claim.",
    )

    objects: ClassVar[VersionedQuerySet["MarketingProgram"]] = VersionedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "marketing program"
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__isnull=True) | Q(ends_on__gt=F("starts_on")),
                name="program_ends_after_it_starts",
                violation_error_message="A program ends after it starts.",
            )
        ]

    def __str__(self) -> str:
        return self.name


MAX_LABEL, MAX_EXTERNAL_ID = 200, 100  # characters


def _words(name: str) -> Func:
    """Return a text without its signs: of `crm-1042` PostgreSQL would make `crm` and `-1042`."""
    signs = (Value(r"\W+"), Value(" "), Value("g"))
    return Func(name, *signs, function="regexp_replace", output_field=models.TextField())


# An index has exactly these.
NAME_WORDS = SearchVector(_words("label"), _words("external_id"), config="simple")


class NamingField(models.CharField):  # type: ignore[type-arg]  # not subscriptable at run time
    """A text that may name a person: the audit says that it changed, and not what it is."""

    is_secret = True  # for the audit


class ParticipantQuerySet(VersionedQuerySet["Participant"]):
    """Reads of participants."""

    def named(self, text: str) -> Self:
        """Return those whose label or external id has words that begin with the text's words."""
        begun = words_begun(text)
        return self.alias(words=NAME_WORDS).filter(words=begun) if begun else self.none()


class Participant(VersionedModel):
    """A participant of one program; `userId` of callbacks is this id.

    `label` and `external_id` are for people: who it is, and the id in the system that they use.
    """

    not_found = ParticipantNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    program = models.ForeignKey(
        MarketingProgram, on_delete=models.PROTECT, related_name="participants"
    )
    state = models.CharField(
        max_length=10, choices=ParticipantState, default=ParticipantState.ACTIVE
    )
    label = NamingField(
        max_length=MAX_LABEL, blank=True, default="", help_text="A name for people, as “Ann, Oslo”."
    )
    external_id = NamingField(
        max_length=MAX_EXTERNAL_ID,
        blank=True,
        default="",
        help_text="The id in your other system; a program has each once.",
    )

    objects: ClassVar[ParticipantQuerySet] = ParticipantQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "participant"
        indexes = [GinIndex(NAME_WORDS, name="participant_name_words")]
        constraints = [
            models.UniqueConstraint(
                fields=("program", "external_id"),
                condition=~Q(external_id=""),
                name="participant_external_id_once",
            ),
            models.CheckConstraint(
                condition=Q(state__in=ParticipantState.values), name="participant_state_known"
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def known_as(self) -> str:
        """Return what people call the participant: label, external id, else the id."""
        return self.label or self.external_id or str(self.id)


class Exercise(VersionedModel):
    """An exercise of a program: activities of one type."""

    not_found = ExerciseNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    program = models.ForeignKey(
        MarketingProgram, on_delete=models.PROTECT, related_name="exercises"
    )
    name = models.CharField(max_length=200)
    activity_type = models.CharField(max_length=30, choices=titles)

    objects: ClassVar[VersionedQuerySet["Exercise"]] = VersionedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "exercise"

    def __str__(self) -> str:
        return self.name


class TaskQuerySet(VersionedQuerySet["ParticipantExerciseTask"]):
    """Reads of tasks."""

    def free(self) -> Self:
        """Return the active tasks to which no activity is applied."""
        return self.filter(state=ParticipantTaskState.ACTIVE, activity_applied_on=None)

    def in_turn(self) -> Self:
        """Order the tasks as they are tried: the one that finishes soonest, then the oldest."""
        return self.order_by(F("finishes_on").asc(nulls_last=True), "created_on", "pk")


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


class TaskAssignmentQuerySet(LongJobQuerySet["TaskAssignment"]):
    """Reads of assignments."""

    def get_or_refuse(self, pk: uuid.UUID) -> "TaskAssignment":
        found = self.filter(pk=pk).first()
        if found is None:
            raise TaskAssignmentNotFound(f"No assignment {pk}.")
        return found


class TaskAssignment(LongJob):
    """A job that gives one task to many participants of the exercise's program.

    `segment`: which participants, as texts by name; `{"isList": true}`: those of its lines.
    `done` of `total` participants are handled; `created` got the task, `refused` did not.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    exercise = models.ForeignKey(Exercise, on_delete=models.PROTECT, related_name="assignments")
    criteria = models.JSONField(default=dict)
    starts_on = models.DateTimeField(null=True)
    finishes_on = models.DateTimeField(null=True)
    segment = models.JSONField(default=dict)
    created = models.PositiveBigIntegerField(default=0, help_text="How many got the task.")
    refused = models.PositiveBigIntegerField(default=0, help_text="How many did not.")

    objects: ClassVar[TaskAssignmentQuerySet] = TaskAssignmentQuerySet.as_manager()  # type: ignore[assignment]

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
