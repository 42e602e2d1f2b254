"""Looking at photos again: after their album's settings or state have changed, or on demand."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from messaging import outbox
from recognition.commands.outcomes import settle
from recognition.models import Album, Photo, PhotoState
from recognition.strategies import (
    Tagging,
    needs_face_provider,
    needs_number_provider,
    needs_number_step,
    pipeline_of,
    recognises_faces,
)
from recognition.tagator_service import tagator_service

RECONSIDER_ALBUM = "recognition.reconsider_album"
PART = 1000  # photos in one transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class ReconsiderAlbumCommand:
    """Have the photos of an album that are not recognised follow its present settings.

    `after` is the photo that an earlier part of the work ended with.
    """

    album_id: UUID
    now: datetime
    after: UUID | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReprocessPhotosCommand:
    """Ask again about whatever is not recognised on these photos."""

    photo_ids: Sequence[UUID]
    now: datetime


@transaction.atomic
def reconsider_album(command: ReconsiderAlbumCommand) -> int:
    """Make due what the album's photos need now, take back tasks that they do not.

    Touches only photos whose faces or numbers are not recognised, `PART` of them at most, and has
    the outbox go on after the last of these; returns how many that are.

    :raises AlbumNotFound: no such album.
    """
    photos = list(_concerned(Album.objects.get_or_refuse(command.album_id), command.after)[:PART])
    for photo in photos:
        _take_back_needless_task(photo)
        _make_due(photo, command.now)
    if len(photos) == PART:
        outbox.post(reconsider_message(command.album_id, after=photos[-1].pk))
    return len(photos)


def reconsider_message(album_id: UUID, after: UUID | None = None) -> outbox.HandlerMessage:
    """Return the message that has an album's photos reconsidered, from the one after `after` on."""
    payload = {"albumId": str(album_id), "after": str(after) if after else None}
    return outbox.HandlerMessage(handler=RECONSIDER_ALBUM, key=album_id, payload=payload)


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


def _concerned(album: Album, after: UUID | None) -> QuerySet[Photo]:
    """Photos of the album that still need something now, or were left waiting for something."""
    concerned = ~Q(state=PhotoState.PROCESSED)
    if recognises_faces(album):
        concerned |= Q(face_recognized=False)
    if pipeline_of(album).reads_numbers:
        concerned |= Q(number_recognized=False)
    photos = _unrecognised().filter(concerned, album=album)
    return photos.filter(pk__gt=after) if after else photos


def _make_due(photo: Photo, now: datetime) -> None:
    on = not photo.album.why_off()
    photo.faces_next_attempt_on = now if on and needs_face_provider(photo) else None
    photo.face_attempts, photo.face_failure = 0, ""
    if not needs_number_provider(photo):
        photo.callback_due_on = None
    if photo.tagging_task_id is None and photo.callback_due_on is None:
        photo.numbers_next_attempt_on = now if on and needs_number_step(photo) else None
        photo.number_attempts, photo.number_failure = 0, ""
    settle(photo)


def _take_back_needless_task(photo: Photo) -> None:
    if pipeline_of(photo.album).tagging is Tagging.NEVER:
        _take_back_task(photo, "The album's strategy needs no tagging any more.")


def _take_back_task(photo: Photo, reason: str) -> None:
    if photo.tagging_task_id is not None:
        tagator_service().cancel_tasks(photo.pk, reason)
        photo.tagging_task_id = None
