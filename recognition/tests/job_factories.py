"""Jobs in whatever stage a test wants them."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from recognition import tasks
from recognition.commands.jobs.running import ClaimDueJobsCommand, claim_due_jobs, run_part
from recognition.commands.jobs.starting import StartAlbumProcessingCommand, start_album_processing
from recognition.models import Album, AlbumPhotosProcessingJob, JobMode, JobState, Photo
from recognition.tests.factories import PhotoFactory


def start(album: Album | UUID, mode: JobMode = JobMode.AGAIN) -> AlbumPhotosProcessingJob:
    """Start a job for the album, or join the one it has."""
    album_id = album if isinstance(album, UUID) else album.pk
    now = timezone.now()
    return start_album_processing(
        StartAlbumProcessingCommand(album_id=album_id, mode=mode, now=now, actor="meg")
    )


def taken_up(job: AlbumPhotosProcessingJob) -> AlbumPhotosProcessingJob:
    """Make the job one that a worker has just taken up."""
    job.state, job.started_on = JobState.RUNNING, timezone.now()
    job.leased_until = job.next_attempt_on = timezone.now() + settings.PROCESSING_LEASE
    job.save()
    return job


def do_part(job: AlbumPhotosProcessingJob) -> None:
    """Do the next part of the job, as the worker that holds its lease does."""
    job.refresh_from_db()
    assert job.leased_until is not None
    run_part(job.pk, job.leased_until)
    job.refresh_from_db()


def new_photos(album: Album, count: int, **fields: Any) -> list[Photo]:
    """Create photos of the album, in the order in which a job takes them."""
    made = [PhotoFactory.create(album=album, **fields) for _ in range(count)]
    return sorted(made, key=lambda photo: photo.pk)


def versions(photos: list[Photo]) -> list[int]:
    """Return how often each photo was written, one for its creation."""
    found = dict(Photo.objects.values_list("pk", "version"))
    return [found[photo.pk] for photo in photos]


def due_jobs(**after: float) -> list[AlbumPhotosProcessingJob]:
    """Find what is due once this much time has passed."""
    now = timezone.now() + timedelta(**after)
    return claim_due_jobs(ClaimDueJobsCommand(now=now, limit=10))


def go_on(**after: float) -> None:
    """Do with due jobs what the sweep and a worker do, when so much time has passed."""
    later = timezone.now() + timedelta(**after)
    over = AlbumPhotosProcessingJob.objects.filter(leased_until__lte=later)
    over.update(leased_until=timezone.now())
    for job in due_jobs(**after):
        tasks.process_album_task(job_id=str(job.pk))
