"""The tagator-service port: the service that has people read photos.

`TAGATOR_SERVICE` names the implementation: the built-in one of `tagging`, or the HTTP one here.
Both are called inside the transaction that decides on the task, so they write to the database and
call no network.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, cast
from uuid import UUID

from django.conf import settings
from django.utils.module_loading import import_string

from messaging import outbox

PEER = "tagator-service"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTaggingTask:
    """What a tagator has to know of a photo. Priority 0–100, higher first."""

    task_id: UUID
    photo_id: UUID
    album_id: UUID
    photographer_id: UUID | None
    shooting_date: datetime | None
    image_url: str
    priority: int


class TagatorService(Protocol):
    """What recognition asks of a tagator service; every call can be repeated."""

    def create_task(self, task: NewTaggingTask) -> None:
        """Create a task: a person reads the photo's numbers."""

    def cancel_tasks(self, photo_id: UUID, reason: str) -> None:
        """Cancel the unfinished tasks of the photo."""

    def change_priority(self, album_id: UUID, priority: int) -> None:
        """Give the open tasks of an album another priority."""


def tagator_service() -> TagatorService:
    """Return the implementation that the settings name."""
    return cast(TagatorService, import_string(settings.TAGATOR_SERVICE)())


class HttpTagatorService:
    """An outside tagator service, reached through the outbox."""

    def create_task(self, task: NewTaggingTask) -> None:
        self._post(task.photo_id, "/api/v1/tasks", _body(task))

    def cancel_tasks(self, photo_id: UUID, reason: str) -> None:
        self._post(photo_id, f"/api/v1/photos/{photo_id}/tasks/cancel", {"reason": reason})

    def change_priority(self, album_id: UUID, priority: int) -> None:
        """Do nothing: the contract with an outside service has no call for this."""

    def _post(self, photo_id: UUID, path: str, body: dict[str, Any]) -> None:
        outbox.post(
            outbox.PeerMessage(peer=PEER, method="POST", path=path, key=photo_id, body=body)
        )


def _body(task: NewTaggingTask) -> dict[str, Any]:
    return {
        "taskId": str(task.task_id),
        "photoId": str(task.photo_id),
        "albumId": str(task.album_id),
        "photographerId": str(task.photographer_id) if task.photographer_id else None,
        "shootingDate": task.shooting_date.isoformat() if task.shooting_date else None,
        "imageUrl": task.image_url,
        "priority": task.priority,
    }
