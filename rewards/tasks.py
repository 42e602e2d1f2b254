"""Celery's entry points: each runs one command."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from rewards import wakeups
from rewards.commands import dry_runs

AT_ONCE = 100


@shared_task(name=wakeups.TASK, queue=wakeups.QUEUE)
def work_on_dry_run_task(*, dry_run_id: str) -> None:
    """Work on a dry run for some seconds."""
    run_id = UUID(dry_run_id)
    try:
        dry_runs.run_dry_run(dry_runs.RunDryRunCommand(dry_run_id=run_id))
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        failure = dry_runs.NoteDryRunFailureCommand(dry_run_id=run_id, reason=reason)
        dry_runs.note_dry_run_failure(failure)
        raise


@shared_task(name="rewards.sweep_dry_runs", queue="maintenance")
def sweep_dry_runs_task() -> None:
    """Wake workers for the dry runs on which no process works."""
    command = dry_runs.ClaimDueDryRunsCommand(now=timezone.now(), limit=AT_ONCE)
    for dry_run_id in dry_runs.claim_due_dry_runs(command):
        wakeups.work_on_dry_run(dry_run_id)


@shared_task(name="rewards.prune_dry_runs", queue="maintenance")
def prune_dry_runs_task() -> None:
    """Delete dry runs that ended long ago."""
    dry_runs.prune_dry_runs(dry_runs.PruneDryRunsCommand(now=timezone.now()))
