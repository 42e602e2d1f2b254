"""Jobs in whatever stage a test wants them."""

from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

from foundation.messaging import jobs
from foundation.messaging.jobs import kind_of
from foundation.messaging.tests.play import jobs as play
from foundation.records.audit import Actor
from recognition.jobs.commands import StartAlbumProcessingCommand, start_album_processing
from recognition.models import Album, AlbumPhotosProcessingJob, JobMode, Photo
from recognition.tests.factories import PhotoFactory


def start(album: Album | UUID, mode: JobMode = JobMode.AGAIN) -> AlbumPhotosProcessingJob:
    """Start a job for the album, or join the one it has."""
    album_id = album if isinstance(album, UUID) else album.pk
    now = timezone.now()
    return start_album_processing(
        StartAlbumProcessingCommand(album_id=album_id, mode=mode, now=now, by=Actor("meg"))
    )


def taken_up(job: AlbumPhotosProcessingJob) -> AlbumPhotosProcessingJob:
    """Make the job one that a worker has just claimed."""
    jobs.claim(AlbumPhotosProcessingJob, job.pk, uuid4())
    job.refresh_from_db()
    return job


def do_part(job: AlbumPhotosProcessingJob) -> None:
    """Do the next part of the job, as the worker that has its claim does."""
    job.refresh_from_db()
    assert job.claim_id is not None
    run_part(job)
    job.refresh_from_db()


def run_part(job: AlbumPhotosProcessingJob) -> AlbumPhotosProcessingJob:
    """Do the next part of the job under the claim that it had when it was read."""
    assert job.claim_id is not None
    return jobs.do_portion(kind_of(AlbumPhotosProcessingJob), job.pk, job.claim_id)


def new_photos(album: Album, count: int, **fields: Any) -> list[Photo]:
    """Create photos of the album, in the order in which a job takes them."""
    made = [PhotoFactory.create(album=album, **fields) for _ in range(count)]
    return sorted(made, key=lambda photo: photo.pk)


def versions(photos: list[Photo]) -> list[int]:
    """Return how often each photo was written, one for its creation."""
    found = dict(Photo.objects.values_list("pk", "version"))
    return [found[photo.pk] for photo in photos]


def due_jobs(**after: float) -> list[AlbumPhotosProcessingJob]:
    """Return the jobs that the sweep finds once this much time has passed."""
    return play.due_jobs(AlbumPhotosProcessingJob, **after)


def go_on(**after: float) -> None:
    """Do with due jobs what the sweep and a worker do, when so much time has passed."""
    play.go_on(AlbumPhotosProcessingJob, **after)
