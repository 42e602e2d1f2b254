"""Changing a formula, and the revisions it leaves…"""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from foundation.messaging.tests.play.racing import race
from foundation.records.audit import Actor
from foundation.records.models import AuditEntry, IdTaken
from programs.activity_types import ActivityTypeUnknown, variables_of
from programs.programs.models import MarketingProgramNotFound
from programs.tests.factories import MarketingProgramFactory
from rewards.formulas.commands import (
    FormulaInvalid,
    ValidityInvalid,
    ValidityIsLive,
    create_formula,
)
from rewards.formulas.ordering import (
    MoveFormulasCommand,
    OrderIncomplete,
    ReorderFormulasCommand,
    move_formulas,
    reorder_formulas,
)
from rewards.models import FormulaRevision, RewardFormula, RewardFormulaNotFound
from rewards.tests.factories import NOW, active_formula, change, creation, draft_formula

pytestmark = pytest.mark.django_db


def test_makes_a_change_of_texts_a_new_revision_and_keeps_the_others():
    formula = draft_formula(valid_from=NOW)
    same = change(formula, expression="distance * coeff('rate')", name="By distance")
    assert same.version == 1

    changed = change(formula, expression="1", name="Flat")
    change(formula, valid_until=NOW + timedelta(days=1))
    valid = change(formula, valid_from=None)

    numbers = FormulaRevision.objects.order_by("number").values_list("number", "expression")
    assert list(numbers) == [(1, "distance * coeff('rate')"), (2, "1")]
    assert (changed.name, changed.revision.number, changed.version) == ("Flat", 2, 2)
    assert changed.revision.coefficients == {"rate": "1.5"}
    assert changed.revision.created_by == "bob"
    assert (valid.valid_from, valid.valid_until) == (None, NOW + timedelta(days=1))


def test_leaves_the_validity_of_an_active_formula_to_those_who_activate():
    formula = active_formula(draft_formula().program_id)
    tomorrow = NOW + timedelta(days=1)

    with pytest.raises(ValidityIsLive):
        change(formula, valid_until=tomorrow, name="Other")

    formula.refresh_from_db()
    assert (formula.valid_until, formula.name) == (None, "By distance")
    assert change(formula, valid_until=None, name="Other").name == "Other"
    assert change(formula, valid_until=tomorrow, may_activate=True).valid_until == tomorrow


def test_refuses_to_change_what_is_not_there():
    with pytest.raises(RewardFormulaNotFound):
        change(RewardFormula(pk=uuid4()))


@pytest.mark.parametrize("statement", ["UPDATE {} SET number = 9", "DELETE FROM {}"])
def test_keeps_revisions_in_the_database_for_ever(statement):
    active_formula()

    with (
        pytest.raises(IntegrityError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement.format("rewards_formularevision"))

    assert FormulaRevision.objects.get().number == 1


def test_creates_a_formula_once_that_is_not_active_after_the_others():
    first = draft_formula()
    command = creation(program_id=first.program_id)

    created = [create_formula(command) for _ in range(2)]

    second = created[0].record
    assert [each.is_new for each in created] == [True, False]
    assert (first.position, second.position, second.is_active) == (1, 2, False)
    revision = FormulaRevision.objects.get(formula=second)
    assert (revision.number, revision.created_by, revision.created_on) == (1, "ann", NOW)
    for changed in (replace(command, name="Other"), replace(command, expression="1")):
        with pytest.raises(IdTaken):
            create_formula(changed)
    assert FormulaRevision.objects.count() == 2


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"program_id": uuid4}, MarketingProgramNotFound),
        ({"activity_type": lambda: "Chess"}, ActivityTypeUnknown),
        ({"valid_from": lambda: NOW, "valid_until": lambda: NOW}, ValidityInvalid),
    ],
    ids=["program", "type", "validity"],
)
def test_refuses_to_create(changes, refusal):
    with pytest.raises(refusal):
        draft_formula(**{name: make() for name, make in changes.items()})

    assert not RewardFormula.objects.exists()


@pytest.mark.parametrize(
    ("changes", "errors"),
    [
        (
            {"expression": "1 +\ndistanse"},
            {
                "expression": "line 2, column 1: unknown variable 'distanse'; "
                "did you mean 'distance'?"
            },
        ),
        (
            {"expression": "quiz_id"},
            {
                "expression": "line 1, column 1: unknown variable 'quiz_id'; "
                f"there are {', '.join(variables_of('SportActivity'))}; "
                "a text stands in quotes: 'quiz_id'"
            },
        ),
        (
            {"settings": {"__where": "1 +"}},
            {"settings": "line 1, column 4: unexpected the end; a value is missing after +"},
        ),
        (
            {"settings": {"__were": True, "_where": "1"}},
            {"settings": "unknown setting '_where'; did you mean '__where'?"},
        ),
        ({"settings": []}, {"settings": "settings are a JSON object"}),
        ({"coefficients": {"rate": 2}}, {"coefficients": "the coefficient 'rate' is not a text"}),
        ({"coefficients": {"": "2"}}, {"coefficients": "a coefficient has a name"}),
        (
            {"coefficients": {"rate": "2" * 20_001}},
            {"coefficients": "coefficients have at most 20000 characters"},
        ),
        (
            {"expression": "(", "coefficients": {"rate": 2}},
            {
                "expression": "line 1, column 2: unexpected the end; a value is missing after (",
                "coefficients": "the coefficient 'rate' is not a text",
            },
        ),
    ],
    ids=lambda value: str(value)[:40],
)
def test_refuses_texts_that_cannot_be_read_and_says_where(changes, errors):
    with pytest.raises(FormulaInvalid) as refusal:
        draft_formula(**changes)

    assert refusal.value.errors == errors
    assert not RewardFormula.objects.exists()


def rows() -> list[tuple[str, Any]]:
    """Return what was done since the formula was created, and what changed by that."""
    found = AuditEntry.objects.order_by("id").exclude(action="Created")
    return [(each.action, each.changes) for each in found]


def test_of_texts_and_of_a_validity():
    formula = draft_formula()

    change(formula, settings={"__where": "distance > 1"}, coefficients={"rate": "2"})
    change(formula, valid_until=NOW + timedelta(days=1))

    assert rows() == [
        (
            "Changed",
            {
                "revision": [1, 2],
                "settings": [{}, {"__where": "distance > 1"}],
                "coefficients": [{"rate": "1.5"}, {"rate": "2"}],
            },
        ),
        ("Changed", {"valid_until": [None, "2026-05-18T09:30:00Z"]}),
    ]


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
def test_moves_formulas_by_a_place_and_keeps_their_order_among_themselves(chosen, is_later, order):
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
