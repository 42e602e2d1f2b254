"""Commands of dry runs: starting, running part by part, cancelling, pruning."""

from rewards.commands.dry_runs.ending import (
    CancelDryRunCommand,
    DryRunIsOver,
    PruneDryRunsCommand,
    cancel_dry_run,
    prune_dry_runs,
)
from rewards.commands.dry_runs.running import (
    ClaimDueDryRunsCommand,
    ClaimLost,
    NoteDryRunFailureCommand,
    RunDryRunCommand,
    claim_due_dry_runs,
    note_dry_run_failure,
    parts_of,
    run_dry_run,
)
from rewards.commands.dry_runs.starting import (
    DryRunUnfinished,
    PeriodInvalid,
    StartDryRunCommand,
    start_dry_run,
)

__all__ = [
    "CancelDryRunCommand",
    "ClaimDueDryRunsCommand",
    "ClaimLost",
    "DryRunIsOver",
    "DryRunUnfinished",
    "NoteDryRunFailureCommand",
    "PeriodInvalid",
    "PruneDryRunsCommand",
    "RunDryRunCommand",
    "StartDryRunCommand",
    "cancel_dry_run",
    "claim_due_dry_runs",
    "note_dry_run_failure",
    "parts_of",
    "prune_dry_runs",
    "run_dry_run",
    "start_dry_run",
]
