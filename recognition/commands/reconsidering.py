"""Looking at photos again: after their album's settings or state have changed, or on demand."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

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


@dataclass(frozen=True, slots=True, kw_only=True)
class ReprocessPhotosCommand:
    """Ask again about whatever is not recognised on these photos."""

    photo_ids: Sequence[UUID]
    now: datetime


@transaction.atomic
def reconsider_album(command: ReconsiderAlbumCommand) -> int:
    """Make due what the album's photos need now, take back tasks that they do not.

    Touches only the photos whose faces or numbers are not recognised; returns how many that are.
    """
    count = 0
    photos = _unrecognised().filter(album_id=command.album_id)
    for photo in photos.iterator(chunk_size=500):
        _take_back_needless_task(photo)
        _make_due(photo, command.now)
        count += 1
    return count


@transaction.atomic
def reprocess_photos(command: ReprocessPhotosCommand) -> int:
    """Ask again, even where a callback or a tagator is waited for; return about how many photos."""
    photos = list(_unrecognised().filter(pk__in=command.photo_ids))
    for photo in photos:
        _take_back_task(photo, "The photo is processed again.")
        photo.callback_due_on = None
        _make_due(photo, command.now)
    return len(photos)


def _unrecognised() -> QuerySet[Photo]:
    """The photos to look at again, to be locked in the order of their ids."""
    return (
        Photo.objects.with_album()
        .select_for_update(of=("self",))
        .filter(~Q(state=PhotoState.DELETED), Q(face_recognized=False) | Q(number_recognized=False))
        .order_by("pk")
    )


def _make_due(photo: Photo, now: datetime) -> None:
    off = bool(photo.album.why_off())
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


def _take_back_needless_task(photo: Photo) -> None:
    if pipeline_of(photo.album).tagging is Tagging.NEVER:
        _take_back_task(photo, "The album's strategy needs no tagging any more.")


def _take_back_task(photo: Photo, reason: str) -> None:
    if photo.tagging_task_id is not None:
        tagator_service().cancel_tasks(photo.pk, reason)
        photo.tagging_task_id = None
