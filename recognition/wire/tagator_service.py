"""The tagator-service port; `TAGATOR_SERVICE` names the implementation.

Each runs inside the transaction that decides on the task, and sends nothing itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol, cast
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet
from django.utils.module_loading import import_string

from foundation.messaging import outbox
from recognition.records.photos import Photo

PEER = "tagator-service"
LATELY = timedelta(minutes=5)  # what machines did in it is their pace; taggers also pause


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggingPace:
    """The tasks of an album that taggers have not finished, and how fast they finish them.

    `completed` counts all tasks of the last hour; `read` those that lately (`LATELY`) gave a photo
    its numbers, both without those reopened. `received` are photos lately given to taggers.
    """

    unfinished: int
    completed: int
    read: int
    received: int


class TagatorService(Protocol):
    """The interface of a tagator service; every call can be repeated."""

    def create_task(self, task_id: UUID, photo: Photo) -> None:
        """Create a task to read the photo's numbers; `photo.album` is loaded."""

    def cancel_tasks(self, photo_id: UUID, reason: str) -> None:
        """Cancel the unfinished tasks of the photo."""

    def end_checks(self, photo_ids: Sequence[UUID], reason: str) -> None:
        """Cancel the unfinished second readings of these photos, which are read from scratch.

        No photo waits for such a task.
        """

    def count_checks(self, photos: QuerySet[Photo]) -> int:
        """Count what `end_checks` would cancel."""

    def change_priority(self, album_id: UUID, priority: int) -> None:
        """Change the priority of an album's open tasks."""

    def correct_tasks(self, photo: Photo) -> None:
        """Give the photo's unfinished tasks its address, date and photographer of now."""

    def known_answers_with(self, album_id: UUID, custom_tags: Iterable[str]) -> Sequence[UUID]:
        """Return the photos whose known answers have one of these custom tags of the album."""

    def paces(self, album_ids: Sequence[UUID], now: datetime) -> Mapping[UUID, TaggingPace]:
        """Return how fast taggers read these albums; without one it is not known here."""

    def workplace(self) -> str:
        """Return in a few words where taggers read the photos."""


def tagator_service() -> TagatorService:
    return cast(TagatorService, import_string(settings.TAGATOR_SERVICE)())


class HttpTagatorService:
    """An outside tagator service, reached through the outbox."""

    def create_task(self, task_id: UUID, photo: Photo) -> None:
        body = {
            "taskId": str(task_id),
            "photoId": str(photo.pk),
            "albumId": str(photo.album_id),
            "photographerId": str(photo.photographer_id) if photo.photographer_id else None,
            "shootingDate": photo.shooting_date.isoformat() if photo.shooting_date else None,
            "imageUrl": photo.image_url,
            "priority": photo.album.priority,
        }
        self._post(photo.pk, "/api/v1/tasks", body)

    def cancel_tasks(self, photo_id: UUID, reason: str) -> None:
        self._post(photo_id, f"/api/v1/photos/{photo_id}/tasks/cancel", {"reason": reason})

    def end_checks(self, photo_ids: Sequence[UUID], reason: str) -> None:
        """Do nothing: outside services have no such tasks."""

    def count_checks(self, photos: QuerySet[Photo]) -> int:
        """Return 0: outside services have no such tasks."""
        return 0

    def change_priority(self, album_id: UUID, priority: int) -> None:
        """Do nothing: outside services have no such call."""

    def correct_tasks(self, photo: Photo) -> None:
        """Do nothing: outside services have no such call."""

    def known_answers_with(self, album_id: UUID, custom_tags: Iterable[str]) -> Sequence[UUID]:
        """Return nothing: outside services have no such call."""
        return ()

    def paces(self, album_ids: Sequence[UUID], now: datetime) -> Mapping[UUID, TaggingPace]:
        """Return nothing: outside services have no such call."""
        return {}

    def workplace(self) -> str:
        return f"at the tagator service {settings.TAGATOR_SERVICE_URL}"

    def _post(self, photo_id: UUID, path: str, body: dict[str, Any]) -> None:
        outbox.post(
            outbox.PeerMessage(peer=PEER, method="POST", path=path, key=photo_id, body=body)
        )
