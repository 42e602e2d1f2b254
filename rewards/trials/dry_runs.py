"""Dry runs: a long job that compares a formula's draft with the live formulas."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from foundation.messaging import jobs as running
from foundation.messaging.jobs import JobKind
from foundation.messaging.models import LongJobState
from foundation.records.audit import Actor, name_of, record_deed
from foundation.records.models import IdTaken, insert_new
from foundation.records.refusals import Conflict, Invalid
from programs.tasks.segments import Segment, SegmentInvalid, refuse_segment
from rewards.formulas.candidates import freeze, list_candidates, period_of, thaw
from rewards.formulas.models import FormulaRevision, RewardFormula
from rewards.months import faults_of_period
from rewards.trials.figures import ActivityTally
from rewards.trials.models import DryRunParticipant, FormulaDryRun
from rewards.trials.outcomes import Page, outcomes_in_time
from rewards.trials.participant_figures import ParticipantTally, freeze_limits

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
    if faults := faults_of_period(command.since, command.before, command.now):
        raise PeriodInvalid(errors=faults)
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
        """Compare activities for a portion's time, and add up the results."""
        period = period_of(job.formula, job.since, min(job.before, job.created_on), **_whose(job))
        activities, participants = ActivityTally(job.results), ParticipantTally(job)
        page: Page = ()
        for page in outcomes_in_time(job, period, thaw(job.live), thaw(job.draft)):
            participants.read([past.participant_id for past, _ in page])
            for past, (live, draft) in page:
                activities.add(past, live, draft)
                participants.add(past, live, draft)
        job.results = {**activities.results(), **participants.results()}
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


def _new_run(command: StartDryRunCommand) -> FormulaDryRun:
    formula = RewardFormula.objects.select_related("revision").get_or_refuse(command.formula_id)
    revision = formula.revision_numbered(command.number)
    others = [_other(formula, each) for each in command.others]
    if len({formula.pk, *(each.formula_id for each in others)}) <= len(others):
        raise OtherDraftInvalid(errors={"others": "a formula comes twice"})
    program_id, kind, drafts = formula.program_id, formula.activity_type, [revision, *others]
    return FormulaDryRun(
        pk=command.dry_run_id,
        formula=formula,
        revision=revision,
        since=command.since,
        before=command.before,
        live=freeze(list_candidates(program_id, kind)),
        draft=freeze(list_candidates(program_id, kind, drafts), drafts, command.now),
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
