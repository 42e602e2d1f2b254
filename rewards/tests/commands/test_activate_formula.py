"""Activating and deactivating formulas…"""

import pytest
from structlog.testing import capture_logs

from foundation.records.audit import Actor
from rewards.activation.activating import (
    ActivatorIsAuthor,
    DeactivateFormulaCommand,
    deactivate_formula,
)
from rewards.formulas.ordering import MoveFormulasCommand, move_formulas
from rewards.models import RewardFormulaNotFound
from rewards.tests.commands.formula_commands import activate, change
from rewards.tests.factories import NOW, draft_formula

pytestmark = pytest.mark.django_db


def test_makes_the_last_revision_active_or_an_earlier_one_and_not_those_saved_later():
    formula = draft_formula()
    with pytest.raises(RewardFormulaNotFound):
        activate(formula, number=2)
    active = activate(formula)

    changed = change(formula, expression="1")
    later = activate(formula)
    back = activate(formula, number=1)

    assert (active.activated_by, active.activated_on) == ("bob", NOW)
    numbers = [
        (each.active_revision and each.active_revision.number, each.revision.number)
        for each in (changed, later, back)
    ]
    assert numbers == [(1, 2), (2, 2), (1, 2)]


def test_activates_and_deactivates_once():
    formula = draft_formula()

    versions = [activate(formula).version for _ in range(2)]
    off = DeactivateFormulaCommand(formula_id=formula.pk, by=Actor("bob"), now=NOW)
    versions += [deactivate_formula(off).version for _ in range(2)]

    assert versions == [2, 2, 3, 3]
    assert not deactivate_formula(off).is_active


def test_lets_the_author_activate_unless_the_site_wants_two_persons(settings):
    formula = draft_formula()
    settings.ACTIVATION_NEEDS_ANOTHER = True

    with pytest.raises(ActivatorIsAuthor):
        activate(formula, by=Actor("ann"))

    formula.refresh_from_db()
    assert not formula.is_active
    assert activate(formula, by=Actor("bob")).is_active
    settings.ACTIVATION_NEEDS_ANOTHER = False
    assert activate(change(formula, expression="1"), by=Actor("bob")).is_active


def test_says_in_the_log_what_calculates_rewards_without_names():
    one = draft_formula()
    two = draft_formula(program_id=one.program_id)

    with capture_logs() as logs:
        activate(one, by=Actor("bob"))
        move_formulas(MoveFormulasCommand(formula_ids=[two.pk], is_later=False, by=Actor("cleo")))
        for _ in range(2):
            deactivate_formula(
                DeactivateFormulaCommand(formula_id=one.pk, by=Actor("dan"), now=NOW)
            )

    assert [each["event"] for each in logs] == [
        "formula_activated",
        "formulas_reordered",
        "formula_deactivated",
    ]
    assert not {"bob", "cleo", "dan"} & {str(value) for each in logs for value in each.values()}
