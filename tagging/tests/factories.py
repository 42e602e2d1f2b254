"""Photos, and photos that wait for a tagator, made the way recognition makes them."""
# mypy: disable-error-code="no-untyped-call"

from datetime import UTC, datetime
from typing import Any, cast
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from recognition.commands.photos.results import ask_tagator
from recognition.commands.photos.state import settle
from recognition.models import Album, Photo, Strategy
from recognition.tests.factories import (
    AlbumFactory,
    CompetitorInstanceFactory,
    PhotoFactory,
    TenantFactory,
)
from tagging.commands.tasks import CreateTaggingTaskCommand
from tagging.models import TaggingTask, TaskHistory

SHOT_ON = datetime(2026, 5, 17, 9, 30, tzinfo=UTC)


def manual_album(**fields: Any) -> Album:
    """Return an album whose photos are read by people."""
    return cast(Album, AlbumFactory(strategy=Strategy.MANUAL, **fields))


def new_photo(album: Album | None = None, **fields: Any) -> Photo:
    """Return a photo without a tagging task."""
    return cast(Photo, PhotoFactory(album=album or manual_album(), **fields))


def album_with_start_lists(base_url: str) -> Album:
    """Return an album of a tenant whose start lists come from that competitor service."""
    instance = CompetitorInstanceFactory(base_url=base_url)
    return manual_album(tenant=TenantFactory(competitor_instance=instance))


def creation(photo: Photo, **fields: Any) -> CreateTaggingTaskCommand:
    """Return the command that creates a task for the photo."""
    given: dict[str, Any] = {
        "task_id": uuid4(),
        "photo_id": photo.pk,
        "album_id": photo.album_id,
        "photographer_id": uuid4(),
        "shooting_date": SHOT_ON,
        "image_url": photo.image_url,
        "now": timezone.now(),
    }
    return CreateTaggingTaskCommand(**{**given, **fields})


def waiting_photo(album: Album | None = None) -> Photo:
    """Return a photo for which recognition has just asked a tagator."""
    return ask_for_tagging(new_photo(album, shooting_date=SHOT_ON))


@transaction.atomic
def ask_for_tagging(photo: Photo) -> Photo:
    """Have recognition ask a tagator to read the photo."""
    locked = Photo.objects.with_album().locked(photo.pk)
    ask_tagator(locked)
    settle(locked)
    return locked


def history_of(task: TaggingTask) -> list[tuple[str, str]]:
    """Return the changes of a task with their reasons, the oldest first."""
    rows = TaskHistory.objects.filter(task=task).order_by("pk")
    return [(row.change, row.reason) for row in rows]
