"""Commands that order formulas: the first that suits an activity decides its reward."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import structlog
from django.db import transaction
from django.db.models import F

from foundation.records.audit import CHANGED, Actor, record_all
from foundation.records.refusals import Invalid
from programs.activity_types import titles
from programs.programs.models import MarketingProgram
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
class MoveFormulasCommand:
    """Let formulas be tried one place earlier, or later; they keep their order among themselves."""

    formula_ids: Sequence[UUID]
    is_later: bool
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
        before = sorted(known.values(), key=lambda each: each.position)
        _record(command.by, program, before, ordered)
    # First out of the way, because positions are unique after each statement.
    of_type.filter(pk__in=moved).update(position=F("position") + _ASIDE)
    return [each.store_differing(position=moved.get(each.pk)) for each in ordered]


def _record(
    by: Actor | None,
    program: MarketingProgram,
    before: Sequence[RewardFormula],
    after: Sequence[RewardFormula],
) -> None:
    """Write the order to the program's history, and its place to that of each moved formula."""
    names = [str(each) for each in before], [str(each) for each in after]
    order = {"formulas": names} if names[0] != names[1] else {}  # names may be alike
    places = ((each, (each.position, n)) for n, each in enumerate(after, start=1))
    moved = [(CHANGED, each, {"position": pair}) for each, pair in places if pair[0] != pair[1]]
    record_all(by, [("Reordered formulas", program, order), *moved])


@transaction.atomic
def move_formulas(command: MoveFormulasCommand) -> list[RewardFormula]:
    """Move formulas among those of their program and type; return those that are elsewhere now.

    :raises RewardFormulaNotFound: no such formula.
    """
    chosen = RewardFormula.objects.filter(pk__in=command.formula_ids)
    programs = MarketingProgram.objects.filter(pk__in=chosen.values("program"))
    # As those do that add a formula or change the order: it is read when it stays as it is.
    list(programs.order_by("pk").select_for_update(no_key=True))
    before = dict(chosen.values_list("pk", "position"))
    for order in orders_of_move(command):
        reorder_formulas(order)
    return [each for each in chosen if each.position != before[each.pk]]


def orders_of_move(command: MoveFormulasCommand) -> list[ReorderFormulasCommand]:
    """Return the whole order, of each program and type, that a move makes; none that stays.

    :raises RewardFormulaNotFound: no such formula.
    """
    formulas = [RewardFormula.objects.get_or_refuse(pk) for pk in command.formula_ids]
    orders = []
    for program_id, kind in sorted({(each.program_id, each.activity_type) for each in formulas}):
        before = list(RewardFormula.objects.of(program_id, kind).values_list("pk", flat=True))
        if (after := _moved(before, command)) != before:
            orders.append(
                ReorderFormulasCommand(
                    program_id=program_id, activity_type=kind, formula_ids=after, by=command.by
                )
            )
    return orders


def _moved(ids: Sequence[UUID], command: MoveFormulasCommand) -> list[UUID]:
    """Return the ids with each chosen one a place on, unless chosen ones, or the end, are there."""
    chosen = set(command.formula_ids)
    after = list(reversed(ids) if command.is_later else ids)
    for place in range(1, len(after)):
        if after[place] in chosen and after[place - 1] not in chosen:
            after[place - 1], after[place] = after[place], after[place - 1]
    return after[::-1] if command.is_later else after


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
