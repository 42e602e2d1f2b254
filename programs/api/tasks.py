"""Participants' tasks over the AdminApi."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import django_filters
from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from programs.api.access import MANAGE, READ
from programs.api.bulk import BulkOutput, ItemsField, put_items
from programs.api.samples import EXERCISE_ID, PARTICIPANT_ID, TASK_ID, TIMES
from programs.commands.putting import Outcome
from programs.commands.tasks import (
    CancelParticipantExerciseTaskCommand,
    ParticipantExerciseTasks,
    PutParticipantExerciseTaskCommand,
    cancel_participant_exercise_task,
    put_participant_exercise_task,
)
from programs.models import ParticipantExerciseTask, TaskState
from programs.queries import get_participant_exercise_task, list_participant_exercise_tasks
from rest.etags import expected_version
from rest.fields import GuidField, NewGuidField, UtcDateTimeField
from rest.operations import operation
from rest.pages import Filters, GuidFilter, TrueOrFalseFilter
from rest.serializers import Input, Output
from rest.views import ApiViewSet

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


class TaskOutput(Output):
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
    state = serializers.ChoiceField(TaskState.choices)
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
    activity_type = django_filters.CharFilter()
    state = django_filters.ChoiceFilter(choices=TaskState.choices)
    is_applied = TrueOrFalseFilter(method="by_application")

    class Meta:
        model = ParticipantExerciseTask
        fields: list[str] = []

    def by_application(
        self, tasks: QuerySet[ParticipantExerciseTask], _: str, is_applied: bool
    ) -> QuerySet[ParticipantExerciseTask]:
        """Keep the tasks with an activity, or those without."""
        return tasks.filter(activity_applied_on__isnull=not is_applied)


class TaskViews(ApiViewSet):
    """Tasks of participants."""

    access = READ

    @operation(
        gives=TaskOutput,
        paged=True,
        filters=TaskFilters,
        ordering=("created_on", "updated_on", "starts_on", "finishes_on", "state"),
    )
    def list(self, request: Request) -> Response:
        """List tasks, the oldest first."""
        return self.page(list_participant_exercise_tasks())

    @operation(gives=TaskOutput, locking=True, refusals=(404,))
    def retrieve(self, request: Request, participant_exercise_task_id: UUID) -> Response:
        """Return a task."""
        return self.answer(get_participant_exercise_task(participant_exercise_task_id))

    @operation(
        takes=TaskInput,
        gives=TaskOutput,
        statuses=(200, 201),
        locking=True,
        access=MANAGE,
        refusals=(404,),
    )
    def save(self, request: Request, participant_exercise_task_id: UUID) -> Response:
        """Create or change a task; 404: no such participant or exercise.

        409: another participant or exercise, or other criteria of a task that is completed or has
        its activity. 422: criteria that break a rule of the type; `field` is `criteria.minDistance`
        and the like.
        """
        command = PutParticipantExerciseTaskCommand(
            task_id=participant_exercise_task_id, now=timezone.now(), **self.changes()
        )
        done = put_participant_exercise_task(command)
        return self.answer(done.record, 201 if done.outcome is Outcome.CREATED else 200)

    @operation(takes=TasksInput, gives=BulkOutput, access=MANAGE)
    def save_all(self, request: Request) -> Response:
        """Create or change up to 1,000 tasks; each item is answered by itself.

        An earlier item counts as older, where tasks that finish together are tried in turn.
        """
        now = timezone.now()

        def command(index: int, **data: Any) -> PutParticipantExerciseTaskCommand:
            created_on = now + timedelta(microseconds=index)
            return PutParticipantExerciseTaskCommand(now=created_on, **data)

        items = self.data()["items"]
        return self.answer(put_items(ParticipantExerciseTasks, items, TaskItemInput, command))

    @operation(gives=TaskOutput, locking=True, access=MANAGE, refusals=(404,))
    def cancel(self, request: Request, participant_exercise_task_id: UUID) -> Response:
        """Cancel a task; 409: it is completed, or an activity was applied to it."""
        command = CancelParticipantExerciseTaskCommand(
            task_id=participant_exercise_task_id, expected_version=expected_version(request)
        )
        return self.answer(cancel_participant_exercise_task(command))
