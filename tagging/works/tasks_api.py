"""The endpoints by which other services cancel, complete and reject tagging tasks."""

from typing import Any
from uuid import UUID

import structlog
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.serializers import GuidField, Input, StrictTextField, UtcDateTimeField
from foundation.rest.views import ApiViewSet
from tagging.access import PHOTO_ID, TASK_ID
from tagging.records.tags import MAX_TAGS
from tagging.works.tasks import (
    TakeTaskCallbackCommand,
    TaskOutcome,
    WithdrawTaggingTaskCommand,
    take_task_callback,
    withdraw_tagging_task,
)

# What other services send about tagging tasks.


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


log = structlog.get_logger(__name__)


class PhotoTaskViews(ApiViewSet):
    """The tagging task of a photo."""

    access = Role("internal.call")

    @operation(takes=CancelTaskInput, refusals=(404,))
    def cancel(self, request: Request, photo_id: UUID) -> Response:
        """Cancel the photo's tagging task; without one, nothing changes."""
        withdraw_tagging_task(
            WithdrawTaggingTaskCommand(
                photo_id=photo_id, now=timezone.now(), by=self.actor, **self.data()
            )
        )
        return self.done()


class TaskCallbackViews(ApiViewSet):
    """Callbacks of an outside tagator service."""

    access = Role("tagging.callback")

    @operation(takes=TaskCallbackInput, refusals=(404,))
    def receive(self, request: Request) -> Response:
        """Receive the outcome of a tagging task.

        A number that fails the album's checks is 422, and nothing of the request is stored. A task
        that the photo does not wait for is ignored.
        """
        data = self.data()
        log.info(
            "task_called_back", task_id=str(data["task_id"]), reported=data.get("completed_on")
        )
        take_task_callback(
            TakeTaskCallbackCommand(
                task_id=data["task_id"],
                photo_id=data["photo_id"],
                outcome=TaskOutcome(data["state"]),
                tags=data.get("tags", []),
                now=timezone.now(),
                actor=request.user.username,
            )
        )
        return self.done()
