"""Starting AlbumPhotosProcessingJob: at most one unfinished job an album, whoever asks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import transaction

from recognition import wakeups
from recognition.models import Album, AlbumPhotosProcessingJob, JobMode, JobState, ProcessedPhoto
from recognition.models.albums import AlbumNotFound
from recognition.queries.jobs.selection import albums_nobody_attends

HINT_GRACE = timedelta(seconds=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class StartAlbumProcessingCommand:
    """Process an album's photos again: `AGAIN` what is not recognised, `FORCE` from scratch."""

    album_id: UUID
    now: datetime
    mode: JobMode = JobMode.AGAIN


@dataclass(frozen=True, slots=True, kw_only=True)
class StartScheduledJobsCommand:
    """Start a job for each of up to `limit` albums with photos that nobody waits for."""

    now: datetime
    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PruneJobsCommand:
    """Remove jobs that ended long ago, and the notes of which photos they, or staff, took."""

    now: datetime


@transaction.atomic
def start_album_processing(command: StartAlbumProcessingCommand) -> AlbumPhotosProcessingJob:
    """Start a job for the album, or join the one that it has, and return it.

    :raises AlbumNotFound: no such album.
    """
    locked = locked_albums([command.album_id])
    if not locked:
        raise AlbumNotFound(f"No album {command.album_id}.")
    [job] = start_jobs(locked, command.mode, command.now)
    return job


@transaction.atomic
def start_scheduled_jobs(command: StartScheduledJobsCommand) -> int:
    """Start jobs for albums with photos that nobody waits for; return for how many."""
    found = albums_nobody_attends(command.now).order_by("pk").values_list("pk", flat=True)
    albums = locked_albums(found[: command.limit])
    return len(start_jobs(albums, JobMode.SCHEDULED, command.now))


def start_jobs(
    albums: Iterable[Album], mode: JobMode, now: datetime
) -> list[AlbumPhotosProcessingJob]:
    """Have each album processed, by its unfinished job where it has one, and return the jobs.

    The caller is in a transaction and has locked the albums: so two starts for an album follow each
    other, and one that ends meanwhile is waited for.
    """
    wanted = sorted(albums, key=lambda album: album.pk)
    unfinished = AlbumPhotosProcessingJob.objects.unfinished().filter(album__in=wanted)
    there = {job.album_id: job for job in unfinished.select_for_update().order_by("album_id")}
    for job in there.values():
        _join(job, mode)
    new = [_new_job(album, mode, now) for album in wanted if album.pk not in there]
    AlbumPhotosProcessingJob.objects.bulk_create(new)
    for job in new:
        _hint_after_commit(job)
    return [*there.values(), *new]


def locked_albums(album_ids: Iterable[UUID]) -> Sequence[Album]:
    """Lock albums against change, in the order of their ids, but not against publishing in them."""
    albums = Album.objects.filter(pk__in=list(album_ids)).order_by("pk")
    return list(albums.select_for_update(of=("self",), no_key=True))


@transaction.atomic
def prune_jobs(command: PruneJobsCommand) -> None:
    """Remove jobs that ended, and notes of photos that staff chose, before `JOBS_KEEP`."""
    before = command.now - settings.JOBS_KEEP
    ended = AlbumPhotosProcessingJob.objects.filter(finished_on__lt=before)
    ProcessedPhoto.objects.filter(job__in=ended).delete()
    ProcessedPhoto.objects.filter(job=None, taken_on__lt=before).delete()
    ended.delete()


def _join(job: AlbumPhotosProcessingJob, mode: JobMode) -> None:
    """Make sure that the job does what this mode asks for too, in one more pass if need be."""
    present = JobMode(job.mode)
    if job.state == JobState.QUEUED:
        job.mode = max(present, mode, key=lambda each: each.strength)
    elif mode is JobMode.CHANGED or mode.strength > present.strength:
        # What the pass has gone by was done under other settings, or less was done to it.
        again = JobMode(job.again_mode) if job.again_mode else mode
        job.again_mode = max(again, mode, key=lambda each: each.strength)
    else:
        return
    job.save(update_fields=["mode", "again_mode"])


def _new_job(album: Album, mode: JobMode, now: datetime) -> AlbumPhotosProcessingJob:
    return AlbumPhotosProcessingJob(
        album=album, mode=mode, created_on=now, next_attempt_on=now + HINT_GRACE
    )


def _hint_after_commit(job: AlbumPhotosProcessingJob) -> None:
    transaction.on_commit(partial(wakeups.process_album, job.pk, job.album.priority))
