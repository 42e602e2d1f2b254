"""Running AlbumPhotosProcessingJob: part by part, each in one transaction with the job's cursor.

The process that runs a job holds a lease on it, until the time in `leased_until`. A part ends with
a move of the cursor, which fails if the lease is lost; then the part is rolled back. So a process
that is killed loses one part, and if two processes run one job, each part is done once.
"""

import time
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from recognition import wakeups
from recognition.commands.jobs.starting import WAKEUP_GRACE
from recognition.commands.photos.reprocessing import PART, reconsider_photos
from recognition.models import AlbumPhotosProcessingJob, JobMode, JobState
from recognition.queries.jobs.selection import next_photo_ids

# After this a long job frees its worker and waits in the queue behind other jobs.
RUN_SECONDS = 20.0


class LeaseLost(Exception):
    """Another process runs the job."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimDueJobsCommand:
    """Find up to `limit` jobs that no process has continued in time."""

    now: datetime
    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RunJobCommand:
    """Continue a job, unless another process runs it."""

    job_id: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteJobFailureCommand:
    """Store the reason why a job failed."""

    job_id: UUID
    reason: str


@transaction.atomic
def claim_due_jobs(command: ClaimDueJobsCommand) -> list[AlbumPhotosProcessingJob]:
    """Return due jobs with their albums, each once in a lease's time.

    Jobs that failed too often end here.
    """
    found = []
    for job in AlbumPhotosProcessingJob.objects.lock_due(command.now, command.limit):
        if job.attempts >= settings.PROCESSING_MAX_ATTEMPTS:
            _give_up(job, command.now)
        else:
            job.next_attempt_on = command.now + settings.PROCESSING_LEASE
            job.save(update_fields=["next_attempt_on"])
            found.append(job)
    return found


def run_job(command: RunJobCommand) -> None:
    """Continue the job until it is finished, or `RUN_SECONDS` have passed.

    A job that is finished, or that another process runs, is ignored.
    """
    until = time.monotonic() + RUN_SECONDS
    try:
        lease: datetime | None = _start(command.job_id)
        while lease is not None and time.monotonic() < until:
            lease = run_part(command.job_id, lease)
    except LeaseLost:
        return
    if lease is not None:
        _queue_again(command.job_id, lease)


@transaction.atomic
def run_part(job_id: UUID, lease: datetime) -> datetime | None:
    """Do the next part of the pass; return the new lease, None if the job is finished.

    :raises LeaseLost: another process runs the job; nothing was done.
    """
    job = AlbumPhotosProcessingJob.objects.select_related(
        "album__tenant__competitor_instance", "album__face_account", "album__face_space"
    ).get(pk=job_id)
    now, mode = timezone.now(), JobMode(job.mode)
    found = next_photo_ids(job.album, mode, job.cursor, now, PART)
    reconsider_photos(found, mode, now, job)
    if len(found) < PART:
        return _end_pass(job_id, lease, now)
    return _move_on(job_id, lease, now, found[-1])


def note_job_failure(command: NoteJobFailureCommand) -> None:
    """Store the reason why a job failed; it is retried when its lease ends."""
    AlbumPhotosProcessingJob.objects.unfinished().filter(pk=command.job_id).update(
        reason_description=command.reason[:1000]
    )


def _give_up(job: AlbumPhotosProcessingJob, now: datetime) -> None:
    job.state = JobState.FAILED
    job.finished_on = now
    job.leased_until = job.next_attempt_on = None
    job.reason_description = f"Failed {job.attempts} times. {job.reason_description}"[:1000]
    job.save(update_fields=["state", "finished_on", "leased_until", "next_attempt_on",
                            "reason_description"])  # fmt: skip


def _start(job_id: UUID) -> datetime:
    now = timezone.now()
    lease = now + settings.PROCESSING_LEASE
    free = AlbumPhotosProcessingJob.objects.unfinished().filter(
        Q(leased_until=None) | Q(leased_until__lte=now), pk=job_id
    )
    # The album is read after this; so a later change of its settings requests another pass.
    taken = free.update(
        state=JobState.RUNNING,
        leased_until=lease,
        next_attempt_on=lease,
        attempts=F("attempts") + 1,
        started_on=Coalesce("started_on", now),
    )
    if not taken:
        raise LeaseLost
    return lease


def _queue_again(job_id: UUID, lease: datetime) -> None:
    held = AlbumPhotosProcessingJob.objects.filter(pk=job_id, leased_until=lease)
    if held.update(leased_until=None, next_attempt_on=timezone.now() + WAKEUP_GRACE):
        job = AlbumPhotosProcessingJob.objects.select_related("album").get(pk=job_id)
        wakeups.process_album(job.pk, job.album.priority)


def _move_on(job_id: UUID, lease: datetime, now: datetime, cursor: UUID) -> datetime:
    """Move the cursor under the lease; `again_mode` is left out, since other processes set it."""
    renewed = now + settings.PROCESSING_LEASE
    held = AlbumPhotosProcessingJob.objects.filter(pk=job_id, leased_until=lease)
    moved = held.update(cursor=cursor, leased_until=renewed, next_attempt_on=renewed, attempts=0,
                        reason_description="")  # fmt: skip
    if not moved:
        raise LeaseLost
    return renewed


def _end_pass(job_id: UUID, lease: datetime, now: datetime) -> datetime | None:
    """Finish the job, or begin the pass that was requested meanwhile."""
    held = AlbumPhotosProcessingJob.objects.filter(pk=job_id, leased_until=lease)
    job = held.select_for_update().first()
    if job is None:
        raise LeaseLost
    again = job.again_mode
    job.leased_until = job.next_attempt_on = now + settings.PROCESSING_LEASE if again else None
    job.state = JobState.RUNNING if again else JobState.FINISHED
    job.finished_on = None if again else now
    job.mode, job.again_mode, job.cursor = again or job.mode, "", None
    job.attempts, job.reason_description = 0, ""
    job.save()
    return job.leased_until
