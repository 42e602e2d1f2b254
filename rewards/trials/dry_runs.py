"""Dry runs: a long job that compares a formula's draft with the live formulas."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from foundation.messaging import jobs as running
from foundation.messaging.jobs import JobKind, RowPosition
from foundation.messaging.models import LongJobState
from foundation.records.audit import Actor, name_of, record_deed
from foundation.records.models import IdTaken, insert_new
from foundation.records.refusals import Conflict, Invalid
from programs.tasks.segments import Segment, SegmentInvalid, refuse_segment
from rewards.formulas.candidates import period_of
from rewards.formulas.models import FormulaRevision, RewardFormula
from rewards.past_activities import PastActivity, past_activities
from rewards.trials.comparison import AfterLimits, Tally, freeze_live, outcome_for, thaw
from rewards.trials.differences import BudgetTally, freeze_limits
from rewards.trials.models import DryRunParticipant, FormulaDryRun, add_to_participants

PAGE = 500  # activities that are read at once: a fraction of a second on a busy machine too
# A portion takes so long; then it is stored, and a cancelled run stops.
PORTION_SECONDS = 0.25
_DATA = ("formula_id", "revision_id", "since", "before", "others", "segment")
MOST_PARTICIPANTS = 1_000  # of a list
LISTED = "participant_ids"


class DryRunUnfinished(Conflict):
    """The formula has a dry run that waits or runs; cancel it, or wait until it is finished."""


class PeriodInvalid(Invalid):
    """A period begins in the past, and ends after it begins."""


class DryRunIsOver(Conflict):
    """The dry run is finished, or it failed: it cannot be cancelled."""


class OtherDraftInvalid(Invalid):
    """Drafts that are tried together are of different formulas of one program and type."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherDraft:
    """A revision of another formula; `number` None: the one that was saved last."""

    formula_id: UUID
    number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StartDryRunCommand:
    """Compare a formula's revision with the live formulas over activities of a period.

    The period is from `since` until just before `before`. `number` None: the revision that was
    saved last. `others` are tried together with it. Of all participants; else of those of a list,
    or of a segment.
    """

    dry_run_id: UUID
    formula_id: UUID
    number: int | None = None
    since: datetime
    before: datetime
    others: Sequence[OtherDraft] = ()
    participant_ids: Sequence[UUID] | None = None
    segment: Segment = field(default_factory=Segment)
    by: Actor
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelDryRunCommand:
    """End a dry run; what it has found so far stays."""

    dry_run_id: UUID
    by: Actor
    now: datetime


@transaction.atomic
def start_dry_run(command: StartDryRunCommand) -> FormulaDryRun:
    """Start a dry run, or find it where the same command started it before.

    :raises RewardFormulaNotFound: no such formula or revision.
    :raises PeriodInvalid: the period ends before it begins, or has not begun.
    :raises OtherDraftInvalid: another draft is of another program or type, or comes twice.
    :raises SegmentInvalid: the segment or the list of participants cannot be read.
    :raises DryRunUnfinished: another dry run of the formula is not finished.
    :raises IdTaken: there is a dry run of that id with other data.
    """
    _refuse_period(command)
    run = _new_run(command)
    if insert_new(run):
        running.wake(run)
        period = {"since": (None, run.since), "before": (None, run.before)}
        revision = {"revision": (None, run.revision.number)}
        record_deed(command.by, "Started a dry run", run.formula, {**revision, **period})
        return run
    known = FormulaDryRun.objects.filter(pk=command.dry_run_id).first()
    if known is None:
        raise DryRunUnfinished
    if any(getattr(known, name) != getattr(run, name) for name in _DATA):
        raise IdTaken
    return known


@transaction.atomic
def cancel_dry_run(command: CancelDryRunCommand) -> FormulaDryRun:
    """Cancel a dry run; again: nothing changes.

    :raises DryRunNotFound: no such dry run.
    :raises DryRunIsOver: it is finished, or it failed.
    """
    is_new = running.cancel(FormulaDryRun, command.dry_run_id, name_of(command.by), command.now)
    run = FormulaDryRun.objects.get_or_refuse(command.dry_run_id)
    if run.state != LongJobState.CANCELLED:
        raise DryRunIsOver(f"The dry run is {run.state.lower()}: it cannot be cancelled.")
    if is_new:
        record_deed(command.by, "Cancelled", run)
    return run


