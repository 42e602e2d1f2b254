"""Which photos of an album a job looks at: by partial indexes that hold only such photos.

Each selection reads one index in the order of the ids, from the last photo on, so a part costs what
it finds, whatever the album's size. Photos that have persons or tags without the flag are in the
indexes too, until `recognition.commands.photos.reprocessing` has looked at them once.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet

from recognition.models import (
    FACES,
    NUMBERS,
    STEPS,
    Album,
    JobMode,
    Photo,
    PhotoState,
    RecognitionState,
)
from recognition.models.photos import UNSETTLED, PhotoQuerySet
from recognition.strategies import recognises


def next_photo_ids(
    album: Album, mode: JobMode, after: UUID | None, now: datetime, limit: int
) -> list[UUID]:
    """Return the ids of the photos that come next, in their order, at most `limit`.

    Fewer than `limit` are the last ones. The caller is in a transaction.
    """
    photos = _selected(album, mode, now).filter(album=album)
    behind = photos.filter(pk__gt=after) if after else photos
    with _along_an_index():
        return list(behind.order_by("pk").values_list("pk", flat=True)[:limit])


def count_photos_to_process(album: Album, mode: JobMode) -> int:
    """Count the photos that a job which asks again, or by force, takes as they are now."""
    if mode is JobMode.FORCE and _recognises_anything(album):
        return Photo.objects.filter(album=album).exclude(state=PhotoState.DELETED).count()
    taken = UNSETTLED
    if recognises(album, FACES):
        taken |= Q(face_recognized=False, has_persons=False)
    if recognises(album, NUMBERS):
        taken |= Q(number_recognized=False, has_tags=False)
    return _needy(album).filter(album=album).with_presence().filter(taken).count()


def albums_nobody_attends(now: datetime) -> QuerySet[Album]:
    """Return the albums with photos that nobody waits for though recognition is on."""
    unattended = _unattended(now).filter(album=OuterRef("pk"))
    return Album.objects.filter(
        Exists(unattended),
        state=RecognitionState.ON,
        tenant__recognition_state=RecognitionState.ON,
    )


@contextmanager
def _along_an_index() -> Iterator[None]:
    """Have rows read in the order of an index, and no further than a limit.

    Where the planner expects few rows it would fetch all of them and sort. It takes an album's
    photos for a mixture like that of all albums, so it expects few even where all are to be found.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_sort = off")
        yield
        cursor.execute("SET LOCAL enable_sort TO DEFAULT")


def _selected(album: Album, mode: JobMode, now: datetime) -> PhotoQuerySet:
    """Return what is selected, of all albums: by force all photos, be they deleted."""
    if mode is JobMode.SCHEDULED:
        return _unattended(now)
    if mode is JobMode.FORCE and _recognises_anything(album):
        return Photo.objects.all()
    return _needy(album)


def _needy(album: Album) -> PhotoQuerySet:
    """Return the photos that need what the album's settings ask for, of all albums."""
    return Photo.objects.needing(*(step for step in STEPS if recognises(album, step)))


def _recognises_anything(album: Album) -> bool:
    return any(recognises(album, step) for step in STEPS)


def _unattended(now: datetime) -> PhotoQuerySet:
    return Photo.objects.unattended(now - settings.PROCESSING_FAILED_REST)
