"""Looking at an album's photos again after its settings or its state have changed."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from recognition.commands.outcomes import settle
from recognition.models import Photo, PhotoState
from recognition.strategies import (
    Tagging,
    needs_face_provider,
    needs_number_step,
    pipeline_of,
)
from recognition.tagator_service import tagator_service


@dataclass(frozen=True, slots=True, kw_only=True)
class ReconsiderAlbumCommand:
    """Have the photos of an album that are not recognised follow its present settings."""

    album_id: UUID
    now: datetime


@transaction.atomic
def reconsider_album(command: ReconsiderAlbumCommand) -> int:
    """Make due what the album's photos need now, take back tasks that they do not.

    Touches only the photos whose faces or numbers are not recognised; returns how many that are.
    """
    photos = Photo.objects.with_album().select_for_update(of=("self",)).order_by("pk")
    unrecognised = photos.filter(
        ~Q(state=PhotoState.DELETED),
        Q(face_recognized=False) | Q(number_recognized=False),
        album_id=command.album_id,
    )
    count = 0
    for photo in unrecognised.iterator(chunk_size=500):
        _reconsider(photo, command.now)
        count += 1
    return count


def _reconsider(photo: Photo, now: datetime) -> None:
    off = bool(photo.album.why_off())
    _take_back_task(photo)
    faces_due = needs_face_provider(photo) and not off
    photo.faces_next_attempt_on = now if faces_due else None
    photo.face_attempts = 0
    if not needs_number_step(photo):
        photo.callback_due_on = None
    waits = photo.tagging_task_id is not None or photo.callback_due_on is not None
    if not waits:
        photo.numbers_next_attempt_on = now if needs_number_step(photo) and not off else None
        photo.number_attempts = 0
    settle(photo)


def _take_back_task(photo: Photo) -> None:
    if photo.tagging_task_id and pipeline_of(photo.album).tagging is Tagging.NEVER:
        tagator_service().cancel_tasks(photo.pk, "The album's strategy needs no tagging any more.")
        photo.tagging_task_id = None
