"""What other services send about tagging tasks."""

from typing import Any

from rest_framework import serializers

from foundation.rest.fields import GuidField, StrictTextField, UtcDateTimeField
from foundation.rest.serializers import Input
from tagging.api.samples import PHOTO_ID, TASK_ID
from tagging.commands.callbacks import TaskOutcome
from tagging.commands.tags import MAX_TAGS


class CancelTaskInput(Input):
    """Why the photo's task is cancelled."""

    example = {"reason": "The photo was taken down."}

    reason = StrictTextField(max_length=500)


class TaskCallbackInput(Input):
    """The outcome of a task: the numbers read, or that the service rejected it."""

    example = {
        "taskId": TASK_ID,
        "photoId": PHOTO_ID,
        "state": "Completed",
        "tags": ["101", "2045"],
        "completedOn": "2026-05-17T12:00:00Z",
    }

    task_id = GuidField()
    photo_id = GuidField()
    state = serializers.ChoiceField(TaskOutcome.choices)
    tags = serializers.ListField(
        child=StrictTextField(),
        max_length=MAX_TAGS,
        required=False,
        help_text="The start numbers read; empty: the photo has none. Required with `Completed`.",
    )
    completed_on = UtcDateTimeField(
        required=False, allow_null=True, help_text="By the service's own clock."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        # Without this, `tags` left out would mean "there is no number on the photo".
        if attrs["state"] == TaskOutcome.COMPLETED and "tags" not in attrs:
            raise serializers.ValidationError({"tags": "Required with Completed."}, "required")
        return attrs
