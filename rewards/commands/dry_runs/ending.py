"""Ending dry runs before they are finished, and removing old ones."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction

from records.refusals import Conflict
from rewards.models import DryRunParticipant, DryRunState, FormulaDryRun


class DryRunIsOver(Conflict):
    """The dry run is finished, or it failed: it cannot be cancelled."""

    code = "dry-run-is-over"


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelDryRunCommand:
    """End a dry run; what it has found so far stays."""

    dry_run_id: UUID
    actor: str
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PruneDryRunsCommand:
    """Remove dry runs that ended before `DRY_RUNS_KEEP`, and what only unfinished ones need."""

    now: datetime


def cancel_dry_run(command: CancelDryRunCommand) -> FormulaDryRun:
    """Cancel a dry run; again: nothing changes.

    The process that works on it stops at its next part, since it has no claim any more.

    :raises DryRunNotFound: no such dry run.
    :raises DryRunIsOver: it is finished, or it failed.
    """
    unfinished = FormulaDryRun.objects.unfinished().filter(pk=command.dry_run_id)
    unfinished.update(
        state=DryRunState.CANCELLED,
        finished_on=command.now,
        claim_id=None,
        leased_until=None,
        next_attempt_on=None,
        reason=f"Cancelled by {command.actor}.",
    )
    run = FormulaDryRun.objects.get_or_refuse(command.dry_run_id)
    if run.state != DryRunState.CANCELLED:
        raise DryRunIsOver(f"The dry run is {run.state.lower()}: it cannot be cancelled.")
    return run


@transaction.atomic
def prune_dry_runs(command: PruneDryRunsCommand) -> None:
    """Remove old dry runs, and the participants' sums of all that ended."""
    ended = FormulaDryRun.objects.filter(finished_on__isnull=False)
    DryRunParticipant.objects.filter(run__in=ended).delete()
    ended.filter(finished_on__lt=command.now - settings.DRY_RUNS_KEEP).delete()
