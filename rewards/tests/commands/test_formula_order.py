"""Putting formulas into an order…"""

from uuid import UUID, uuid4

import pytest

from foundation.messaging.tests.play.racing import race
from foundation.records.audit import Actor
from programs.tests.factories import MarketingProgramFactory
from rewards.formulas.commands import create_formula
from rewards.formulas.ordering import (
    MoveFormulasCommand,
    OrderIncomplete,
    ReorderFormulasCommand,
    move_formulas,
    reorder_formulas,
)
from rewards.models import RewardFormula
from rewards.tests.factories import creation, draft_formula

pytestmark = pytest.mark.django_db


def test_puts_formulas_into_another_order_of_all_once_each():
    program = MarketingProgramFactory.create()
    one, two, three = (draft_formula(program_id=program.pk) for _ in range(3))
    other_type = draft_formula(
        program_id=program.pk, activity_type="QuizActivity", expression="1", coefficients={}
    )

    def ordered(*ids: UUID) -> list[RewardFormula]:
        command = ReorderFormulasCommand(
            by=Actor("bob"), program_id=program.pk, activity_type="SportActivity", formula_ids=ids
        )
        return list(reorder_formulas(command))

    for ids in ([one.pk], [one.pk] * 3, [one.pk, two.pk, three.pk, uuid4()]):
        with pytest.raises(OrderIncomplete):
            ordered(*ids)
    order = [three.pk, two.pk, one.pk]
    found = [ordered(*order) for _ in range(2)][-1]

    stored = RewardFormula.objects.of(program.pk, "SportActivity")
    assert [each.pk for each in found] == [each.pk for each in stored] == order
    assert [each.version for each in found] == [2, 1, 2]
    assert other_type.position == 1


@pytest.mark.parametrize(
    ("chosen", "is_later", "order"),
    [("B", False, "BACD"), ("B", True, "ACBD"), ("A", False, "ABCD"), ("D", True, "ABCD"),
     ("CD", True, "ABCD"), ("AC", False, "ACBD"), ("AB", True, "CABD"), ("BCD", False, "BCDA")],
)  # fmt: skip
def test_moves_formulas_by_a_place_and_keeps_their_order_among_themselves(
    chosen: str, is_later: bool, order: str
):
    program = MarketingProgramFactory.create().pk
    named = {name: draft_formula(program_id=program, name=name) for name in "ABCD"}
    ids = [named[name].pk for name in chosen]

    moved = move_formulas(MoveFormulasCommand(formula_ids=ids, is_later=is_later, by=Actor("bob")))

    found = RewardFormula.objects.of(program, "SportActivity")
    assert "".join(each.name for each in found) == order
    assert {each.name for each in moved} == {
        name for name in chosen if "ABCD".index(name) != order.index(name)
    }


@pytest.mark.django_db(transaction=True)
def test_moves_a_formula_while_another_is_added():
    formula = draft_formula()
    program_id = formula.program_id

    command = MoveFormulasCommand(formula_ids=[formula.pk], is_later=True, by=Actor("bob"))
    [moved] = race(
        lambda: create_formula(creation(program_id=program_id)), lambda: move_formulas(command)
    )

    assert (moved.pk, moved.position) == (formula.pk, 2)
