"""Commands that write formulas. What is saved never changes a reward before it is made active."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from foundation.records.audit import (
    CHANGED,
    CREATED,
    Actor,
    created_fields,
    name_of,
    old_and_new,
    record_change,
    record_deed,
)
from foundation.records.models import UNCHANGED, Creation, IdTaken, Unchanged, create_once
from foundation.records.refusals import Forbidden, Invalid
from programs.programs.models import MarketingProgram
from rewards.approvals.models import ActivationState
from rewards.formulas.checking import COEFFICIENTS, EXPRESSION, SETTINGS, Fault, faults_of
from rewards.formulas.models import FormulaRevision, RewardFormula

TEXTS = (EXPRESSION, SETTINGS, COEFFICIENTS)
VALIDITY = ("valid_from", "valid_until")


class FormulaInvalid(Invalid):
    """The formula cannot be read: `errors` has what is wrong, and where."""

    def __init__(self, faults: Sequence[Fault] = ()) -> None:
        super().__init__("", {fault.field: str(fault) for fault in reversed(faults)})
        self.faults = tuple(faults)


class ValidityInvalid(Invalid):
    """A formula is valid until after it is valid from."""


class ValidityIsLive(Forbidden):
    """The formula is active: when it is valid is changed by those who may make it active."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateFormulaCommand:
    """Save a new formula, after those of its program and type; it is not active."""

    formula_id: UUID
    program_id: UUID
    activity_type: str
    name: str
    expression: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    coefficients: Mapping[str, str] = field(default_factory=dict)
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    by: Actor
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeFormulaCommand:
    """Change a formula; None leaves a field as it is, but validity None: no bound.

    Other texts are a new revision, which is not active. They outdate a request that waits for its
    approval, as another validity does. `may_activate`: they may make formulas
    active, and so may change when an active one is valid.
    """

    formula_id: UUID
    name: str | None = None
    expression: str | None = None
    settings: Mapping[str, Any] | None = None
    coefficients: Mapping[str, str] | None = None
    valid_from: datetime | Unchanged | None = UNCHANGED
    valid_until: datetime | Unchanged | None = UNCHANGED
    by: Actor
    may_activate: bool = False
    now: datetime
    expected_version: int | None = None


@transaction.atomic
def create_formula(command: CreateFormulaCommand) -> Creation[RewardFormula]:
    """Save a new formula, or find it where the same command created it before.

    :raises MarketingProgramNotFound: no such program.
    :raises ActivityTypeUnknown: no such type.
    :raises FormulaInvalid: a text cannot be read.
    :raises ValidityInvalid: it ends before it begins.
    :raises IdTaken: there is a formula of that id with other data.
    """
    MarketingProgram.objects.select_for_update(no_key=True).get_or_refuse(command.program_id)
    _refuse_texts(command.activity_type, {name: getattr(command, name) for name in TEXTS})
    _refuse_validity(command.valid_from, command.valid_until)
    formula, revision = _new_formula(command)
    created = create_once(
        formula, "program_id", "activity_type", "name", "valid_from", "valid_until"
    )
    if created.is_new:
        revision.save(force_insert=True)
        texts = {name: (None, getattr(command, name)) for name in TEXTS}
        record_deed(command.by, CREATED, formula, {**created_fields(formula), **texts})
    elif _differing_texts(created.record.revision, command):
        raise IdTaken
    return created


@transaction.atomic
def change_formula(command: ChangeFormulaCommand) -> RewardFormula:
    """Change a formula; other texts are a new revision.

    :raises RewardFormulaNotFound: no such formula.
    :raises VersionConflict: the formula changed since `expected_version`.
    :raises ValidityIsLive: it is active, and the actor may not change when it is valid.
    :raises FormulaInvalid: a text cannot be read.
    :raises ValidityInvalid: it ends before it begins.
    """
    formula = RewardFormula.objects.locked(command.formula_id, command.expected_version)
    changes = formula.differing(name=command.name)
    for name in VALIDITY:
        wanted = getattr(command, name)
        if wanted is not UNCHANGED and wanted != getattr(formula, name):
            changes[name] = wanted
    if formula.is_active and not command.may_activate and changes.keys() & set(VALIDITY):
        raise ValidityIsLive
    _refuse_validity(
        changes.get("valid_from", formula.valid_from),
        changes.get("valid_until", formula.valid_until),
    )
    audited, present = dict(old_and_new(formula, **changes)), formula.revision
    if texts := _differing_texts(present, command):
        changes["revision"] = following = _next_revision(formula, texts, command)
        audited["revision"] = present.number, following.number
        audited |= {name: (getattr(present, name), text) for name, text in texts.items()}
    if changes.keys() - {"name"} and (outdated := _outdate(formula, command)):
        audited["requested_revision"] = outdated, None
    record_change(command.by, CHANGED, formula, audited)
    return formula.store(**changes) if changes else formula


def _outdate(formula: RewardFormula, command: ChangeFormulaCommand) -> int | None:
    """End the request that waits, and return the number of its revision.

    Who approves must see what the formula became.
    """
    waiting = formula.activations.waiting().select_related("revision").first()
    if waiting is None:
        return None
    settled = {"settled_by": name_of(command.by), "settled_on": command.now}
    formula.activations.waiting().update(state=ActivationState.OUTDATED, **settled)
    return waiting.revision.number


def _new_formula(command: CreateFormulaCommand) -> tuple[RewardFormula, FormulaRevision]:
    """Return a formula and its first revision; the foreign keys are checked at the commit."""
    of_type = RewardFormula.objects.of(command.program_id, command.activity_type)
    last = of_type.aggregate(last=Max("position"))["last"] or 0
    revision = FormulaRevision(
        formula_id=command.formula_id,
        number=1,
        expression=command.expression,
        settings=dict(command.settings),
        coefficients=dict(command.coefficients),
        created_by=name_of(command.by),
        created_on=command.now,
    )
    formula = RewardFormula(
        pk=command.formula_id,
        program_id=command.program_id,
        activity_type=command.activity_type,
        name=command.name,
        position=last + 1,
        valid_from=command.valid_from,
        valid_until=command.valid_until,
        revision_id=revision.pk,
        created_on=command.now,
        updated_on=command.now,
    )
    return formula, revision


def _next_revision(
    formula: RewardFormula, texts: Mapping[str, Any], command: ChangeFormulaCommand
) -> FormulaRevision:
    present = formula.revision
    wanted = {name: getattr(present, name) for name in TEXTS} | dict(texts)
    _refuse_texts(formula.activity_type, wanted)
    return FormulaRevision.objects.create(
        formula=formula,
        number=present.number + 1,
        created_by=name_of(command.by),
        created_on=command.now,
        **wanted,
    )


def _differing_texts(
    revision: FormulaRevision, command: CreateFormulaCommand | ChangeFormulaCommand
) -> dict[str, Any]:
    wanted = {name: getattr(command, name) for name in TEXTS}
    return {
        name: text
        for name, text in wanted.items()
        if text is not None and text != getattr(revision, name)
    }


def _refuse_texts(activity_type: str, texts: Mapping[str, Any]) -> None:
    if faults := list(faults_of(activity_type, **texts)):
        raise FormulaInvalid(faults)


def _refuse_validity(valid_from: datetime | None, valid_until: datetime | None) -> None:
    if valid_from is not None and valid_until is not None and valid_until <= valid_from:
        raise ValidityInvalid(errors={"validUntil": "must be after validFrom"})
