"""Celery's way in: ids to one command each."""

from datetime import datetime
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from recognition import wakeups
from recognition.commands.jobs.running import (
    ClaimDueJobsCommand,
    NoteJobFailureCommand,
    RunJobCommand,
    claim_due_jobs,
    note_job_failure,
    run_job,
)
from recognition.commands.jobs.starting import (
    PruneJobsCommand,
    StartScheduledJobsCommand,
    prune_jobs,
    start_scheduled_jobs,
)
from recognition.commands.photos.callbacks import (
    ApplyCallbackCommand,
    ClaimDueCallbacksCommand,
    apply_callback,
    claim_due_callbacks,
)
from recognition.commands.photos.processing import (
    ClaimDuePhotosCommand,
    ProcessPhotoCommand,
    claim_due_photos,
    process_claimed_photo,
)
from recognition.commands.selfies.forgetting import (
    FailOverdueSelfiesCommand,
    ForgetSelfiesCommand,
    fail_overdue_selfies,
    forget_selfies,
)

JOBS_AT_ONCE = 500
FORGET_LIMIT = 1000


@shared_task(name="recognition.process_photo", queue="recognition")
def process_photo_task(*, photo_id: str, claimed_until: str) -> None:
    """Process a claimed photo."""
    process_claimed_photo(
        ProcessPhotoCommand(
            photo_id=UUID(photo_id),
            claimed_until=datetime.fromisoformat(claimed_until),
            now=timezone.now(),
        )
    )


@shared_task(name="recognition.apply_callback", queue="recognition")
def apply_callback_task(*, callback_id: str) -> None:
    """Apply a stored callback."""
    apply_callback(ApplyCallbackCommand(callback_id=UUID(callback_id), now=timezone.now()))


@shared_task(name="recognition.sweep_photos", queue="maintenance")
def sweep_photos_task() -> None:
    """Send hints for what is due, as many as there is room for; the next sweep takes what is left.

    Callbacks come first: one of them ends a photo, and what it waits for is done already.
    """
    now, room = timezone.now(), wakeups.room()
    callbacks = claim_due_callbacks(ClaimDueCallbacksCommand(now=now, limit=room))
    for callback in callbacks:
        wakeups.apply_callback(callback.callback_id, callback.priority)
    room -= len(callbacks)
    for claim in claim_due_photos(ClaimDuePhotosCommand(now=now, limit=room)):
        wakeups.process_photo(claim.photo_id, claim.claimed_until, claim.priority)


@shared_task(name="recognition.process_album", queue="recognition")
def process_album_task(*, job_id: str) -> None:
    """Go on with a job of an album."""
    try:
        run_job(RunJobCommand(job_id=UUID(job_id)))
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        note_job_failure(NoteJobFailureCommand(job_id=UUID(job_id), reason=reason))
        raise


@shared_task(name="recognition.sweep_jobs", queue="maintenance")
def sweep_jobs_task() -> None:
    """Send hints for the jobs that nobody works on; the next sweep takes what is left."""
    for job in claim_due_jobs(ClaimDueJobsCommand(now=timezone.now(), limit=JOBS_AT_ONCE)):
        wakeups.process_album(job.job_id, job.priority)


@shared_task(name="recognition.start_scheduled_jobs", queue="maintenance")
def start_scheduled_jobs_task() -> None:
    """Start jobs for albums with photos that nobody waits for; the next run takes what is left."""
    start_scheduled_jobs(StartScheduledJobsCommand(now=timezone.now(), limit=JOBS_AT_ONCE))


@shared_task(name="recognition.prune_jobs", queue="maintenance")
def prune_jobs_task() -> None:
    """Remove jobs that ended long ago."""
    prune_jobs(PruneJobsCommand(now=timezone.now()))


@shared_task(name="recognition.end_selfies", queue="maintenance")
def end_selfies_task() -> None:
    """Give up selfies without an answer, and forget what was kept long enough."""
    now = timezone.now()
    fail_overdue_selfies(FailOverdueSelfiesCommand(now=now))
    forget_selfies(ForgetSelfiesCommand(now=now, limit=FORGET_LIMIT))
