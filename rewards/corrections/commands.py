"""Corrections: credited rewards are compared with the live formulas, and adjusted in one batch.

Preview → requested with a reason → approved by another person, which starts the run. A run that was
cancelled, or failed, is run again: each activity is adjusted once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.http import StreamingHttpResponse

from foundation.messaging import jobs
from foundation.messaging.models import LongJobState
from foundation.records.audit import Actor, name_of, record_deed
from foundation.records.formats import as_iso_text, csv_file
from foundation.records.models import create_once, insert_new
from foundation.records.refusals import REASON_LENGTH, Conflict, Invalid
from programs.activity_types import criteria_of
from programs.programs.models import MarketingProgram
from rewards.approvals.commands import ApproverIsRequester
from rewards.corrections.models import CorrectionItem, CorrectionRun, ItemState, RewardCorrection
from rewards.formulas.candidates import freeze, list_candidates
from rewards.formulas.models import RewardFormula
from rewards.months import faults_of_period

MOST_PARTICIPANTS = 10_000
MOST_ACTIVITIES = 1000
_DATA = ("program_id", "activity_type", "formula_id", "since", "before", "participants",
         "activities", "includes_changed_data", "pays_cuts")  # fmt: skip


class CorrectionInvalid(Invalid):
    """A correction has a period that has begun, and a formula of its program and type."""


class CorrectionReasonInvalid(Invalid):
    """A correction is requested with a reason of at most 2,000 characters."""


class PreviewUnfinished(Conflict):
    """The preview is not finished: what would be adjusted is not known yet."""


class NothingToCorrect(Conflict):
    """No credited reward differs."""


class CorrectionNotRequested(Conflict):
    """The correction was not requested, so there is nothing to approve."""


class CorrectionIsRequested(Conflict):
    """The correction is requested already, with another reason or by another person."""


class CorrectionNotApproved(Conflict):
    """The correction was not approved."""


class CorrectionIsOver(Conflict):
    """Nothing of the correction is under way that could be cancelled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartCorrectionCommand:
    """Preview the correction of rewards of a program's activities, created in a period.

    `formula_id`: only rewards that it decided; `participants`: only theirs, if there are any;
    `activities`: only these, if there are any. `includes_changed_data`: also of activities whose
    data changed after the credit. `pays_cuts`: what limits had cut is paid, formulas are not asked.
    """

    correction_id: UUID
    program_id: UUID
    activity_type: str
    since: datetime
    before: datetime
    by: Actor
    now: datetime
    formula_id: UUID | None = None
    participants: Sequence[UUID] = ()
    activities: Sequence[UUID] = ()
    includes_changed_data: bool = False
    pays_cuts: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderCorrectionCommand:
    """An order about a correction; `reason` is for a request alone."""

    correction_id: UUID
    by: Actor
    now: datetime
    reason: str = ""


@transaction.atomic
def start_correction(command: StartCorrectionCommand) -> RewardCorrection:
    """Start a preview, or find it where the same command started it before.

    :raises MarketingProgramNotFound, RewardFormulaNotFound, ActivityTypeUnknown: as they say.
    :raises CorrectionInvalid: a period that ends before it begins, or has not begun; a formula of
        another program or type; too many participants or activities.
    :raises IdTaken: there is a correction of that id with other data.
    """
    correction = _new_correction(command)
    created = create_once(correction, *_DATA)
    if created.is_new:
        jobs.wake(correction)
        period = {"since": (None, correction.since), "before": (None, correction.before)}
        record_deed(command.by, "Previewed", correction, period)
    return created.record


@transaction.atomic
def request_correction(command: OrderCorrectionCommand) -> RewardCorrection:
    """Request that what the preview found is adjusted; another person approves it.

    :raises CorrectionReasonInvalid: no reason, or one that is too long.
    :raises PreviewUnfinished: the preview is not finished.
    :raises NothingToCorrect: it found nothing.
    :raises CorrectionIsRequested: it was requested otherwise.
    """
    reason, name = command.reason.strip(), name_of(command.by)
    if not reason or len(reason) > REASON_LENGTH:
        raise CorrectionReasonInvalid(errors={"reason": f"1 to {REASON_LENGTH} characters"})
    correction = _locked(command.correction_id)
    if correction.state != LongJobState.FINISHED:
        raise PreviewUnfinished
    if not correction.items.exists():
        raise NothingToCorrect
    if correction.requested_on is not None:
        if (correction.why, correction.requested_by) != (reason, name):
            raise CorrectionIsRequested(f"{correction.requested_by} has requested it.")
        return correction
    _store(correction, why=reason, requested_by=name, requested_on=command.now)
    record_deed(command.by, "Requested", correction, reason=reason)
    return correction


