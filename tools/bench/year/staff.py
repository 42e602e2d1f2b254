"""What staff do about formulas and limits, in the product."""

from datetime import datetime
from typing import Any
from uuid import UUID

from tools.bench.year.facts import Limit
from tools.bench.year.formulas import Rule
from tools.bench.year.founding import TYPE
from tools.bench.year.world import World


def save_formula(world: World, rule: Rule, now: datetime, *, is_new: bool) -> None:
    from foundation.records.audit import Actor
    from rewards.formulas.commands import (
        ChangeFormulaCommand,
        CreateFormulaCommand,
        change_formula,
        create_formula,
    )

    common: Any = {"formula_id": rule.formula_id, "by": Actor("ann"), "now": now, **rule.texts}
    if not is_new:
        world.do(lambda: change_formula(ChangeFormulaCommand(**common)))
        return
    command = CreateFormulaCommand(
        program_id=world.program_id,
        activity_type=TYPE,
        name="A formula",
        valid_from=rule.valid_from,
        valid_until=rule.valid_until,
        **common,
    )
    world.do(lambda: create_formula(command))


def activate(world: World, formula_id: UUID, now: datetime) -> str:
    """Make the last revision active: requested by one, approved by another, or at once."""
    from foundation.records.audit import Actor
    from rewards.activation.activating import ActivateFormulaCommand, activate_formula
    from rewards.activation.requests import (
        ApproveActivationCommand,
        RequestActivationCommand,
        approve_activation,
        request_activation,
    )
    from rewards.models import FormulaActivation, RewardFormula

    if world.chance.random() < 0.5:
        direct = ActivateFormulaCommand(formula_id=formula_id, by=Actor("bob"), now=now)
        return world.do(lambda: activate_formula(direct))
    asked = RequestActivationCommand(formula_id=formula_id, by=Actor("ann"), now=now)
    if refused := world.do(lambda: request_activation(asked)):
        return refused
    request = FormulaActivation.objects.waiting().get(formula=formula_id)
    number = RewardFormula.objects.get(pk=formula_id).revision.number
    approval = ApproveActivationCommand(
        formula_id=formula_id, activation_id=request.pk, number=number, by=Actor("bob"), now=now
    )
    return world.do(lambda: approve_activation(approval))


def put_limit(world: World, limit: Limit, now: datetime) -> None:
    from foundation.records.audit import Actor
    from rewards.limits.commands import PutLimitCommand, put_limit

    command = PutLimitCommand(
        limit_id=limit.limit_id,
        program_id=world.program_id,
        scope="All" if limit.is_budget else "Participant",
        period=limit.period,
        unit=limit.unit,
        most=limit.most,
        by=Actor("ann"),
        now=now,
    )
    world.do(lambda: put_limit(command))


def remove_limit(world: World, limit_id: UUID) -> None:
    from foundation.records.audit import Actor
    from rewards.limits.commands import RemoveLimitCommand, remove_limit

    command = RemoveLimitCommand(limit_id=limit_id, by=Actor("ann"))
    world.do(lambda: remove_limit(command))
