"""Which photos of an album a job looks at: by partial indexes that hold only such photos.

Each arm of the selection reads one index in the order of the ids, from the last photo on, so a part
costs what it finds, whatever the album's size. Photos that have persons or tags without the flag
are in the indexes too; `recognition.commands.reconsidering` leaves them alone.
"""

from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet

from recognition.models import Album, JobMode, Photo, PhotoState, RecognitionState
from recognition.models.photos import PhotoQuerySet
from recognition.strategies import pipeline_of, recognises_faces

Ids = QuerySet[Photo, UUID]


def next_photo_ids(
    album: Album, mode: JobMode, after: UUID | None, now: datetime, limit: int
) -> list[UUID]:
    """Return the ids of the photos that come next, in their order, at most `limit`."""
    return list(selection_of(album, mode, after, now, limit))


def selection_of(album: Album, mode: JobMode, after: UUID | None, now: datetime, limit: int) -> Ids:
    """Return the query of `next_photo_ids`."""
    arms = [_ids(arm, after)[:limit] for arm in _arms(album, mode, now)]
    if not arms:
        return Photo.objects.none().values_list("pk", flat=True)
    if len(arms) == 1:
        return arms[0]
    return arms[0].union(*arms[1:]).order_by("pk")[:limit]


def count_photos_to_process(album: Album, mode: JobMode) -> int:
    """Count the photos that a job which asks again, or by force, takes as they are now."""
    photos = Photo.objects.filter(album=album)
    if mode is JobMode.FORCE and _recognises_anything(album):
        return _all_photos(album).count()
    arms = [photos.unsettled()]
    if recognises_faces(album):
        arms.append(photos.without_faces().without_persons())
    if pipeline_of(album).reads_numbers:
        arms.append(photos.without_numbers().without_tags())
    # A union and not one condition: each part of it is read from an index of its own.
    first, *others = (arm.values("pk") for arm in arms)
    return first.union(*others).count()


def albums_nobody_attends(now: datetime) -> QuerySet[Album]:
    """Return the albums with photos that nobody waits for though recognition is on."""
    unattended = _unattended(now).filter(album=OuterRef("pk"))
    return Album.objects.filter(
        Exists(unattended),
        state=RecognitionState.ON,
        tenant__recognition_state=RecognitionState.ON,
    )


def _arms(album: Album, mode: JobMode, now: datetime) -> list[PhotoQuerySet]:
    """Return what is selected, each of it by one index."""
    if mode is JobMode.SCHEDULED:
        return [_unattended(now).filter(album=album)]
    if mode is JobMode.FORCE and _recognises_anything(album):
        return [_all_photos(album)]
    arms = [Photo.objects.unsettled()]
    if recognises_faces(album):
        arms.append(Photo.objects.without_faces())
    if pipeline_of(album).reads_numbers:
        arms.append(Photo.objects.without_numbers())
    return [arm.filter(album=album) for arm in arms]


def _recognises_anything(album: Album) -> bool:
    return recognises_faces(album) or pipeline_of(album).reads_numbers


def _all_photos(album: Album) -> PhotoQuerySet:
    return Photo.objects.filter(album=album).exclude(state=PhotoState.DELETED)


def _unattended(now: datetime) -> PhotoQuerySet:
    return Photo.objects.unattended(now - settings.PROCESSING_FAILED_REST)


def _ids(arm: PhotoQuerySet, after: UUID | None) -> Ids:
    behind = arm.filter(pk__gt=after) if after else arm
    return behind.order_by("pk").values_list("pk", flat=True)
