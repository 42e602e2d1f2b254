"""Starting AlbumPhotosProcessingJob: an album has at most one unfinished job."""

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
from recognition.queries.jobs.selection import unattended_albums

WAKEUP_GRACE = timedelta(seconds=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class StartAlbumProcessingCommand:
    """Process an album's photos again: `AGAIN` what is not recognised, `FORCE` from scratch.

    `actor`: who asks for it, by name.
    """

    album_id: UUID
    now: datetime
    actor: str
    mode: JobMode = JobMode.AGAIN


@dataclass(frozen=True, slots=True, kw_only=True)
class StartScheduledJobsCommand:
    """Start a job for each of up to `limit` albums with unattended photos."""

    now: datetime
    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PruneJobsCommand:
    """Remove jobs that ended long ago, and the rows of the photos that they, or staff, took."""

    now: datetime


@transaction.atomic
def start_album_processing(command: StartAlbumProcessingCommand) -> AlbumPhotosProcessingJob:
    """Start a job for the album, or join its unfinished one; return the job.

    :raises AlbumNotFound: no such album.
    """
    locked = locked_albums([command.album_id])
    if not locked:
        raise AlbumNotFound(f"No album {command.album_id}.")
    [job] = start_jobs(locked, command.mode, command.now, command.actor)
    return job


@transaction.atomic
def start_scheduled_jobs(command: StartScheduledJobsCommand) -> int:
    """Start jobs for albums with unattended photos; return how many."""
    found = unattended_albums(command.now).order_by("pk").values_list("pk", flat=True)
    albums = locked_albums(found[: command.limit])
    return len(start_jobs(albums, JobMode.SCHEDULED, command.now))


def start_jobs(
    albums: Iterable[Album], mode: JobMode, now: datetime, actor: str = ""
) -> list[AlbumPhotosProcessingJob]:
    """Start a job for each album, or join its unfinished one; return the jobs.

    The caller is in a transaction and has locked the albums, so two starts for an album cannot run
    at once. If a job is just ending, this waits for its end.

    :param actor: who asks for it; empty: the schedule, or a change of settings.
    """
    wanted = sorted(albums, key=lambda album: album.pk)
    unfinished = AlbumPhotosProcessingJob.objects.unfinished().filter(album__in=wanted)
    there = {job.album_id: job for job in unfinished.select_for_update().order_by("album_id")}
    for job in there.values():
        _join(job, mode, actor)
    new = AlbumPhotosProcessingJob.objects.bulk_create(
        AlbumPhotosProcessingJob(
            album=album,
            mode=mode,
            created_on=now,
            next_attempt_on=now + WAKEUP_GRACE,
            started_by=actor,
        )
        for album in wanted
        if album.pk not in there
    )
    for job in new:
        transaction.on_commit(partial(wakeups.process_album, job.pk, job.album.priority))
    return [*there.values(), *new]


def locked_albums(album_ids: Iterable[UUID]) -> Sequence[Album]:
    """Lock albums against changes, in the order of their ids; photos can still be published."""
    albums = Album.objects.filter(pk__in=list(album_ids)).order_by("pk")
    return list(albums.select_for_update(of=("self",), no_key=True))


@transaction.atomic
def prune_jobs(command: PruneJobsCommand) -> None:
    """Remove jobs that ended, and rows of photos that staff chose, before `JOBS_KEEP`."""
    before = command.now - settings.JOBS_KEEP
    ended = AlbumPhotosProcessingJob.objects.filter(finished_on__lt=before)
    ProcessedPhoto.objects.filter(job__in=ended).delete()
    ProcessedPhoto.objects.filter(job=None, taken_on__lt=before).delete()
    ended.delete()


def _join(job: AlbumPhotosProcessingJob, mode: JobMode, actor: str) -> None:
    """Make the job do what this mode asks for too, if necessary in one more pass."""
    job.started_by = actor or job.started_by
    present = JobMode(job.mode)
    if job.state == JobState.QUEUED:
        job.mode = max(present, mode, key=lambda each: each.strength)
    elif mode is JobMode.CHANGED or mode.strength > present.strength:
        # The photos behind the cursor were processed by other settings, or in a weaker mode.
        again = JobMode(job.again_mode) if job.again_mode else mode
        job.again_mode = max(again, mode, key=lambda each: each.strength)
    job.save(update_fields=["mode", "again_mode", "started_by"])
