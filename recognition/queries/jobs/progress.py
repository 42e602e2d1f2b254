"""How far jobs are: the present states of their photos."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from recognition.models import AlbumPhotosProcessingJob, JobState, Photo, PhotoState
from recognition.models.jobs import JobNotFound


@dataclass(frozen=True, slots=True, kw_only=True)
class JobProgress:
    """A job, and the photos that it took so far, each counted once by its present state.

    `resting`: those that no worker has to do anything for: processed, failed, waiting for a
    tagator, or left alone because recognition is off.
    """

    job: AlbumPhotosProcessingJob
    selected: int
    processed: int
    failed: int
    resting: int

    @property
    def is_over(self) -> bool:
        """Whether the job has ended and no worker has to do anything for its photos."""
        ended = self.job.state in (JobState.FINISHED, JobState.FAILED)
        return ended and self.resting == self.selected


def get_job_progress(album_id: UUID, job_id: UUID) -> JobProgress:
    job = AlbumPhotosProcessingJob.objects.filter(pk=job_id, album_id=album_id).first()
    if job is None:
        raise JobNotFound(f"Album {album_id} has no job {job_id}.")
    return job_progress(job)


def job_progress(job: AlbumPhotosProcessingJob) -> JobProgress:
    """Count a job's photos by their present states."""
    # A photo that several passes took is counted once.
    photos = Photo.objects.filter(pk__in=job.processed_photos.values("photo"))
    unplanned = Q(faces_next_attempt_on=None, numbers_next_attempt_on=None)
    counted = photos.aggregate(
        selected=Count("pk"),
        processed=Count("pk", filter=Q(state=PhotoState.PROCESSED)),
        failed=Count("pk", filter=Q(state=PhotoState.FAILED)),
        resting=Count("pk", filter=unplanned),
    )
    return JobProgress(job=job, **counted)


def list_unfinished_jobs() -> QuerySet[AlbumPhotosProcessingJob]:
    """Return the jobs that wait or run, the oldest first."""
    jobs = AlbumPhotosProcessingJob.objects.unfinished().select_related("album")
    return jobs.order_by("created_on")


def count_failed_jobs(since: datetime) -> int:
    ended = AlbumPhotosProcessingJob.objects.filter(finished_on__gte=since)
    return ended.filter(state=JobState.FAILED).count()
