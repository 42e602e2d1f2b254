"""The shapes of activities on the wire."""

from rest_framework import serializers

from activities.models import ActivityState
from activities.readings import CallbackBody
from programs.models import ActivityType
from rest.fields import UtcDateTimeField
from rest.serializers import Input, Output


class CallbackInput(Input):
    """A callback of an activity source."""

    body = CallbackBody()


class ReceivedOutput(Output):
    """What became of the activity."""

    activity_id = serializers.UUIDField(source="id")
    state = serializers.ChoiceField(choices=ActivityState.choices)


class ActivityOutput(Output):
    """An activity; `reward` is null until it is calculated."""

    activity_id = serializers.UUIDField(source="id")
    participant_id = serializers.UUIDField()
    marketing_program_id = serializers.UUIDField()
    participant_exercise_task_id = serializers.UUIDField(allow_null=True)
    type = serializers.ChoiceField(choices=ActivityType.choices)
    state = serializers.ChoiceField(choices=ActivityState.choices)
    reward = serializers.IntegerField(allow_null=True)
    data = serializers.DictField(child=serializers.CharField())  # type: ignore[assignment]
    created_on = UtcDateTimeField()
