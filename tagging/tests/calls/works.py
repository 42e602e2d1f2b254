"""What a tagger and an outside tagator service call, and a work that a test has in hand."""
# mypy: disable-error-code="no-untyped-call"

from datetime import timedelta
from typing import Any

from django.db.models import Sum
from django.utils import timezone
from rest_framework.test import APIClient

from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.jobs import work_on
from foundation.rest.tokens import issue
from recognition.albums.commands import change_album_recognition_settings
from recognition.models import AlbumPhotosProcessingJob, Photo, PhotoState
from recognition.tests.album_changes import settings_of
from tagging.models import Tagator, TaggingTask, TaggingTaskState, TaskHistory, TaskTag, Work
from tagging.records.tags import AddTagsCommand, add_tags
from tagging.works.commands import (
    CompleteTaskCommand,
    ReopenTaskCommand,
    complete_task,
    reopen_task,
)
from tagging.works.skipping import SkipTaskCommand, skip_task

BASE = "/client-api/api/v2"


def signed_in(tagator: Tagator) -> APIClient:
    """Return a client with the tagger's token."""
    client = APIClient(raise_request_exception=False)
    token = issue(tagator.user, timedelta(minutes=5))
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    return client


def address(task: TaggingTask, what: str, work: Work | None = None, version: int = 2) -> str:
    """Return the address of something of a task, in its work or in another one."""
    work_id = work.pk if work else task.work_id
    return f"/client-api/api/v{version}/works/{work_id}/tasks/{task.pk}/{what}"


def add(client: APIClient, task: TaggingTask, *tags: str, **body: Any) -> Any:
    """Add tags to a task."""
    return client.post(address(task, "tags"), {"tags": list(tags), **body}, format="json")


def put(client: APIClient, task: TaggingTask, what: str, **body: Any) -> Any:
    """Complete, skip or reopen a task."""
    return client.put(address(task, what), body, format="json")


def changed_nothing(task: TaggingTask) -> bool:
    """Return whether both tasks of a work are still in hand, and without tags."""
    assert task.work is not None
    states = list(task.work.tasks.values_list("state", flat=True))
    return states == [TaggingTaskState.ASSIGNED] * 2 and not TaskTag.objects.exists()


START = timezone.now()


def after(seconds):
    return START + timedelta(seconds=seconds)


def in_hand(work, task, seconds=10):
    return {
        "tagator_id": work.tagator_id,
        "work_id": work.pk,
        "task_id": task.pk,
        "now": after(seconds),
    }


def complete(work, task, *tags, seconds=10, **more):
    add_tags(AddTagsCommand(**in_hand(work, task, seconds), tags=tags, **more))
    return complete_task(CompleteTaskCommand(**in_hand(work, task, seconds)))


def skip(work, task, seconds=10, **more):
    return skip_task(SkipTaskCommand(**in_hand(work, task, seconds), **more))


def reopen(work, task, seconds=10):
    return reopen_task(ReopenTaskCommand(**in_hand(work, task, seconds)))


def change_strategy(album_id, strategy):
    """Change an album's strategy, and have its photos follow."""
    change_album_recognition_settings(settings_of(album_id, strategy))
    for job in AlbumPhotosProcessingJob.objects.all():
        work_on(job)


def photo_of(task):
    return Photo.objects.get(pk=task.photo_id)


def counted(task):
    """Return what the history counts: tasks, numbers, seconds, amount."""
    names = ("tasks", "numbers", "active_seconds", "amount")
    found = TaskHistory.objects.filter(task=task).aggregate(*(Sum(name) for name in names))
    return tuple(found[f"{name}__sum"] for name in names)


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
