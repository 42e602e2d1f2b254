"""Running AlbumPhotosProcessingJob: part by part, each in one transaction with the job's cursor.

Whoever runs a job holds a lease on it, the time in `next_attempt_on`. A part ends with the cursor's
move, on the condition that the lease is still held; where it is not, the part is rolled back. So a
process that is killed costs the part it was at, and of two that run one job, one does each part.
"""

import time
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils import timezone

from recognition import hints
from recognition.commands.jobs import HINT_GRACE
from recognition.commands.reconsidering import PART, reconsider_photos
from recognition.models import AlbumPhotosProcessingJob, JobMode, JobState, ProcessedPhoto
from recognition.selection import next_photo_ids

# A long job gives its worker back after this and queues up again behind others.
RUN_SECONDS = 20.0


class LeaseLost(Exception):
    """Another process has taken the job up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimDueJobsCommand:
    """Claim up to `limit` jobs that nobody works on."""

    now: datetime
    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JobClaim:
    """A job that was claimed; `priority` is its album's."""

    job_id: UUID
    claimed_until: datetime
    priority: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RunJobCommand:
    """Go on with a job that was claimed until then."""

    job_id: UUID
    claimed_until: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteJobFailureCommand:
    """Write down what a job broke off with."""

    job_id: UUID
    reason: str


@transaction.atomic
def claim_due_jobs(command: ClaimDueJobsCommand) -> list[JobClaim]:
    """Claim jobs that are due; those that broke off too often end here as failed."""
    due = AlbumPhotosProcessingJob.objects.filter(next_attempt_on__lte=command.now)
    rows = due.select_related("album").select_for_update(of=("self",), skip_locked=True)
    claimed = []
    for job in rows[: command.limit]:
        if job.attempts >= settings.PROCESSING_MAX_ATTEMPTS:
            _give_up(job, command.now)
        else:
            claimed.append(_claim(job, command.now + HINT_GRACE))
    return claimed


def run_job(command: RunJobCommand) -> None:
    """Go on with the job until it is finished, or `RUN_SECONDS` have passed.

    Whoever has no valid claim, because another has taken the job up, does nothing.
    """
    until = time.monotonic() + RUN_SECONDS
    try:
        lease: datetime | None = _take_up(command)
        while lease is not None and time.monotonic() < until:
            lease = run_part(command.job_id, lease)
    except LeaseLost:
        return
    if lease is not None:
        job = AlbumPhotosProcessingJob.objects.select_related("album").get(pk=command.job_id)
        hints.process_album(job.pk, lease, job.album.priority)


@transaction.atomic
def run_part(job_id: UUID, lease: datetime) -> datetime | None:
    """Do the next part of the pass; return the new lease, None where the job is finished.

    :raises LeaseLost: another process has taken the job up; nothing was done.
    """
    job = AlbumPhotosProcessingJob.objects.select_related(
        "album__tenant__competitor_instance", "album__face_account", "album__face_space"
    ).get(pk=job_id)
    now, mode = timezone.now(), JobMode(job.mode)
    found = next_photo_ids(job.album, mode, job.cursor, now, PART)
    touched = reconsider_photos(found, mode, now)
    ProcessedPhoto.objects.bulk_create(
        [ProcessedPhoto(job=job, photo_id=photo_id) for photo_id in touched], ignore_conflicts=True
    )
    if len(found) < PART:
        return _end_pass(job_id, lease, now)
    return _move_on(job_id, lease, now, found[-1])


def note_job_failure(command: NoteJobFailureCommand) -> None:
    """Write down what a job broke off with; it is taken up again when its lease ends."""
    AlbumPhotosProcessingJob.objects.unfinished().filter(pk=command.job_id).update(
        reason_description=command.reason[:1000]
    )


def _claim(job: AlbumPhotosProcessingJob, until: datetime) -> JobClaim:
    job.next_attempt_on = until
    job.save(update_fields=["next_attempt_on"])
    return JobClaim(job_id=job.pk, claimed_until=until, priority=job.album.priority)


def _give_up(job: AlbumPhotosProcessingJob, now: datetime) -> None:
    job.state = JobState.FAILED
    job.finished_on = now
    job.next_attempt_on = None
    job.reason_description = f"Broke off {job.attempts} times. {job.reason_description}"[:1000]
    job.save(update_fields=["state", "finished_on", "next_attempt_on", "reason_description"])


def _take_up(command: RunJobCommand) -> datetime:
    now = timezone.now()
    lease = now + settings.PROCESSING_LEASE
    claimed = AlbumPhotosProcessingJob.objects.unfinished().filter(
        pk=command.job_id, next_attempt_on=command.claimed_until
    )
    # From here on a change of settings asks for another pass: the album is read after this.
    taken = claimed.update(
        state=JobState.RUNNING,
        next_attempt_on=lease,
        attempts=F("attempts") + 1,
        started_on=Coalesce("started_on", now),
    )
    if not taken:
        raise LeaseLost
    return lease


def _move_on(job_id: UUID, lease: datetime, now: datetime, cursor: UUID) -> datetime:
    """Move the cursor under the lease. `again_mode` is others' to write, so it stays out of it."""
    renewed = now + settings.PROCESSING_LEASE
    held = AlbumPhotosProcessingJob.objects.filter(pk=job_id, next_attempt_on=lease)
    if not held.update(cursor=cursor, next_attempt_on=renewed, attempts=0, reason_description=""):
        raise LeaseLost
    return renewed


def _end_pass(job_id: UUID, lease: datetime, now: datetime) -> datetime | None:
    """Finish the job, or begin the pass that was asked for meanwhile."""
    held = AlbumPhotosProcessingJob.objects.select_for_update().filter(
        pk=job_id, next_attempt_on=lease
    )
    job = held.first()
    if job is None:
        raise LeaseLost
    again = job.again_mode
    job.next_attempt_on = now + settings.PROCESSING_LEASE if again else None
    job.state = JobState.RUNNING if again else JobState.FINISHED
    job.finished_on = None if again else now
    job.mode, job.again_mode, job.cursor = again or job.mode, "", None
    job.attempts, job.reason_description = 0, ""
    job.save()
    return job.next_attempt_on
