"""Commands that order formulas: the first that suits an activity decides its reward."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

import structlog
from django.db import transaction
from django.db.models import F

from foundation.records.audit import CHANGED, Actor, part_of, record_change
from foundation.records.refusals import Invalid
from programs.activity_types import titles
from programs.models import MarketingProgram
from rewards.approvals.commands import OrderKind
from rewards.formulas.models import RewardFormula

log = structlog.get_logger(__name__)

_ASIDE = 1_000_000_000


class OrderIncomplete(Invalid):
    """An order names every formula of the program and type, each once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReorderFormulasCommand:
    """Put the formulas of a program and type into the order in which they are tried."""

    program_id: UUID
    activity_type: str
    formula_ids: Sequence[UUID]
    by: Actor | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveFormulaCommand:
    """Move a formula by so many places: -1 is tried earlier by one."""

    formula_id: UUID
    places: int
    by: Actor


@transaction.atomic
def reorder_formulas(command: ReorderFormulasCommand) -> list[RewardFormula]:
    """Put the formulas of a program and type into this order; return them so.

    :raises MarketingProgramNotFound: no such program.
    :raises OrderIncomplete: a formula is missing, there twice, or of another program or type.
    """
    program = MarketingProgram.objects.select_for_update(no_key=True).get_or_refuse(
        command.program_id
    )
    of_type = RewardFormula.objects.of(command.program_id, command.activity_type)
    known = {formula.pk: formula for formula in of_type.select_for_update(of=("self",))}
    if sorted(command.formula_ids) != sorted(known):
        raise OrderIncomplete(
            errors={"formulaIds": f"must be the {len(known)} formulas, once each"}
        )
    ordered = [known[pk] for pk in command.formula_ids]
    moved = {each.pk: n for n, each in enumerate(ordered, start=1) if each.position != n}
    if moved:
        log.info(
            "formulas_reordered",
            program_id=str(command.program_id),
            activity_type=command.activity_type,
            formula_ids=[str(pk) for pk in command.formula_ids],
        )
        names = [str(each) for each in sorted(known.values(), key=lambda each: each.position)]
        order = {"formulas": (names, [str(each) for each in ordered])}
        record_change(command.by, "Reordered formulas", program, order)
    # First out of the way, because positions are unique after each statement.
    of_type.filter(pk__in=moved).update(position=F("position") + _ASIDE)
    return [each.store_differing(position=moved.get(each.pk)) for each in ordered]


def orders_after(moves: Sequence[MoveFormulaCommand]) -> list[ReorderFormulasCommand]:
    """Return the whole orders, of each program and type, that these moves make, one after another.

    What stays as it is is left out.

    :raises RewardFormulaNotFound: no such formula.
    """
    before: dict[tuple[UUID, str], list[UUID]] = {}
    after: dict[tuple[UUID, str], list[UUID]] = {}
    for move in moves:
        formula = RewardFormula.objects.get_or_refuse(move.formula_id)
        key = formula.program_id, formula.activity_type
        if key not in before:
            before[key] = list(RewardFormula.objects.of(*key).values_list("pk", flat=True))
            after[key] = list(before[key])
        place = after[key].index(formula.pk)
        after[key].remove(formula.pk)
        after[key].insert(max(0, place + move.places), formula.pk)
    return [
        ReorderFormulasCommand(
            program_id=program_id, activity_type=kind, formula_ids=ids, by=moves[0].by
        )
        for (program_id, kind), ids in after.items()
        if ids != before[program_id, kind]
    ]


@transaction.atomic
def move_formula(command: MoveFormulaCommand) -> RewardFormula:
    """Move a formula among those of its program and type; at an end it stays there.

    :raises RewardFormulaNotFound: no such formula.
    """
    formula = RewardFormula.objects.get_or_refuse(command.formula_id)
    # As those do that add a formula or change the order: it is read when it stays as it is.
    MarketingProgram.objects.select_for_update(no_key=True).get_or_refuse(formula.program_id)
    formula.refresh_from_db()
    before = formula.position
    for order in orders_after([command]):
        reorder_formulas(replace(order, by=part_of(command.by)))
    formula.refresh_from_db()
    record_change(command.by, CHANGED, formula, {"position": (before, formula.position)})
    return formula


# The order of formulas, as an order that needs a second person.


def _in_words(order: ReorderFormulasCommand) -> str:
    names = RewardFormula.objects.in_bulk(list(order.formula_ids))
    listed = ", ".join(names[each].name for each in order.formula_ids)
    return f"Formulas of {dict(titles())[order.activity_type]} are tried in this order: {listed}"


REORDERING = OrderKind(
    command=ReorderFormulasCommand,
    do=reorder_formulas,
    role="rewards.activate",
    readers=("rewards.read", "rewards.edit", "rewards.activate"),
    words=_in_words,
    about=lambda order: MarketingProgram.objects.get_or_refuse(order.program_id),
    changes=lambda approval: (MarketingProgram, approval.program_id),
    takes_now=False,
)
