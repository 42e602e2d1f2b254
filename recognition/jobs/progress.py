"""How far the long jobs of albums are."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from recognition.jobs.models import AlbumPhotosProcessingJob, JobNotFound, JobState
from recognition.jobs.selecting import count_corrected_photos
from recognition.records.photos import Photo
from recognition.records.steps import PhotoState

_FAILED = Q(state=PhotoState.FAILED)
_ENDED = Q(state__in=(PhotoState.PROCESSED, PhotoState.DELETED))
_UNPLANNED = Q(faces_next_attempt_on=None, numbers_next_attempt_on=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class JobProgress:
    """A job, and the photos that it took so far, each counted once by where it stands now.

    `under_way`: a worker or a provider has something to do for them. `waiting`: for a tagger, or
    for recognition to be on; also deleted ones.
    """

    job: AlbumPhotosProcessingJob
    processed: int
    failed: int
    under_way: int
    waiting: int

    @property
    def selected(self) -> int:
        return self.processed + self.failed + self.under_way + self.waiting

    @property
    def resting(self) -> int:
        """How many of its photos need nothing more of a worker."""
        return self.selected - self.under_way

    @property
    def is_over(self) -> bool:
        """Whether the job has ended and no worker has to do anything for its photos."""
        ended = self.job.state in (JobState.FINISHED, JobState.FAILED)
        return ended and not self.under_way


@dataclass(frozen=True, slots=True, kw_only=True)
class StartedJob:
    """A job, and on how many photos of its album there are corrections that it may overwrite."""

    job: AlbumPhotosProcessingJob
    corrections: int


def started_job(job: AlbumPhotosProcessingJob) -> StartedJob:
    return StartedJob(job=job, corrections=count_corrected_photos(job.album))


def get_job_progress(album_id: UUID, job_id: UUID) -> JobProgress:
    job = AlbumPhotosProcessingJob.objects.filter(pk=job_id, album_id=album_id).first()
    if job is None:
        raise JobNotFound(f"Album {album_id} has no job {job_id}.")
    return job_progress(job)


def job_progress(job: AlbumPhotosProcessingJob) -> JobProgress:
    """Count a job's photos by their present states."""
    # A photo that several passes took is counted once.
    photos = Photo.objects.filter(pk__in=job.processed_photos.values("photo"))
    counted = photos.aggregate(
        processed=Count("pk", filter=Q(state=PhotoState.PROCESSED)),
        failed=Count("pk", filter=_FAILED & _UNPLANNED),
        under_way=Count("pk", filter=~_UNPLANNED & ~_ENDED),
        waiting=Count("pk", filter=_UNPLANNED & ~_FAILED & ~_ENDED)
        + Count("pk", filter=Q(state=PhotoState.DELETED)),
    )
    return JobProgress(job=job, **counted)


def list_unfinished_jobs() -> QuerySet[AlbumPhotosProcessingJob]:
    """Return the jobs that wait or run, the oldest first."""
    jobs = AlbumPhotosProcessingJob.objects.unfinished().select_related("album")
    return jobs.order_by("created_on")


def count_failed_jobs(since: datetime) -> int:
    ended = AlbumPhotosProcessingJob.objects.filter(finished_on__gte=since)
    return ended.filter(state=JobState.FAILED).count()
