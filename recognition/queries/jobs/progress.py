"""How far a job has come: what its photos are by now."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Q

from recognition.models import AlbumPhotosProcessingJob, JobState, Photo, PhotoState
from recognition.models.jobs import JobNotFound


@dataclass(frozen=True, slots=True, kw_only=True)
class JobProgress:
    """A job, and its photos counted as they are at this moment.

    The job is finished once it has made its photos due; recognising them goes on.

    - `selected`: photos it has taken so far, each counted once.
    - `processed`, `failed`: those of them that are `Processed`, `Failed` now.
    - `resting`: those that no machine has anything to do for: processed, failed, waiting for a
      tagator, or left alone because recognition is off.
    """

    job_id: UUID
    album_id: UUID
    state: JobState
    reason_description: str
    selected: int
    processed: int
    failed: int
    resting: int
    started_on: datetime | None
    finished_on: datetime | None

    @property
    def is_over(self) -> bool:
        """Say whether the job has ended and none of its photos has a machine to wait for."""
        ended = self.state in (JobState.FINISHED, JobState.FAILED)
        return ended and self.resting == self.selected


def get_job_progress(album_id: UUID, job_id: UUID) -> JobProgress:
    """Return how far a job of an album has come.

    :raises JobNotFound: the album has no such job, or had it so long ago that it was removed.
    """
    job = AlbumPhotosProcessingJob.objects.filter(pk=job_id, album_id=album_id).first()
    if job is None:
        raise JobNotFound(f"Album {album_id} has no job {job_id}.")
    return job_progress(job)


def job_progress(job: AlbumPhotosProcessingJob) -> JobProgress:
    """Count a job's photos as they are now."""
    # One that several passes took is one photo.
    photos = Photo.objects.filter(pk__in=job.processed_photos.values("photo"))
    unplanned = Q(faces_next_attempt_on=None, numbers_next_attempt_on=None)
    counted = photos.aggregate(
        selected=Count("pk"),
        processed=Count("pk", filter=Q(state=PhotoState.PROCESSED)),
        failed=Count("pk", filter=Q(state=PhotoState.FAILED)),
        resting=Count("pk", filter=unplanned),
    )
    return JobProgress(
        job_id=job.pk,
        album_id=job.album_id,
        state=JobState(job.state),
        reason_description=job.reason_description,
        started_on=job.started_on,
        finished_on=job.finished_on,
        **counted,
    )
