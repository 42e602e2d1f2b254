"""The staff's first page as a test reads it."""

from datetime import timedelta
from typing import Any

from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from foundation.messaging.models import OutboxMessage

NOW = timezone.now


def overview(staff: Client) -> Any:
    """Return the page's answer, counted again."""
    caches["figures"].clear()
    answer = staff.get("/admin/", secure=True)
    assert answer.status_code == 200
    return answer


def figures(staff: Client) -> dict[str, Any]:
    """Return the figures by title: what needs someone, and the stages of the lanes."""
    home = overview(staff).context
    stages = [stage for lane in home["lanes"] for stage in lane.stages]
    return {figure.title: figure for figure in [*stages, *home["needs"]]}


def figure(staff: Client, title: str) -> tuple[str, str, str]:
    """Return value, note and tone of a figure."""
    found = figures(staff)[title]
    return found.value, found.note, found.tone


def outbox_message(minutes: int, **fields: Any) -> OutboxMessage:
    """Create a message to the photo service, written so long ago."""
    return OutboxMessage.objects.create(
        kind="Peer",
        destination="photo-service",
        lane="peer:photo-service",
        key="1/tags",
        body={},
        created_on=NOW() - timedelta(minutes=minutes),
        **fields,
    )
