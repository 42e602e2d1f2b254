"""Activating and deactivating formulas…"""

import pytest

from foundation.records.audit import Actor
from rewards.activation.activating import DeactivateFormulaCommand, deactivate_formula
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
