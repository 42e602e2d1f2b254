"""The endpoints by which other services cancel, complete and reject tagging tasks."""

from uuid import UUID

import structlog
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.views import ApiViewSet
from tagging.api.tasks.serializers import CancelTaskInput, TaskCallbackInput
from tagging.commands.callbacks import TakeTaskCallbackCommand, TaskOutcome, take_task_callback
from tagging.commands.tasks import WithdrawTaggingTaskCommand, withdraw_tagging_task

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
