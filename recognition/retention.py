"""How long an album keeps faces, selfies, callbacks, histories and cached pictures."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from foundation.messaging import jobs as running
from foundation.messaging.jobs import JobKind
from foundation.records.audit import Actor, store_recorded
from foundation.records.database import Swept, do_each
from recognition.erasing.providers import forget_at_number_provider, forget_in_spaces
from recognition.jobs.models import ProcessedPhoto
from recognition.providers.models import KnownFace
from recognition.records.albums import Album
from recognition.records.erased import AlbumRetention, albums_sharing_faces, face_sources
from recognition.records.numbers import (
    FormerNumber,
    NumberSource,
    PhotoNumber,
    SuggestedNumber,
    UnreadRegions,
)
from recognition.records.persons import (
    PhotoCorrection,
    PhotoPerson,
    PhotoRepublication,
    SuggestedPerson,
)
from recognition.records.photos import Photo
from recognition.records.requests import Callback, CallbackState, PhotoAttempt
from recognition.records.selfies import Selfie
from recognition.wire.picture_copies import forget_pictures

PHOTOS_AT_ONCE = 100
_HISTORIES = (
    FormerNumber,
    PhotoCorrection,
    PhotoAttempt,
    PhotoRepublication,
    ProcessedPhoto,
    SuggestedNumber,
    SuggestedPerson,
    UnreadRegions,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAlbumRetentionCommand:
    """`keep_days`: None: as the setting `ALBUMS_KEEP_DAYS` says; 0: for ever."""

    album_id: UUID
    keep_days: int | None
    expected_version: int | None = None
    by: Actor | None = None


@transaction.atomic
def change_album_retention(command: ChangeAlbumRetentionCommand) -> Album:
    """Set how many days after its last photo an album keeps faces and selfies.

    :raises AlbumNotFound: no such album.
    :raises VersionConflict: the album changed since `expected_version`.
    """
    album = Album.objects.locked(command.album_id, command.expected_version)
    if album.keep_days == command.keep_days:
        return album
    return store_recorded(command.by, album, keep_days=command.keep_days)


def start_retentions(now: datetime, limit: int) -> Swept[None]:
    """Start to delete what up to `limit` albums kept long enough."""
    found: dict[UUID, datetime] = {
        album.pk: vars(album)["newest_on"] for album in _over(now)[:limit]
    }
    return do_each(
        "recognition.start_retentions", found, lambda pk: _start(pk, newest_on=found[pk], now=now)
    )


@transaction.atomic
def _start(album_id: UUID, newest_on: datetime, now: datetime) -> None:
    AlbumRetention.objects.filter(album=album_id).delete()
    job = AlbumRetention.objects.create(album_id=album_id, newest_on=newest_on, created_on=now)
    running.wake(job)


def _over(now: datetime) -> QuerySet[Album]:
    """Return the albums whose last photo came long enough ago, and that still have what it left."""
    newest = Photo.objects.filter(album=OuterRef("pk")).order_by("-created_on")
    done = AlbumRetention.objects.filter(album=OuterRef("pk"), newest_on=OuterRef("newest_on"))
    albums = Album.objects.annotate(newest_on=Subquery(newest.values("created_on")[:1]))
    return albums.filter(_is_over(now), ~Exists(done)).order_by("pk")


def _is_over(now: datetime) -> Q:
    own = Album.objects.filter(keep_days__gt=0).values_list("keep_days", flat=True)
    over = Q(pk__in=[])
    for each in filter(None, set(own)):
        over |= Q(keep_days=each, newest_on__lt=now - timedelta(days=each))
    if settings.ALBUMS_KEEP:
        over |= Q(keep_days=None, newest_on__lt=now - settings.ALBUMS_KEEP)
    return over


class Retentions(JobKind[AlbumRetention]):
    """Deletes photo after photo, at the end the selfies. What was sent stays with its receivers."""

    model = AlbumRetention

    def jobs(self) -> QuerySet[AlbumRetention]:
        return AlbumRetention.objects.select_related("album")

    def max_attempts(self) -> int:
        return 32_000  # a provider may be unavailable for weeks

    def keep(self) -> timedelta | None:
        return None  # its row says that the album is done

    def prepare(self, job_id: UUID) -> None:
        job = self.jobs().get(pk=job_id)
        persons = PhotoPerson.objects.filter(photo__in=_next_photos(job))
        _forget_at_provider(job.album, set(persons.values_list("person_id", flat=True)))

    def portion(self, job: AlbumRetention, now: datetime) -> bool:
        photo_ids = _next_photos(job)
        if not photo_ids:
            job.done += _delete(Selfie.objects.filter(album=job.album_id))
            return False
        persons = PhotoPerson.objects.filter(photo__in=photo_ids)
        known = KnownFace.objects.filter(space__in=face_sources(job.album).spaces)
        known.filter(person_id__in=persons.values("person_id")).exclude(
            person_id__in=_elsewhere(job.album)
        ).delete()
        job.done += _delete(persons) + _delete_histories(photo_ids)
        _forget_wearers(photo_ids)
        for photo_id in photo_ids:  # before the commit: after it no process might be left to do so
            forget_pictures(photo_id)
            # And after it: until then a face can be cut again.
            transaction.on_commit(partial(forget_pictures, photo_id), robust=True)
        job.position = str(photo_ids[-1])
        return True


def _next_photos(job: AlbumRetention) -> list[UUID]:
    photos = Photo.objects.filter(album=job.album_id, created_on__lte=job.newest_on)
    rest = photos.filter(pk__gt=job.position) if job.position else photos
    return list(rest.order_by("pk").values_list("pk", flat=True)[:PHOTOS_AT_ONCE])


def _forget_wearers(photo_ids: Collection[UUID]) -> None:
    """Forget whose the numbers are. The numbers stay, also those that were inferred."""
    numbers = PhotoNumber.objects.filter(photo__in=photo_ids)
    numbers.exclude(worn_by="").update(worn_by="")
    numbers.filter(source=NumberSource.INFERRED).update(evidence=None)


def _delete(rows: QuerySet[Any]) -> int:
    return rows.delete()[0]


def _delete_histories(photo_ids: Collection[UUID]) -> int:
    settled = Callback.objects.filter(request__photo__in=photo_ids)
    deleted = _delete(settled.exclude(state=CallbackState.STORED))
    return deleted + sum(
        _delete(model._default_manager.filter(photo__in=photo_ids)) for model in _HISTORIES
    )


def _elsewhere(album: Album) -> QuerySet[Any]:
    """Return the ids of persons on photos of other albums that share faces with this one."""
    others = PhotoPerson.objects.filter(photo__album__in=albums_sharing_faces(album))
    return others.values("person_id")


def _forget_at_provider(album: Album, persons: Iterable[str]) -> None:
    """Delete persons at the provider, unless another album has them."""
    found = PhotoPerson.objects.filter(person_id__in=list(persons))
    kept = set(found.filter(person_id__in=_elsewhere(album)).values_list("person_id", flat=True))
    gone = sorted(set(persons) - kept)
    sources = face_sources(album)
    if sources.has_number_provider:
        forget_at_number_provider(gone)
    if gone:
        forget_in_spaces(sources.spaces, gone)


# When an album's traces of people are deleted, and how many there are now.


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionPreview:
    """`due_on`: when it is deleted if no photo comes before; None: never, or it `was_done`.

    `photos`: those that lose their faces and histories, and their cached pictures; none of them is
    deleted itself.
    """

    due_on: datetime | None
    was_done: bool
    photos: int
    faces: int
    selfies: int


def preview_retention(album: Album, keep_days: int | None) -> RetentionPreview:
    """Return what keeping the album's traces of people for so many days would do.

    :param keep_days: as of `ChangeAlbumRetentionCommand`.
    """
    keep = settings.ALBUMS_KEEP if keep_days is None else timedelta(days=keep_days)
    photos = Photo.objects.filter(album=album)
    last_on = photos.order_by("-created_on").values_list("created_on", flat=True).first()
    was_done = last_on is not None and _is_done(album, last_on)
    return RetentionPreview(
        due_on=last_on + keep if keep and last_on and not was_done else None,
        was_done=was_done,
        photos=photos.count(),
        faces=PhotoPerson.objects.filter(photo__album=album).count(),
        selfies=Selfie.objects.filter(album=album).count(),
    )


def _is_done(album: Album, newest_on: datetime) -> bool:
    return AlbumRetention.objects.filter(album=album, newest_on=newest_on).exists()