class DryRuns(JobKind[FormulaDryRun]):
    """Compares the activities of a period, page by page, behind all other work."""

    model = FormulaDryRun
    columns = ("results",)

    def portion(self, job: FormulaDryRun, now: datetime) -> bool:
        """Compare activities for `PORTION_SECONDS`, and add up the results."""
        before = min(job.before, job.created_on)
        period = period_of(job.formula, job.since, before, **_whose(job))
        if job.total is None:
            job.total = past_activities().count(period)
        budgets = BudgetTally(job.limits, job.results)
        limited = AfterLimits(job.pk, job.limits, job.results)
        tally, until = Tally(job.results), time.monotonic() + PORTION_SECONDS
        while page := past_activities().page(period, RowPosition.of(job), PAGE):
            _compare(job, page, (tally, budgets, limited), latest=until + PORTION_SECONDS)
            if time.monotonic() > until:
                break
        winners, losers = add_to_participants(job.pk, tally.take_participants())
        tally.participants["winners"] += winners
        tally.participants["losers"] += losers
        job.results = {
            **tally.results(),
            "budgets": budgets.results(),
            "after_limits": limited.results(),
        }
        return bool(page)

    def jobs(self) -> QuerySet[FormulaDryRun]:
        return FormulaDryRun.objects.select_related("formula", "revision")

    def lease(self) -> timedelta:
        return settings.DRY_RUN_LEASE

    def max_attempts(self) -> int:
        return int(settings.DRY_RUN_MAX_ATTEMPTS)

    def keep(self) -> timedelta:
        return settings.DRY_RUNS_KEEP

    def prune(self, now: datetime) -> None:
        """Delete also the sums of participants, which only unfinished runs need."""
        ended = FormulaDryRun.objects.filter(finished_on__isnull=False)
        DryRunParticipant.objects.filter(run__in=ended).delete()
        super().prune(now)


def _compare(
    job: FormulaDryRun,
    page: Sequence[PastActivity],
    tallies: tuple[Tally, BudgetTally, AfterLimits],
    latest: float,
) -> None:
    """Compare the page's activities; of slow formulas only those that there is time for."""
    tally, budgets, limited = tallies
    limited.read([past.participant_id for past in page])
    live, draft = thaw(job.live), thaw(job.draft)
    for past in page:
        outcomes = outcome_for(live, past), outcome_for(draft, past)
        tally.add(past, *outcomes)
        budgets.add(past.created_on, *outcomes)
        limited.add(past.participant_id, past.created_on, *outcomes)
        job.position = RowPosition(created_on=past.created_on, pk=past.activity_id).as_json()
        job.done += 1
        if time.monotonic() > latest:
            return


def _new_run(command: StartDryRunCommand) -> FormulaDryRun:
    formula = RewardFormula.objects.select_related("revision").get_or_refuse(command.formula_id)
    revision = formula.revision_numbered(command.number)
    others = [_other(formula, each) for each in command.others]
    if len({formula.pk, *(each.formula_id for each in others)}) <= len(others):
        raise OtherDraftInvalid(errors={"others": "a formula comes twice"})
    program_id, kind = formula.program_id, formula.activity_type
    return FormulaDryRun(
        pk=command.dry_run_id,
        formula=formula,
        revision=revision,
        since=command.since,
        before=command.before,
        live=freeze_live(program_id, kind),
        draft=freeze_live(program_id, kind, [revision, *others], command.now),
        limits=freeze_limits(formula),
        others=[
            {"formula_id": str(each.formula_id), "name": each.formula.name, "revision": each.number}
            for each in others
        ],
        segment=_segment(program_id, command),
        started_by=name_of(command.by),
        created_on=command.now,
    )


def _other(formula: RewardFormula, asked: OtherDraft) -> FormulaRevision:
    rows = RewardFormula.objects.select_related("revision__formula")
    other = rows.get_or_refuse(asked.formula_id)
    if (other.program_id, other.activity_type) != (formula.program_id, formula.activity_type):
        wanted = "must be formulas of the same program and activity type"
        raise OtherDraftInvalid(errors={"others": wanted})
    return other.revision_numbered(asked.number)


def _segment(program_id: UUID, command: StartDryRunCommand) -> dict[str, Any]:
    if command.participant_ids is None:
        refuse_segment(program_id, command.segment)
        return dict(command.segment.as_json())
    if not 1 <= len(command.participant_ids) <= MOST_PARTICIPANTS:
        wanted = f"1 to {MOST_PARTICIPANTS:,} participants are expected"
        raise SegmentInvalid(errors={"participantIds": wanted})
    return {LISTED: sorted({str(each) for each in command.participant_ids})}


def _whose(job: FormulaDryRun) -> dict[str, Any]:
    """Return whose activities are compared, as `ActivityPeriod` has it."""
    if LISTED in job.segment:
        return {LISTED: [UUID(each) for each in job.segment[LISTED]]}
    return {"segment": Segment.of(job.segment)} if job.segment else {}


def _refuse_period(command: StartDryRunCommand) -> None:
    if command.since >= command.now:
        raise PeriodInvalid(errors={"since": "must be in the past"})
    if command.before <= command.since:
        raise PeriodInvalid(errors={"before": "must be after the beginning"})