@transaction.atomic
def approve_correction(command: OrderCorrectionCommand) -> RewardCorrection:
    """Approve a correction, which starts its run; again: nothing changes.

    :raises CorrectionNotRequested: no person has requested it.
    :raises ApproverIsRequester: the same person has.
    """
    correction, name = _locked(command.correction_id), name_of(command.by)
    if correction.requested_on is None:
        raise CorrectionNotRequested
    if correction.requested_by == name:
        raise ApproverIsRequester
    if correction.approved_on is None:
        _store(correction, approved_by=name, approved_on=command.now)
        _start_run(correction, command)
        record_deed(command.by, "Approved", correction, reason=correction.why)
    return correction


@transaction.atomic
def run_correction_again(command: OrderCorrectionCommand) -> RewardCorrection:
    """Run an approved correction again for what is not adjusted; while it runs, nothing changes.

    :raises CorrectionNotApproved: no other person has approved it.
    :raises NothingToCorrect: everything is adjusted.
    """
    correction = _locked(command.correction_id)
    if correction.approved_on is None:
        raise CorrectionNotApproved
    if not correction.items.exclude(state=ItemState.APPLIED).exists():
        raise NothingToCorrect("Everything is adjusted.")
    if _start_run(correction, command):
        record_deed(command.by, "Ran again", correction)
    return correction


@transaction.atomic
def cancel_correction(command: OrderCorrectionCommand) -> RewardCorrection:
    """Cancel the preview, the request, or the run; what is adjusted stays.

    Cancelled already: nothing changes. After its request was cancelled a preview can be requested
    again.

    :raises CorrectionIsOver: nothing is under way.
    """
    correction = _locked(command.correction_id)
    if correction.waits_for_approval:
        record_deed(command.by, "Cancelled the request", correction, reason=correction.why)
        _store(correction, why="", requested_by="", requested_on=None)
        return correction
    run = correction.runs.order_by("-created_on").first()
    job: RewardCorrection | CorrectionRun = run or correction
    if jobs.cancel(type(job), job.pk, name_of(command.by), command.now):
        record_deed(command.by, "Cancelled", correction)
    elif job.state != LongJobState.CANCELLED:
        raise CorrectionIsOver
    return RewardCorrection.objects.get_or_refuse(correction.pk)


def _new_correction(command: StartCorrectionCommand) -> RewardCorrection:
    program = MarketingProgram.objects.get_or_refuse(command.program_id)
    criteria_of(command.activity_type)
    if errors := _errors(command):
        raise CorrectionInvalid(errors=errors)
    return RewardCorrection(
        pk=command.correction_id,
        program=program,
        activity_type=command.activity_type,
        formula_id=command.formula_id,
        since=command.since,
        before=command.before,
        participants=sorted(set(map(str, command.participants))),
        activities=sorted(set(map(str, command.activities))),
        includes_changed_data=command.includes_changed_data,
        pays_cuts=command.pays_cuts,
        live=freeze(list_candidates(program.pk, command.activity_type)),
        started_by=name_of(command.by),
        created_on=command.now,
    )


def _errors(command: StartCorrectionCommand) -> dict[str, str]:
    errors = faults_of_period(command.since, command.before, command.now)
    if len(command.participants) > MOST_PARTICIPANTS:
        errors["participantIds"] = f"at most {MOST_PARTICIPANTS:,}"
    if len(command.activities) > MOST_ACTIVITIES:
        errors["activityIds"] = f"at most {MOST_ACTIVITIES:,}"
    if command.formula_id is not None:
        formula = RewardFormula.objects.get_or_refuse(command.formula_id)
        if (formula.program_id, formula.activity_type) != (
            command.program_id,
            command.activity_type,
        ):
            errors["formulaId"] = "is of another program or type"
    return errors


def _locked(correction_id: UUID) -> RewardCorrection:
    rows = RewardCorrection.objects.select_for_update(of=("self",), no_key=True)
    found: RewardCorrection = rows.get_or_refuse(correction_id)
    return found


def _store(correction: RewardCorrection, **changes: object) -> None:
    for name, value in changes.items():
        setattr(correction, name, value)
    correction.save(update_fields=list(changes))


def _start_run(correction: RewardCorrection, command: OrderCorrectionCommand) -> bool:
    """Start a run; return False if there is one that is not finished."""
    run = CorrectionRun(
        correction=correction, started_by=name_of(command.by), created_on=command.now
    )
    if is_new := insert_new(run):
        jobs.wake(run)
    return is_new


# The items of a correction as CSV.


COLUMNS = ("activityId", "participantId", "createdOn", "old", "new", "difference", "cause", "state",
           "adjusted", "reason", "operationId")  # fmt: skip


def items_as_csv(name: str, items: QuerySet[CorrectionItem]) -> StreamingHttpResponse:
    """Return items as a file to be saved."""
    return csv_file(name, COLUMNS, items.order_by("pk"), lambda part: map(_cells, part))


def _cells(each: CorrectionItem) -> tuple[Any, ...]:
    ids = (each.activity_id, each.participant_id, as_iso_text(each.activity_on))
    amounts = (each.old, each.new, each.difference, each.cause, each.state, each.adjusted)
    return (*ids, *amounts, each.reason, each.operation_id)
