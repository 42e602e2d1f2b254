"""Which photos a job takes next, and how far jobs are."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from recognition.jobs.models import AlbumPhotosProcessingJob, JobMode, JobNotFound, JobState
from recognition.records.albums import Album, RecognitionState
from recognition.records.photos import Photo, PhotoQuerySet
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
    if album.why_off():
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
    return Album.objects.filter(
        Exists(unattended), state=RecognitionState.ON, tenant__recognition_state=RecognitionState.ON
    )


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
