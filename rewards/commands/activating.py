"""Making a formula's revision calculate rewards, and ending that."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import structlog
from django.conf import settings as site
from django.db import transaction

from records.audit import Actor, Changes, name_of, record_change
from records.refusals import Forbidden
from rewards.commands.examples import refuse_broken_examples
from rewards.models import FormulaRevision, RewardFormula

log = structlog.get_logger(__name__)


class ActivatorIsAuthor(Forbidden):
    """The revision's author must not make it active; another member of staff may."""


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
    expected_version: int | None = None


@transaction.atomic
def activate_formula(command: ActivateFormulaCommand) -> RewardFormula:
    """Make a revision calculate rewards from now on; again: nothing changes.

    :raises RewardFormulaNotFound: no such formula or revision.
    :raises VersionConflict: the formula changed since `expected_version`.
    :raises ActivatorIsAuthor: the actor saved the revision, and the site wants two persons.
    :raises GoldenExamplesBroken: an example of the formula does not hold for the revision.
    """
    formula = RewardFormula.objects.locked(command.formula_id, command.expected_version)
    revision = formula.revision_numbered(command.number)
    if formula.active_revision_id == revision.pk:
        return formula
    if site.REWARD_ACTIVATOR_MUST_DIFFER and revision.created_by == command.by.name:
        raise ActivatorIsAuthor
    refuse_broken_examples(revision)
    log.info(
        "formula_activated",
        formula_id=str(formula.pk),
        revision=revision.number,
        actor=command.by.name,
    )
    record_change(command.by, "Activated", formula, _activation(formula, revision))
    return formula.store(
        active_revision=revision, activated_by=name_of(command.by), activated_on=command.now
    )


@transaction.atomic
def deactivate_formula(command: DeactivateFormulaCommand) -> RewardFormula:
    """Let a formula calculate no more rewards; again: nothing changes.

    :raises RewardFormulaNotFound: no such formula.
    :raises VersionConflict: the formula changed since `expected_version`.
    """
    formula = RewardFormula.objects.locked(command.formula_id, command.expected_version)
    if not formula.is_active:
        return formula
    log.info("formula_deactivated", formula_id=str(formula.pk), actor=command.by.name)
    record_change(command.by, "Deactivated", formula, _activation(formula, None))
    return formula.store(active_revision=None, activated_by="", activated_on=None)


def _activation(formula: RewardFormula, revision: FormulaRevision | None) -> Changes:
    before = formula.active_revision
    return {
        "active_revision": (
            before.number if before else None,
            revision.number if revision else None,
        )
    }
