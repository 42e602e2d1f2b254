"""Participants' tasks in requests and answers."""

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from foundation.rest.fields import GuidField, NewGuidField, UtcDateTimeField
from foundation.rest.serializers import Input, Output
from programs.api.records import EXERCISE_ID, PARTICIPANT_ID, TASK_ID, TIMES, ItemsField
from programs.models import ParticipantTaskState

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
