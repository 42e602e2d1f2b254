"""Calls of an outside tagator service about its tasks, as a test makes them."""

from typing import Any

from foundation.messaging.models import OutboxMessage
from recognition.models import Photo, PhotoState

ADDRESS = "/admin-api/api/v2/tasks/callback"


def body_for(photo: Photo, **fields: Any) -> dict[str, Any]:
    """Return what a tagator service reports of the task that the photo waits for."""
    given = {
        "taskId": str(photo.tagging_task_id),
        "photoId": str(photo.pk),
        "state": "Completed",
        "tags": ["12", " 007 "],
        "completedOn": "2026-05-17T12:00:00Z",
    }
    return {**given, **fields}


def results_sent() -> list[dict[str, Any]]:
    """Return what was sent to the photo service with tags, the first ones first."""
    sent = OutboxMessage.objects.filter(destination="photo-service").order_by("pk")
    return [row.body for row in sent if "tags" in row.body]


def tags_sent() -> list[list[dict[str, str]]]:
    """Return only the tags."""
    return [body["tags"] for body in results_sent()]


def call(client: Any, photo: Photo, **fields: Any) -> Any:
    """Call back about the photo."""
    return client.post(ADDRESS, body_for(photo, **fields), format="json")


def refuses_everything(photo: Photo) -> bool:
    """Return whether the photo still waits, with nothing stored and nothing sent."""
    before = photo.version
    photo.refresh_from_db()
    waits = photo.version == before and photo.state == PhotoState.AWAITING_TAGGING
    return waits and not photo.numbers.exists() and not tags_sent()
