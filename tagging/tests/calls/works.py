"""What a tagger calls: the ClientApi with their token."""
# mypy: disable-error-code="no-untyped-call"

from datetime import timedelta
from typing import Any

from rest_framework.test import APIClient

from foundation.rest.tokens import issue
from tagging.models import Tagator, TaggingTask, TaggingTaskState, TaskTag, Work

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
