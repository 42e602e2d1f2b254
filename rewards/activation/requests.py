"""Requesting that a formula's revision is made active, and what becomes of the request.

Each command locks the formula first: two that settle a request at the same time follow each other.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from foundation.records.audit import Actor, name_of, record_deed
from foundation.records.models import Creation
from foundation.records.refusals import Conflict, Forbidden, Invalid
from rewards.activation.activating import make_active, refuse_always_failing, settle
from rewards.approvals.models import ActivationState
from rewards.formulas.models import ActivationNotFound, FormulaActivation, RewardFormula
from rewards.trials.examples import refuse_broken_examples


class RequesterDiffers(Forbidden):
    """An activation is withdrawn by who requested it; others reject it."""


class RevisionIsActive(Conflict):
    """The revision calculates rewards already."""


class AnotherRevisionRequested(Conflict):
    """The activation that waits is of another revision."""


class FormulaChangedSinceRequest(Conflict):
    """The formula was changed after the activation was requested. Request it again."""


class ActivationIsSettled(Conflict):
    """The activation was approved, rejected or withdrawn before."""


class RejectionWithoutReason(Invalid):
    """A rejection has a reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestActivationCommand:
    """Ask others to make a revision active; `number` None: the last one."""

    formula_id: UUID
    number: int | None = None
    by: Actor
    now: datetime
    expected_version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawActivationCommand:
    """Take a request back."""

    formula_id: UUID
    activation_id: UUID
    by: Actor
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ApproveActivationCommand(WithdrawActivationCommand):
    """Make the requested revision calculate rewards; `number` is the one that was looked at."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectActivationCommand(WithdrawActivationCommand):
    """Refuse what was requested, and say why."""

    reason: str


@transaction.atomic
def request_activation(command: RequestActivationCommand) -> Creation[FormulaActivation]:
    """Ask others to make a revision active; the same request again changes nothing.

    :raises RewardFormulaNotFound: no such formula or revision.
    :raises VersionConflict: the formula changed since `expected_version`.
    :raises RevisionIsActive: it calculates rewards already.
    :raises AnotherRevisionRequested: another one waits for its approval.
    :raises GoldenExamplesBroken, FormulaAlwaysFails: it could not be approved.
    """
    formula = RewardFormula.objects.locked(command.formula_id, command.expected_version)
    revision = formula.revision_numbered(command.number)
    if formula.active_revision_id == revision.pk:
        raise RevisionIsActive
    waiting = formula.activations.waiting().select_related("revision").first()
    if waiting is not None:
        if waiting.revision_id != revision.pk:
            raise AnotherRevisionRequested(f"The request of {waiting.revision} waits.")
        return Creation(record=waiting, is_new=False)
    refuse_broken_examples(revision)
    refuse_always_failing(formula, revision)
    asked = FormulaActivation.objects.create(
        formula=formula,
        revision=revision,
        state=ActivationState.REQUESTED,
        requested_by=name_of(command.by),
        requested_on=command.now,
    )
    requested = {"requested_revision": (None, revision.number)}
    record_deed(command.by, "Requested the activation", formula, requested)
    return Creation(record=asked, is_new=True)


@transaction.atomic
def approve_activation(command: ApproveActivationCommand) -> FormulaActivation:
    """Make the requested revision calculate rewards from now on; again: nothing changes.

    :raises RewardFormulaNotFound, ActivationNotFound: no such formula, or it has no such request.
    :raises AnotherRevisionRequested: another revision was looked at than is requested.
    :raises FormulaChangedSinceRequest: what is requested is not what the formula is now.
    :raises ActivationIsSettled: it was rejected or withdrawn, or is no longer active.
    :raises ActivatorIsAuthor, ActivatorIsRequester: the site wants another person.
    :raises GoldenExamplesBroken, FormulaAlwaysFails: the revision must not be made active.
    """
    formula = RewardFormula.objects.locked(command.formula_id)
    asked = _activation(formula, command.activation_id)
    if asked.revision.number != command.number:
        raise AnotherRevisionRequested(f"Requested is {asked.revision}, not {command.number}.")
    if asked.state == ActivationState.APPROVED and asked.ended_on is None:
        return asked
    _refuse_settled(asked)
    make_active(formula, asked.revision, asked, command.by, command.now)
    return asked


@transaction.atomic
def reject_activation(command: RejectActivationCommand) -> FormulaActivation:
    """Reject a request, with a reason; again: nothing changes.

    :raises RewardFormulaNotFound, ActivationNotFound: no such formula, or it has no such request.
    :raises RejectionWithoutReason: the reason is empty.
    :raises FormulaChangedSinceRequest, ActivationIsSettled: it does not wait any more.
    """
    formula = RewardFormula.objects.locked(command.formula_id)
    asked = _activation(formula, command.activation_id)
    if not command.reason.strip():
        raise RejectionWithoutReason(errors={"reason": "is needed"})
    if asked.state == ActivationState.REJECTED and asked.reason == command.reason:
        return asked
    _refuse_settled(asked)
    settle(asked, ActivationState.REJECTED, command.by, command.now, command.reason)
    changes = {"requested_revision": (asked.revision.number, None)}
    record_deed(command.by, "Rejected the activation", formula, changes, command.reason)
    return asked


@transaction.atomic
def withdraw_activation(command: WithdrawActivationCommand) -> FormulaActivation:
    """Take a request back; again: nothing changes.

    :raises RewardFormulaNotFound, ActivationNotFound: no such formula, or it has no such request.
    :raises RequesterDiffers: another person requested it.
    :raises FormulaChangedSinceRequest, ActivationIsSettled: it does not wait any more.
    """
    formula = RewardFormula.objects.locked(command.formula_id)
    asked = _activation(formula, command.activation_id)
    if asked.requested_by != name_of(command.by):
        raise RequesterDiffers
    if asked.state == ActivationState.WITHDRAWN:
        return asked
    _refuse_settled(asked)
    settle(asked, ActivationState.WITHDRAWN, command.by, command.now)
    changes = {"requested_revision": (asked.revision.number, None)}
    record_deed(command.by, "Withdrew the request", formula, changes)
    return asked


def _activation(formula: RewardFormula, activation_id: UUID) -> FormulaActivation:
    """Return an activation of the formula, which the caller locked."""
    of_formula = formula.activations.select_related("revision")
    found = of_formula.filter(pk=activation_id).first()
    if found is None:
        raise ActivationNotFound(f"The formula has no activation {activation_id}.")
    return found


def _refuse_settled(asked: FormulaActivation) -> None:
    if asked.state == ActivationState.OUTDATED:
        raise FormulaChangedSinceRequest
    if asked.state != ActivationState.REQUESTED:
        raise ActivationIsSettled(f"It is {asked.state.lower()} since {asked.settled_on:%Y-%m-%d}.")
