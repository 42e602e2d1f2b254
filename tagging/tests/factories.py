"""Photos that wait for a tagator, tagators and their works, made the way commands make them."""
# mypy: disable-error-code="no-untyped-call"

from datetime import UTC, datetime, timedelta
from typing import Any, cast
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from recognition.models import Album, Photo, Strategy
from recognition.processing.publishing import DeletePhotoCommand, delete_photo
from recognition.processing.results import ask_tagator
from recognition.records.photo_state import settle
from recognition.tests.factories import (
    AlbumFactory,
    CompetitorInstanceFactory,
    PhotoFactory,
    TenantFactory,
)
from tagging.models import TASK_ORDER, Tagator, TaggingTask, TaggingTaskState, TaskHistory, Work
from tagging.tagators.commands import CreateTagatorCommand, create_tagator
from tagging.tagators.settings import ChangeTagatorSettingsCommand, change_tagator_settings
from tagging.works.commands import TakeWorkCommand, take_work
from tagging.works.tagging_tasks import CreateTaggingTaskCommand

PASSWORD = "a long enough phrase"
SHOT_ON = datetime(2026, 5, 17, 9, 30, tzinfo=UTC)


def manual_album(**fields: Any) -> Album:
    """Return an album whose photos are read by people."""
    return cast(Album, AlbumFactory(**{"strategy": Strategy.MANUAL, **fields}))


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


def new_tagator(**fields: Any) -> Tagator:
    """Return a tagator who can sign in with `PASSWORD`; `settings`: fields of their settings."""
    changed = fields.pop("settings", {})
    tagator_id = fields.pop("tagator_id", uuid4())
    command = {
        "email": f"{tagator_id}@example.org",
        "name": "Kim",
        "password": PASSWORD,
        "now": timezone.now(),
    }
    created = create_tagator(CreateTagatorCommand(tagator_id=tagator_id, **{**command, **fields}))
    tagator = created.record
    if changed:
        change_tagator_settings(ChangeTagatorSettingsCommand(tagator_id=tagator.pk, **changed))
    return tagator


def waiting_tasks(count: int, album: Album | None = None) -> list[TaggingTask]:
    """Return the tasks of new photos of one album, in the order in which they are done."""
    album = album or manual_album()
    for minute in range(count):
        shot_on = SHOT_ON + timedelta(minutes=minute)
        ask_for_tagging(new_photo(album, shooting_date=shot_on))
    return list(
        TaggingTask.objects.filter(album=album, state=TaggingTaskState.OPEN).order_by(*TASK_ORDER)
    )


def taken_work(
    tagator: Tagator | None = None, *, now: datetime | None = None, album: Album | None = None
) -> Work:
    """Return the work that a tagator takes."""
    command = TakeWorkCommand(
        tagator_id=(tagator or new_tagator()).pk,
        now=now or timezone.now(),
        album_id=album.pk if album else None,
    )
    return take_work(command).work


def tasks_of(work: Work) -> list[TaggingTask]:
    """Return the tasks of a work, in the order in which they are done."""
    return list(work.tasks.order_by(*TASK_ORDER))


def work_in_hand() -> Work:
    """Return an active work of a new tagator, without tasks."""
    now = timezone.now()
    return Work.objects.create(
        tagator=new_tagator(),
        created_on=now,
        active_since=now,
        expires_on=now + timedelta(hours=1),
        tasks_total=1,
    )


def delete(photo: Photo) -> None:
    """Delete a photo, as the photo service reports it."""
    delete_photo(DeletePhotoCommand(photo_id=photo.pk, album_id=photo.album_id))


def put_in(state: str, task_id: UUID) -> None:
    """Put a task in a state, without its history; assigned: in a work of a new tagator."""
    work = work_in_hand() if state == TaggingTaskState.ASSIGNED else None
    TaggingTask.objects.filter(pk=task_id).update(state=state, work=work)


@transaction.atomic
def ask_for_tagging(photo: Photo) -> Photo:
    """Let recognition ask for a tagger to read the photo."""
    locked = Photo.objects.locked_with_album(photo.pk)
    ask_tagator(locked)
    settle(locked)
    return locked


def history_of(task: TaggingTask) -> list[tuple[str, str]]:
    """Return the changes of a task with their reasons, the oldest first."""
    rows = TaskHistory.objects.filter(task=task).order_by("pk")
    return [(row.change, row.reason) for row in rows]
