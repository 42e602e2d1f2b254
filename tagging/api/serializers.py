"""The shapes of tagging on the wire."""

from typing import Any

from rest_framework import serializers

from rest.fields import UtcDateTimeField
from rest.serializers import Input
from tagging.commands.callbacks import TaskOutcome

MAX_TAGS = 200


class CancelTaskInput(Input):
    """Why the photo is not to be tagged any more."""

    reason = serializers.CharField(max_length=500)


class TaskCallbackInput(Input):
    """What became of a task: the numbers read, or that it comes back undone."""

    task_id = serializers.UUIDField()
    photo_id = serializers.UUIDField()
    state = serializers.ChoiceField(TaskOutcome.choices)
    tags = serializers.ListField(
        child=serializers.CharField(max_length=100),
        max_length=MAX_TAGS,
        required=False,
        help_text="The start numbers read; empty: there is none. Required with `Completed`.",
    )
    completed_on = UtcDateTimeField(
        required=False, allow_null=True, help_text="By the service's own clock."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        # Left out, it must not be taken for "there is no number on the photo".
        if attrs["state"] == TaskOutcome.COMPLETED and "tags" not in attrs:
            raise serializers.ValidationError({"tags": "Required with Completed."}, "required")
        return attrs
