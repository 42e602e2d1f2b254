"""Making a formula's revision calculate rewards, and ending that."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4

import structlog
from django.conf import settings as site
from django.db import transaction

from foundation.records.audit import Actor, Changes, name_of, record_change
from foundation.records.refusals import Conflict, Forbidden
from programs.activity_types import variables_of
from rewards.approvals.models import ActivationState
from rewards.formulas.candidates import prepared
from rewards.formulas.checking import read_inputs
from rewards.formulas.models import FormulaActivation, FormulaRevision, RewardFormula
from rewards.trials.counter_examples import find_only_failures, in_words
from rewards.trials.examples import refuse_broken_examples
from rewards.trials.models import GoldenExample
from rewards.trials.outcomes import newest_variables
from rewards.trials.samples import Row

log = structlog.get_logger(__name__)


class ActivatorIsAuthor(Forbidden):
    """The revision's author must not make it active; another member of staff may."""


class ActivatorIsRequester(Forbidden):
    """Who requested a revision's activation must not make it active; another person may."""


class FormulaAlwaysFails(Conflict):
    """The formula fails for all inputs that were tried."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivateFormulaCommand:
    """Make a revision calculate rewards; `number` None: the last one."""

    formula_id: UUID
    number: int | None = None
    by: Actor
    now: datetime
    expected_version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeactivateFormulaCommand:
    """Let a formula calculate no more rewards."""

    formula_id: UUID
    by: Actor
    now: datetime
    expected_version: int | None = None


@transaction.atomic
def activate_formula(command: ActivateFormulaCommand) -> RewardFormula:
    """Make a revision calculate rewards from now on; again: nothing changes.

    What was requested of this revision is approved by that.

    :raises RewardFormulaNotFound: no such formula or revision.
    :raises VersionConflict: the formula changed since `expected_version`.
    :raises ActivatorIsAuthor, ActivatorIsRequester: the site wants another person.
    :raises GoldenExamplesBroken: an example of the formula does not hold for the revision.
    :raises FormulaAlwaysFails: it failed for all inputs that were tried.
    """
    formula = RewardFormula.objects.locked(command.formula_id, command.expected_version)
    revision = formula.revision_numbered(command.number)
    if formula.active_revision_id == revision.pk:
        return formula
    asked = formula.activations.waiting().filter(revision=revision).first()
    return make_active(formula, revision, asked, command.by, command.now)


@transaction.atomic
def deactivate_formula(command: DeactivateFormulaCommand) -> RewardFormula:
    """Let a formula calculate no more rewards; again: nothing changes.

    :raises RewardFormulaNotFound: no such formula.
    :raises VersionConflict: the formula changed since `expected_version`.
    """
    formula = RewardFormula.objects.locked(command.formula_id, command.expected_version)
    if not formula.is_active:
        return formula
    log.info("formula_deactivated", formula_id=str(formula.pk))
    record_change(command.by, "Deactivated", formula, _active(formula, None))
    _end_running(formula, command.by, command.now)
    return formula.store(active_revision=None, activated_by="", activated_on=None)


def make_active(
    formula: RewardFormula,
    revision: FormulaRevision,
    asked: FormulaActivation | None,
    by: Actor,
    now: datetime,
) -> RewardFormula:
    """Make a revision active that is not; the caller locked the formula."""
    refuse_revision(formula, revision, by)
    log.info("formula_activated", formula_id=str(formula.pk), revision=revision.number)
    changes = dict(_active(formula, revision))
    if asked is not None:
        changes["request"] = f"Requested by {asked.requested_by}", "Approved"
    record_change(by, "Activated", formula, changes)
    _end_running(formula, by, now)
    if asked is None:
        asked = FormulaActivation(
            id=uuid4(),
            formula=formula,
            revision=revision,
            requested_by=name_of(by),
            requested_on=now,
        )
    settle(asked, ActivationState.APPROVED, by, now)
    return formula.store(active_revision=revision, activated_by=name_of(by), activated_on=now)


def refuse_revision(formula: RewardFormula, revision: FormulaRevision, by: Actor) -> None:
    """Refuse what this person must not make active.

    :raises ActivatorIsAuthor, ActivatorIsRequester: the site wants another person.
    :raises GoldenExamplesBroken, FormulaAlwaysFails: the revision must not be active.
    """
    if refusal := person_refused(revision, by):
        raise refusal
    refuse_broken_examples(revision)
    refuse_always_failing(formula, revision)


def refuse_always_failing(formula: RewardFormula, revision: FormulaRevision) -> None:
    """Refuse a revision that never has a value, as far as that can be found.

    :raises FormulaAlwaysFails: it fails for all inputs that were tried; one is named. A golden
        example for which it has a value proves the opposite.
    """
    variables = variables_of(formula.activity_type)
    found = find_only_failures(prepared(revision.pk), variables, _known_inputs(formula))
    if found is not None:
        raise FormulaAlwaysFails(
            f"{str(revision).capitalize()} has no value for any of the inputs that were tried: it "
            f"{found.outcome}{in_words(found.inputs)}. If it has one, add it as a golden example."
        )


def _known_inputs(formula: RewardFormula) -> Iterator[Row]:
    for example in GoldenExample.objects.filter(formula=formula):
        yield read_inputs(example.inputs)
    yield from newest_variables(formula)


def person_refused(revision: FormulaRevision, by: Actor) -> Forbidden | None:
    """Return why this person must not make a revision active; None: they may.

    A request that another person did not approve counts for as long as the revision exists, so to
    withdraw it is no way round the second person.
    """
    if not site.ACTIVATION_NEEDS_ANOTHER:
        return None
    if revision.created_by == name_of(by):
        return ActivatorIsAuthor()
    requested = FormulaActivation.objects.filter(revision=revision, requested_by=name_of(by))
    is_own = requested.exclude(state=ActivationState.APPROVED).exists()
    return ActivatorIsRequester() if is_own else None


def settle(
    asked: FormulaActivation, state: ActivationState, by: Actor, now: datetime, reason: str = ""
) -> None:
    """Store what became of an activation; the caller locked its formula."""
    asked.state, asked.reason = state, reason
    asked.settled_by, asked.settled_on = name_of(by), now
    asked.save()


def _end_running(formula: RewardFormula, by: Actor, now: datetime) -> None:
    formula.activations.running().update(ended_by=name_of(by), ended_on=now)


def _active(formula: RewardFormula, revision: FormulaRevision | None) -> Changes:
    before = formula.active_revision
    numbers = (before.number if before else None, revision.number if revision else None)
    return {"active_revision": numbers}
