"""Changing a formula, and the revisions it leaves…"""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from rewards.formulas.commands import ValidityIsLive
from rewards.models import FormulaRevision, RewardFormula, RewardFormulaNotFound
from rewards.tests.commands.formula_commands import change
from rewards.tests.factories import NOW, active_formula, draft_formula

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
