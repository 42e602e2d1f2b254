"""Saving, activating and ordering formulas…"""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from structlog.testing import capture_logs

from messaging.tests.play.racing import race
from programs.activity_types import ActivityTypeUnknown
from programs.models import MarketingProgramNotFound
from programs.tests.factories import MarketingProgramFactory
from records.creating import IdTaken
from records.refusals import VersionConflict
from rewards.commands.formula_order import (
    MoveFormulaCommand,
    OrderIncomplete,
    ReorderFormulasCommand,
    move_formula,
    reorder_formulas,
)
from rewards.commands.formulas import (
    ActivateFormulaCommand,
    ActivatorIsAuthor,
    ChangeFormulaCommand,
    DeactivateFormulaCommand,
    FormulaInvalid,
    ValidityInvalid,
    ValidityIsLive,
    activate_formula,
    change_formula,
    create_formula,
    deactivate_formula,
)
from rewards.models import FormulaRevision, RewardFormula, RewardFormulaNotFound
from rewards.tests.factories import NOW, active_formula, creation, draft_formula

pytestmark = pytest.mark.django_db


def change(formula: RewardFormula, **changes: Any) -> RewardFormula:
    return change_formula(
        ChangeFormulaCommand(
            **{"formula_id": formula.pk, "actor": "bob", "now": NOW, **changes},
        )
    )


def activate(formula: RewardFormula, **changes: Any) -> RewardFormula:
    return activate_formula(
        ActivateFormulaCommand(
            **{"formula_id": formula.pk, "actor": "bob", "now": NOW, **changes},
        )
    )


def test_creates_a_formula_that_is_not_active_after_the_others():
    first = draft_formula()

    second = draft_formula(program_id=first.program_id)

    assert (first.position, second.position) == (1, 2)
    assert not second.is_active
    revision = FormulaRevision.objects.get(formula=second)
    assert (revision.number, revision.created_by, revision.created_on) == (1, "ann", NOW)


def test_creates_once_however_often_it_is_repeated():
    command = creation()

    created = [create_formula(command) for _ in range(2)]

    assert [each.is_new for each in created] == [True, False]
    assert FormulaRevision.objects.count() == 1


@pytest.mark.parametrize("changes", [{"name": "Other"}, {"expression": "1"}])
def test_refuses_to_create_a_known_id_with_other_data(changes):
    formula = draft_formula()

    with pytest.raises(IdTaken):
        create_formula(creation(formula_id=formula.pk, program_id=formula.program_id, **changes))

    assert FormulaRevision.objects.count() == 1


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
        ({"expression": "quiz_id"}, {"expression": "line 1, column 1: unknown variable 'quiz_id'"}),
        ({"settings": {"__where": "1 +"}}, {"settings": "line 1, column 4: unexpected the end"}),
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
                "expression": "line 1, column 2: unexpected the end",
                "coefficients": "the coefficient 'rate' is not a text",
            },
        ),
    ],
    ids=[
        "expression",
        "variable of another type",
        "where",
        "setting",
        "settings",
        "number",
        "nameless",
        "long",
        "two",
    ],
)
def test_refuses_texts_that_cannot_be_read_and_says_where(changes, errors):
    with pytest.raises(FormulaInvalid) as refusal:
        draft_formula(**changes)

    assert refusal.value.errors == errors
    assert not RewardFormula.objects.exists()


def test_makes_a_change_of_texts_a_new_revision_and_keeps_the_others():
    formula = draft_formula()

    changed = change(formula, expression="1", name="Flat")

    numbers = FormulaRevision.objects.order_by("number").values_list("number", "expression")
    assert list(numbers) == [(1, "distance * coeff('rate')"), (2, "1")]
    assert (changed.name, changed.revision.number, changed.version) == ("Flat", 2, 2)
    assert changed.revision.coefficients == {"rate": "1.5"}
    assert changed.revision.created_by == "bob"


def test_makes_no_revision_where_nothing_differs():
    formula = draft_formula()

    changed = change(formula, expression="distance * coeff('rate')", name="By distance")

    assert changed.version == 1
    assert FormulaRevision.objects.count() == 1


def test_changes_validity_without_a_revision():
    formula = draft_formula(valid_from=NOW)

    change(formula, valid_until=NOW + timedelta(days=1))
    changed = change(formula, valid_from=None)

    assert (changed.valid_from, changed.valid_until) == (None, NOW + timedelta(days=1))
    assert FormulaRevision.objects.count() == 1


def test_leaves_the_validity_of_an_active_formula_to_those_who_activate():
    formula = active_formula(draft_formula().program_id)
    tomorrow = NOW + timedelta(days=1)

    with pytest.raises(ValidityIsLive):
        change(formula, valid_until=tomorrow, name="Other")

    formula.refresh_from_db()
    assert (formula.valid_until, formula.name) == (None, "By distance")
    assert change(formula, valid_until=None, name="Other").name == "Other"
    assert change(formula, valid_until=tomorrow, may_activate=True).valid_until == tomorrow


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"expected_version": 7}, VersionConflict),
        ({"expression": "oops"}, FormulaInvalid),
        ({"valid_from": NOW, "valid_until": NOW}, ValidityInvalid),
    ],
    ids=["version", "expression", "validity"],
)
def test_refuses_a_change_and_changes_nothing(changes, refusal):
    formula = draft_formula()

    with pytest.raises(refusal):
        change(formula, **changes)

    formula.refresh_from_db()
    assert (formula.version, FormulaRevision.objects.count()) == (1, 1)


