"""The long jobs of albums: processing their photos again, and judging their numbers again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from foundation.messaging import jobs as running
from foundation.messaging.jobs import Job, JobKind
from foundation.records.audit import Actor, name_of, record_deed
from foundation.records.database import Swept, do_each
from recognition import due
from recognition.jobs.models import AlbumPhotosProcessingJob, JobMode, ProcessedPhoto
from recognition.jobs.reprocessing import PART, in_the_audit, reconsider_photos
from recognition.jobs.selecting import next_photo_ids, unattended_albums
from recognition.numbers.models import AlbumRejudging
from recognition.records.albums import Album, AlbumNotFound
from recognition.records.numbers import NumberSource, PhotoNumber
from recognition.records.photos import Photo
from recognition.rejudging.rejudging import plan_judging_again


@dataclass(frozen=True, slots=True, kw_only=True)
class StartAlbumProcessingCommand:
    """Process an album's photos again: `AGAIN` what is not recognised, `FORCE` from scratch."""

    album_id: UUID
    now: datetime
    mode: JobMode = JobMode.AGAIN
    by: Actor | None = None


@transaction.atomic
def start_album_processing(command: StartAlbumProcessingCommand) -> AlbumPhotosProcessingJob:
    """Start a job for the album, or join its unfinished one; return the job.

    :raises AlbumNotFound: no such album.
    """
    locked = locked_albums([command.album_id])
    if not locked:
        raise AlbumNotFound(f"No album {command.album_id}.")
    [job] = start_jobs(locked, command.mode, command.now, name_of(command.by))
    record_deed(command.by, in_the_audit(command.mode), locked[0])
    return job


def start_scheduled_jobs(now: datetime, limit: int) -> Swept[None]:
    """Start a job for each of up to `limit` albums with unattended photos."""
    found = unattended_albums(now).order_by("pk").values_list("pk", flat=True)
    return do_each("recognition.start_scheduled_jobs", list(found[:limit]), partial(_start, now))


@transaction.atomic
def _start(now: datetime, album_id: UUID) -> None:
    start_jobs(locked_albums([album_id]), JobMode.SCHEDULED, now)


def start_jobs(
    albums: Iterable[Album], mode: JobMode, now: datetime, actor: str = ""
) -> list[AlbumPhotosProcessingJob]:
    """Start a job for each album, or join its unfinished one; return the jobs.

    The caller is in a transaction and has locked the albums, so two starts for an album cannot run
    at once. If a job is just ending, this waits for its end.

    :param actor: who asks for it, by name; empty: the schedule.
    """
    wanted = sorted(albums, key=lambda album: album.pk)
    unfinished = AlbumPhotosProcessingJob.objects.unfinished().filter(album__in=wanted)
    there = {job.album_id: job for job in unfinished.select_for_update().order_by("album_id")}
    for job in there.values():
        _join(job, mode, actor)
    new = AlbumPhotosProcessingJob.objects.bulk_create(
        AlbumPhotosProcessingJob(album=album, mode=mode, created_on=now, started_by=actor)
        for album in wanted
        if album.pk not in there
    )
    for job in new:
        running.wake(job)
    return [*there.values(), *new]


def locked_albums(album_ids: Iterable[UUID]) -> Sequence[Album]:
    """Lock albums against changes, in the order of their ids; photos can still be published."""
    albums = Album.objects.filter(pk__in=list(album_ids)).order_by("pk")
    return list(albums.select_for_update(of=("self",), no_key=True))


def _join(job: AlbumPhotosProcessingJob, mode: JobMode, actor: str) -> None:
    job.started_by = actor or job.started_by
    job.join(mode)
    job.save(update_fields=["mode", "again_mode", "started_by"])


class _JobOfAlbum(JobKind[Job]):
    """What the jobs of albums have in common: the limits that the settings name."""

    def lease(self) -> timedelta:
        return settings.PROCESSING_LEASE

    def max_attempts(self) -> int:
        return int(settings.PROCESSING_MAX_ATTEMPTS)

    def keep(self) -> timedelta:
        return settings.JOBS_KEEP


class AlbumProcessing(_JobOfAlbum[AlbumPhotosProcessingJob]):
    """Makes the photos of an album due again, in the order of their ids."""

    model = AlbumPhotosProcessingJob
    queue = due.QUEUE
    slice_seconds = 20.0

    def portion(self, job: AlbumPhotosProcessingJob, now: datetime) -> bool:
        mode = JobMode(job.mode)
        after = UUID(job.position) if job.position else None
        found = next_photo_ids(job.album, mode, after, now, PART)
        self.do_rows(job, found, lambda some: reconsider_photos(some, mode, now, job))
        if len(found) == PART:
            job.position = str(found[-1])
            return True
        return self._begin_next_pass(job)

    def jobs(self) -> QuerySet[AlbumPhotosProcessingJob]:
        return AlbumPhotosProcessingJob.objects.select_related("album__tenant")

    def priority(self, job: AlbumPhotosProcessingJob) -> int:
        return due.celery_priority(job.album.priority)

    def prune(self, now: datetime) -> None:
        """Delete also the rows of photos that these jobs took, or that staff chose."""
        before = now - self.keep()
        ended = AlbumPhotosProcessingJob.objects.filter(finished_on__lt=before)
        ProcessedPhoto.objects.filter(job__in=ended).delete()
        ProcessedPhoto.objects.filter(job=None, taken_on__lt=before).delete()
        super().prune(now)

    def _begin_next_pass(self, job: AlbumPhotosProcessingJob) -> bool:
        """Begin the pass that was requested meanwhile; return whether there is one.

        The job is locked until the commit: who joins it later finds it in the next pass, or ended.
        """
        locked = AlbumPhotosProcessingJob.objects.filter(pk=job.pk).select_for_update()
        again = locked.values_list("again_mode", flat=True).first()
        if again:
            AlbumPhotosProcessingJob.objects.filter(pk=job.pk).update(mode=again, again_mode="")
            job.position = None
        return bool(again)


class Rejudging(_JobOfAlbum[AlbumRejudging]):
    """Makes the photos of an album due to be judged again, where a provider has read numbers."""

    model = AlbumRejudging

    def portion(self, job: AlbumRejudging, now: datetime) -> bool:
        photos = Photo.objects.filter(album=job.album_id)
        rest = photos.filter(pk__gt=job.position) if job.position else photos
        found = list(rest.order_by("pk").values_list("pk", flat=True)[:PART])
        by_machine = (NumberSource.PROVIDER, NumberSource.INFERRED)
        read = PhotoNumber.objects.filter(photo__in=found, source__in=by_machine)
        plan_judging_again(read.values_list("photo_id", flat=True), now)
        job.position = str(found[-1]) if found else job.position
        return len(found) == PART
