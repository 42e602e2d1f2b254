"""Running a dry run part by part: results, sums of participants and position are one transaction.

The process that works on a run has a claim on it, until `leased_until`. Each part is stored only
under the claim. So a process that is killed loses one part, which the next process computes again;
of two processes with one run, one stops; and a run that was cancelled stops at its next part.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from rewards import wakeups
from rewards.commands.dry_runs.participants import add_to_participants
from rewards.commands.dry_runs.starting import WAKEUP_GRACE
from rewards.comparison import Tally, outcome_for, thaw
from rewards.formula.compiled import exact
from rewards.models import DryRunState, FormulaDryRun
from rewards.past_activities import PastActivity, Period, Position, past_activities

# What is read at once: on a busy machine too a fraction of a second.
PAGE = 500
# How often a part is stored, and with it looked whether the run was cancelled.
PART_SECONDS = 0.25
# After this a run frees its worker and waits in the queue behind everything else.
SLICE_SECONDS = 2.0


_STORED = ("state", "total", "looked_at", "position_on", "position_id", "results", "attempts",
           "reason", "claim_id", "leased_until", "next_attempt_on", "finished_on")  # fmt: skip


class ClaimLost(Exception):
    """The run was cancelled, has ended, or another process works on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimDueDryRunsCommand:
    """Find up to `limit` dry runs on which no process works in time."""

    now: datetime
    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RunDryRunCommand:
    """Work on a dry run, unless another process does."""

    dry_run_id: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteDryRunFailureCommand:
    """Store the reason why working on a dry run failed."""

    dry_run_id: UUID
    reason: str


@transaction.atomic
def claim_due_dry_runs(command: ClaimDueDryRunsCommand) -> list[UUID]:
    """Return the ids of due runs, each once in a lease's time; those that failed too often end."""
    due = FormulaDryRun.objects.unfinished().filter(next_attempt_on__lte=command.now)
    found = []
    for run in due.order_by("next_attempt_on").select_for_update(skip_locked=True)[: command.limit]:
        if run.attempts >= settings.DRY_RUN_MAX_ATTEMPTS:
            _give_up(run, command.now)
        else:
            run.next_attempt_on = command.now + settings.DRY_RUN_LEASE
            run.save(update_fields=["next_attempt_on"])
            found.append(run.pk)
    return found


def run_dry_run(command: RunDryRunCommand) -> None:
    """Work on a dry run until it is finished, or `SLICE_SECONDS` have passed.

    A run that is over, or that another process works on, is ignored.
    """
    claim_id, until = uuid4(), time.monotonic() + SLICE_SECONDS
    try:
        for _ in parts_of(command.dry_run_id, claim_id):
            if time.monotonic() > until:
                break
    except ClaimLost:
        return
    _queue_again(command.dry_run_id, claim_id)


def parts_of(dry_run_id: UUID, claim_id: UUID) -> Iterator[FormulaDryRun]:
    """Work on a dry run until it is finished; yield it after each part that is stored.

    :raises ClaimLost: it was cancelled or is over, or another process works on it.
    """
    run = _claimed(dry_run_id, claim_id)
    comparing = _Comparing(run)
    while not run.is_over:
        if not comparing.next_part():
            run.state, run.finished_on = DryRunState.FINISHED, timezone.now()
        _store(run, claim_id, comparing.tally)
        yield run


def note_dry_run_failure(command: NoteDryRunFailureCommand) -> None:
    """Store the reason; the run is tried again when its lease ends."""
    unfinished = FormulaDryRun.objects.unfinished().filter(pk=command.dry_run_id)
    unfinished.update(reason=command.reason[:1000])


class _Comparing:
    """Compares the activities behind a run's position, and moves the position."""

    def __init__(self, run: FormulaDryRun) -> None:
        self._run = run
        self._live, self._draft = thaw(run.live), thaw(run.draft)
        self.tally = Tally(run.results)
        self._period = Period(
            program_id=run.formula.program_id,
            activity_type=run.formula.activity_type,
            since=run.since,
            before=min(run.before, run.created_on),
        )
        if run.total is None:
            run.total = past_activities().count(self._period)

    def next_part(self) -> bool:
        """Compare activities for `PART_SECONDS`; say whether there may be more."""
        until = time.monotonic() + PART_SECONDS
        while page := past_activities().page(self._period, self._position, PAGE):
            self._compare(page, latest=until + PART_SECONDS)
            if time.monotonic() > until:
                return True
        return False

    @property
    def _position(self) -> Position | None:
        on, activity_id = self._run.position_on, self._run.position_id
        if on is None or activity_id is None:
            return None
        return Position(created_on=on, activity_id=activity_id)

    def _compare(self, page: Sequence[PastActivity], latest: float) -> None:
        """Compare the page's activities; of slow formulas only so many as there is time for."""
        run, tally = self._run, self.tally
        with exact():
            for past in page:
                tally.add(past, outcome_for(self._live, past), outcome_for(self._draft, past))
                run.position_on, run.position_id = past.created_on, past.activity_id
                run.looked_at += 1
                if time.monotonic() > latest:
                    return


@transaction.atomic
def _store(run: FormulaDryRun, claim_id: UUID, tally: Tally) -> None:
    """Store a part under the claim, which is looked at last: the run is locked for a moment only.

    :raises ClaimLost: the claim is lost; nothing is stored.
    """
    changed = add_to_participants(run.pk, tally.take_participants())
    tally.participants["winners"] += changed.winners
    tally.participants["losers"] += changed.losers
    run.results = tally.results()
    run.attempts, run.reason = 0, ""
    run.claim_id = None if run.is_over else claim_id
    renewed = None if run.is_over else timezone.now() + settings.DRY_RUN_LEASE
    run.leased_until = run.next_attempt_on = renewed
    held = FormulaDryRun.objects.filter(pk=run.pk, claim_id=claim_id, state=DryRunState.RUNNING)
    if not held.update(**{name: getattr(run, name) for name in _STORED}):
        raise ClaimLost


def _claimed(dry_run_id: UUID, claim_id: UUID) -> FormulaDryRun:
    now = timezone.now()
    lease = now + settings.DRY_RUN_LEASE
    free = Q(leased_until=None) | Q(leased_until__lte=now) | Q(claim_id=claim_id)
    taken = (
        FormulaDryRun.objects.unfinished()
        .filter(free, pk=dry_run_id)
        .update(
            state=DryRunState.RUNNING,
            claim_id=claim_id,
            leased_until=lease,
            next_attempt_on=lease,
            attempts=F("attempts") + 1,
            started_on=Coalesce("started_on", now),
        )
    )
    if not taken:
        raise ClaimLost
    run = FormulaDryRun.objects.get_or_refuse(dry_run_id)
    if run.is_over:
        raise ClaimLost
    return run


def _queue_again(dry_run_id: UUID, claim_id: UUID) -> None:
    held = FormulaDryRun.objects.unfinished().filter(pk=dry_run_id, claim_id=claim_id)
    due = timezone.now() + WAKEUP_GRACE
    if held.update(claim_id=None, leased_until=None, next_attempt_on=due):
        wakeups.work_on_dry_run(dry_run_id)


def _give_up(run: FormulaDryRun, now: datetime) -> None:
    run.state, run.finished_on = DryRunState.FAILED, now
    run.claim_id = run.leased_until = run.next_attempt_on = None
    run.reason = f"Failed {run.attempts} times. {run.reason}"[:1000]
    run.save(update_fields=["state", "finished_on", "claim_id", "leased_until", "next_attempt_on",
                            "reason"])  # fmt: skip
