"""Participants' tasks over the AdminApi."""

from datetime import datetime, timedelta
from functools import cached_property
from typing import Any
from uuid import UUID

import django_filters
from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.bodies import expected_version
from foundation.rest.operations import operation
from foundation.rest.pagination import Filters, GuidFilter, TextFilter, TrueOrFalseFilter
from foundation.rest.serializers import GuidField, Input, NewGuidField, Output, UtcDateTimeField
from programs.putting import PutCommand
from programs.putting_api import (
    EXERCISE_ID,
    MANAGE,
    PARTICIPANT_ID,
    TASK_ID,
    TIMES,
    BulkOutput,
    ItemsField,
    RecordViews,
    puts,
)
from programs.tasks.commands import (
    CancelParticipantExerciseTaskCommand,
    CompleteParticipantExerciseTaskCommand,
    ParticipantExerciseTasks,
    cancel_participant_exercise_task,
    complete_participant_exercise_task,
)
from programs.tasks.models import ParticipantExerciseTask, ParticipantTaskState

# Participants' tasks in requests and answers.


_TASK = {
    "participantId": PARTICIPANT_ID,
    "exerciseId": EXERCISE_ID,
    "criteria": {"discipline": "running", "minDistance": "5"},
    "startsOn": None,
    "finishesOn": "2026-06-01T00:00:00Z",
}


@extend_schema_field(
    {"type": "object", "additionalProperties": {"type": ["string", "number", "null"]}}
)
class CriteriaField(serializers.DictField):
    """Texts and numbers by key; which keys there are depends on the activity type."""

    child = serializers.JSONField(allow_null=True)


class TaskInput(Input):
    """A participant's task. The participant and the exercise never change."""

    example = _TASK

    participant_id = GuidField()
    exercise_id = GuidField()
    criteria = CriteriaField(
        default=dict, help_text="What an activity must meet; the keys are those of its type."
    )
    starts_on = UtcDateTimeField(allow_null=True, default=None)
    finishes_on = UtcDateTimeField(allow_null=True, default=None)


class TaskItemInput(TaskInput):
    """A participant's task with its id."""

    participant_exercise_task_id = NewGuidField(source="task_id")


class TasksInput(Input):
    """Participants' tasks; each item is read and answered by itself."""

    example = {"items": [{"participantExerciseTaskId": TASK_ID, **_TASK}]}

    items = ItemsField(TaskItemInput)


class CompletionInput(Input):
    """When a task was completed."""

    example = {"completedOn": "2026-05-17T09:30:00Z"}

    completed_on = UtcDateTimeField(
        allow_null=True, default=None, help_text="Left out or null: now."
    )


@extend_schema_serializer(component_name="TaskOutput")  # as it is called in the documents
class ParticipantTaskOutput(Output):
    """A participant's task."""

    example = {
        "participantExerciseTaskId": TASK_ID,
        **_TASK,
        "activityType": "SportActivity",
        "state": "Active",
        "completedOn": None,
        "activityAppliedOn": None,
        **TIMES,
    }

    participant_exercise_task_id = GuidField(source="pk")
    participant_id = GuidField()
    exercise_id = GuidField()
    activity_type = serializers.CharField()
    state = serializers.ChoiceField(ParticipantTaskState.choices)
    criteria = serializers.DictField(child=serializers.CharField(), help_text="Exact texts.")
    starts_on = UtcDateTimeField(allow_null=True)
    finishes_on = UtcDateTimeField(allow_null=True)
    completed_on = UtcDateTimeField(allow_null=True)
    activity_applied_on = UtcDateTimeField(
        allow_null=True, help_text="When an activity was applied to it; that happens once."
    )
    created_on = UtcDateTimeField()
    updated_on = UtcDateTimeField()


class TaskFilters(Filters):
    """By participant, exercise, activity type and state, and by whether an activity is applied."""

    participant_id = GuidFilter(field_name="participant_id")
    exercise_id = GuidFilter(field_name="exercise_id")
    activity_type = TextFilter()
    state = django_filters.ChoiceFilter(choices=ParticipantTaskState.choices)
    is_applied = TrueOrFalseFilter(method="by_application")

    def by_application(
        self, tasks: QuerySet[ParticipantExerciseTask], _: str, is_applied: bool
    ) -> QuerySet[ParticipantExerciseTask]:
        """Keep the tasks with an activity, or those without."""
        return tasks.filter(activity_applied_on__isnull=not is_applied)


class ParticipantTaskViews(RecordViews):
    """Tasks of participants."""

    kind = ParticipantExerciseTasks
    item = TaskItemInput

    def command_of(self, place: int, **data: Any) -> PutCommand:
        return super().command_of(place, now=self.now + timedelta(microseconds=place), **data)

    @cached_property
    def now(self) -> datetime:
        return timezone.now()

    @operation(
        gives=ParticipantTaskOutput,
        paged=True,
        filters=TaskFilters,
        ordering=("created_on", "updated_on", "starts_on", "finishes_on", "state"),
    )
    def list(self, request: Request) -> Response:
        """List tasks, the oldest first."""
        return self.page(ParticipantExerciseTask.objects.all())

    @operation(gives=ParticipantTaskOutput, locking=True, refusals=(404,))
    def retrieve(self, request: Request, participant_exercise_task_id: UUID) -> Response:
        """Return a task."""
        return self.answer(
            ParticipantExerciseTask.objects.get_or_refuse(participant_exercise_task_id)
        )

    @puts(TaskInput, ParticipantTaskOutput)
    def save(self, request: Request, participant_exercise_task_id: UUID) -> Response:
        """Create or change a task; 404: no such participant or exercise.

        409: another participant or exercise, or other criteria of a task that is completed or has
        its activity. 422: criteria that break a rule of the type; `field` is `criteria.minDistance`
        and the like.
        """
        return self.put_one(participant_exercise_task_id)

    @operation(takes=TasksInput, gives=BulkOutput, access=MANAGE)
    def save_all(self, request: Request) -> Response:
        """Create or change up to 1,000 tasks; each item is answered by itself.

        An earlier item counts as older, where tasks that finish together are tried in turn.
        """
        return self.put_many()

    @operation(gives=ParticipantTaskOutput, locking=True, access=MANAGE, refusals=(404,))
    def cancel(self, request: Request, participant_exercise_task_id: UUID) -> Response:
        """Cancel a task; 409: it is completed, or an activity was applied to it."""
        command = CancelParticipantExerciseTaskCommand(
            task_id=participant_exercise_task_id,
            expected_version=expected_version(request),
            by=self.actor,
        )
        return self.answer(cancel_participant_exercise_task(command))

    @operation(
        takes=CompletionInput,
        gives=ParticipantTaskOutput,
        locking=True,
        access=MANAGE,
        refusals=(404,),
    )
    def complete(self, request: Request, participant_exercise_task_id: UUID) -> Response:
        """Complete a task, as task managers do in the old scheme; again: nothing changes.

        A task without an activity may be completed, too. 409: it is cancelled.
        """
        given = self.data()
        tasks = ParticipantExerciseTask.objects.select_related("participant__program")
        task = tasks.get_or_refuse(participant_exercise_task_id)
        command = CompleteParticipantExerciseTaskCommand(
            exercise_id=task.exercise_id,
            participant_exercise_task_id=task.pk,
            value=None,
            is_new_scheme=task.participant.program.is_new_scheme,
            occurred_on=given["completed_on"] or self.now,
            expected_version=expected_version(request),
            by=self.actor,
        )
        return self.answer(complete_participant_exercise_task(command))