def test_refuses_to_change_what_is_not_there():
    with pytest.raises(RewardFormulaNotFound):
        change(RewardFormula(pk=uuid4()))


def test_makes_the_last_revision_active_and_not_those_saved_later():
    formula = draft_formula()
    active = activate(formula)

    changed = change(formula, expression="1")

    assert (active.activated_by, active.activated_on) == ("bob", NOW)
    assert changed.active_revision is not None
    assert (changed.active_revision.number, changed.revision.number) == (1, 2)


def test_makes_an_earlier_revision_active():
    formula = draft_formula()
    change(formula, expression="1")
    activate(formula)

    back = activate(formula, number=1)

    assert back.active_revision is not None
    assert (back.active_revision.number, back.revision.number) == (1, 2)


def test_activates_and_deactivates_once():
    formula = draft_formula()

    versions = [activate(formula).version for _ in range(2)]
    off = DeactivateFormulaCommand(formula_id=formula.pk, actor="bob")
    versions += [deactivate_formula(off).version for _ in range(2)]

    assert versions == [2, 2, 3, 3]
    assert not deactivate_formula(off).is_active


def test_refuses_to_activate_a_revision_that_is_not_there():
    formula = draft_formula()

    with pytest.raises(RewardFormulaNotFound):
        activate(formula, number=2)

    formula.refresh_from_db()
    assert not formula.is_active


def test_lets_the_author_activate_unless_the_site_wants_two_persons(settings):
    formula = draft_formula()
    settings.REWARD_ACTIVATOR_MUST_DIFFER = True

    with pytest.raises(ActivatorIsAuthor):
        activate(formula, actor="ann")

    formula.refresh_from_db()
    assert not formula.is_active
    assert activate(formula, actor="bob").is_active
    settings.REWARD_ACTIVATOR_MUST_DIFFER = False
    assert activate(change(formula, expression="1"), actor="bob").is_active


def test_puts_formulas_into_another_order():
    program = MarketingProgramFactory.create()
    one, two, three = (draft_formula(program_id=program.pk) for _ in range(3))
    other_type = draft_formula(
        program_id=program.pk, activity_type="QuizActivity", expression="1", coefficients={}
    )

    order = [three.pk, two.pk, one.pk]
    command = ReorderFormulasCommand(
        actor="bob", program_id=program.pk, activity_type="SportActivity", formula_ids=order
    )
    ordered = [reorder_formulas(command) for _ in range(2)][-1]

    stored = RewardFormula.objects.of(program.pk, "SportActivity")
    assert [each.pk for each in ordered] == [each.pk for each in stored] == order
    assert [each.version for each in ordered] == [2, 1, 2]
    assert other_type.position == 1


@pytest.mark.parametrize(("by", "position"), [(-1, 1), (-5, 1), (1, 3), (5, 3)])
def test_moves_a_formula_by_some_places(by, position):
    program = MarketingProgramFactory.create()
    _, middle, _ = (draft_formula(program_id=program.pk) for _ in range(3))

    moved = move_formula(MoveFormulaCommand(formula_id=middle.pk, by=by, actor="bob"))

    assert moved.position == position


def test_refuses_an_order_that_is_not_of_all_formulas_once_each():
    one = draft_formula()
    two = draft_formula(program_id=one.program_id)

    for ids in ([one.pk], [one.pk, one.pk], [one.pk, two.pk, uuid4()]):
        with pytest.raises(OrderIncomplete):
            reorder_formulas(
                ReorderFormulasCommand(
                    actor="bob",
                    program_id=one.program_id,
                    activity_type="SportActivity",
                    formula_ids=ids,
                )
            )

    assert [one.position, two.position] == [1, 2]


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


def test_says_in_the_log_who_decided_what_calculates_rewards():
    one = draft_formula()
    two = draft_formula(program_id=one.program_id)

    with capture_logs() as logs:
        activate(one, actor="bob")
        move_formula(MoveFormulaCommand(formula_id=two.pk, by=-1, actor="cleo"))
        for _ in range(2):
            deactivate_formula(DeactivateFormulaCommand(formula_id=one.pk, actor="dan"))

    assert [(each["event"], each["actor"]) for each in logs] == [
        ("formula_activated", "bob"),
        ("formulas_reordered", "cleo"),
        ("formula_deactivated", "dan"),
    ]


@pytest.mark.django_db(transaction=True)
def test_moves_a_formula_while_another_is_added():
    formula = draft_formula()
    program_id = formula.program_id

    moved = race(
        lambda: create_formula(creation(program_id=program_id)),
        lambda: move_formula(MoveFormulaCommand(formula_id=formula.pk, by=1, actor="bob")),
    )

    assert (moved.pk, moved.position) == (formula.pk, 2)
