"""Which photos of an album a job takes, and which come next."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet

from recognition.jobs.models import JobMode
from recognition.records.albums import Album
from recognition.records.photos import Photo, PhotoQuerySet
from recognition.records.recognition_off import IS_ON, why_off
from recognition.records.steps import FACES, NEEDING, NUMBERS, STEPS, UNSETTLED, PhotoState, Step
from recognition.records.strategies import Tagging, pipeline_of, recognises

# Which photos of an album a job takes.
#
# Each selection reads a partial index in the order of the ids: its cost depends on what it finds.


def next_photo_ids(
    album: Album, mode: JobMode, after: UUID | None, now: datetime, limit: int
) -> list[UUID]:
    """Return the ids of the photos that come next, in their order, at most `limit`.

    Fewer than `limit`: these are the last ones. The caller is in a transaction.
    """
    found: set[UUID] = set()
    with _along_an_index():
        for photos in selections_of(album, mode, now):
            behind = photos.filter(pk__gt=after) if after else photos
            in_album = behind.filter(album=album).order_by("pk")
            found.update(in_album.values_list("pk", flat=True)[:limit])
    return sorted(found)[:limit]


def selections_of(album: Album, mode: JobMode, now: datetime) -> list[PhotoQuerySet]:
    """Return what the mode selects, of all albums; each photo is in one of them.

    Each has a partial index of its own, so they are not one query.
    """
    selections = [_selected(album, mode, now)]
    takes_all = mode.is_from_scratch and _recognised_steps(album)
    may_be_needless = mode is not JobMode.SCHEDULED and not takes_all
    if may_be_needless and pipeline_of(album).tagging is Tagging.NEVER:
        selections.append(Photo.objects.reopened().exclude(NEEDING[_recognised_steps(album)]))
    return selections


def count_photos_to_process(album: Album, mode: JobMode) -> int:
    """Count the photos that a job of mode `AGAIN`, or from scratch, would process now.

    While recognition is off these are none, although a job would take them.
    """
    if why_off(album):
        return 0
    if mode.is_from_scratch and _recognised_steps(album):
        photos = Photo.objects.filter(album=album).exclude(state=PhotoState.DELETED)
        kept = _kept(album) if mode is JobMode.FORCE else photos.none()
        return photos.count() - kept.count()
    taken = UNSETTLED
    if recognises(album, FACES):
        taken |= Q(face_recognized=False, has_persons=False)
    if recognises(album, NUMBERS):
        taken |= Q(number_recognized=False, has_tags=False)
    return _needing(album).filter(album=album).with_presence().filter(taken).count()


def count_corrected_photos(album: Album) -> int:
    """Count the photos where a job of mode `OVERWRITE` would replace what staff corrected."""
    steps = _recognised_steps(album)
    corrected = Photo.objects.filter(album=album).corrected(*steps)
    return corrected.exclude(state=PhotoState.DELETED).count()


def _kept(album: Album) -> PhotoQuerySet:
    """Return the photos that `FORCE` does not touch: staff corrected all that is recognised."""
    steps = _recognised_steps(album)
    corrected = Photo.objects.filter(album=album, state=PhotoState.PROCESSED).corrected(*steps)
    return corrected.filter(*(step.where(corrected_on__isnull=False) for step in steps))


def unattended_albums(now: datetime) -> QuerySet[Album]:
    """Return the albums with unattended photos where recognition is on."""
    unattended = _unattended(now).filter(album=OuterRef("pk"))
    return Album.objects.filter(IS_ON, Exists(unattended))


@contextmanager
def _along_an_index() -> Iterator[None]:
    """Make PostgreSQL read rows in the order of an index, up to the limit.

    If the planner expects few rows, it fetches all of them and sorts. It assumes that each album is
    like the average of all albums, so it expects few even where every photo is selected.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_sort = off")
        yield
        cursor.execute("SET LOCAL enable_sort TO DEFAULT")


def _selected(album: Album, mode: JobMode, now: datetime) -> PhotoQuerySet:
    """Return what the mode selects, of all albums; from scratch all photos, deleted ones too."""
    if mode is JobMode.SCHEDULED:
        return _unattended(now)
    if mode.is_from_scratch and _recognised_steps(album):
        return Photo.objects.all()
    return _needing(album)


def _needing(album: Album) -> PhotoQuerySet:
    return Photo.objects.needing(*_recognised_steps(album))


def _recognised_steps(album: Album) -> tuple[Step, ...]:
    return tuple(step for step in STEPS if recognises(album, step))


def _unattended(now: datetime) -> PhotoQuerySet:
    return Photo.objects.unattended(now - settings.PROCESSING_FAILED_REST)
