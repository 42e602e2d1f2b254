"""The page on which the activation of a formula is requested and approved…"""

import re
from typing import Any

import pytest
from django.test import Client

from foundation.rest.tests.staff import signed_in
from rewards.models import ActivationState, FormulaActivation, RewardFormula
from rewards.tests.admin.test_formulas_admin import page_of
from rewards.tests.commands.formula_commands import change
from rewards.tests.dry_runs.months import a_month, finished, started
from rewards.tests.factories import (
    active_formula,
    draft_formula,
    golden_example,
    requested_activation,
)

pytestmark = pytest.mark.django_db


def address_of(formula: RewardFormula) -> str:
    return page_of(formula).replace("/change/", "/activation/")


def page(client: Client, formula: RewardFormula, **asked: Any) -> str:
    return client.get(address_of(formula), asked).content.decode()


def press(client: Client, formula: RewardFormula, button: str, **fields: Any) -> str:
    formula.refresh_from_db()
    seen = {"revision": formula.revision.number, "version": formula.version}
    answer = client.post(address_of(formula), {button: "yes", **seen, **fields}, follow=True)
    return answer.content.decode()


def test_shows_difference_check_examples_and_dry_runs_on_one_page(client: Client):
    month = a_month()
    formula = month.formula
    golden_example(formula)
    finished(started(formula))
    change(formula, expression="distance * 5", coefficients={"more": "2"})
    text = page(signed_in(client, "rewards.read"), formula, revision=3, against=1)

    assert "From revision 1 to 3" in text
    assert '<div class="fl-added"><span>+ </span>distance * 5</div>' in text
    assert "wanted 3; gave 4, gives <strong>10</strong> <strong>(broken)</strong>" in text
    for title in ("Golden examples", "Counter-examples", "Which formulas are reached", "Dry runs"):
        assert title in text
    of_run = page(client, formula, revision=2)
    assert "Total, draft" in of_run
    assert "Participants win" in of_run


def test_marks_only_what_changed_and_the_active_revision_on_the_formula_s_page(client: Client):
    formula = active_formula(expression="1 +\n2 +\n3")
    change(formula, expression="1 +\n4 +\n3")
    reader = signed_in(client, "rewards.read")
    text, own = page(reader, formula), reader.get(page_of(formula)).content.decode()

    assert text.count('class="fl-removed"') == 1
    assert text.count('class="fl-added"') == 1
    assert "<div><span>  </span>3</div>" in text
    assert "<code>rate</code>, as before:" in text
    assert '<div class="fl-added">+4 +</div>' in own
    numbers = re.findall(r"field-shown_number.*?</td>", own, re.DOTALL)
    assert ["Active" in each for each in numbers] == [False, True]


def test_leads_from_a_draft_to_the_active_revision_by_two_persons_or_one(client, settings):
    alone, formula = draft_formula(), draft_formula()
    both = signed_in(client, "rewards.edit", "rewards.activate", name="both")
    assert "Make revision 1 active" in page(both, alone)
    press(both, alone, "activate")
    alone.refresh_from_db()
    assert alone.is_active

    settings.ACTIVATION_NEEDS_ANOTHER = True
    editor = signed_in(client, "rewards.edit")
    assert "Make revision 1 active" not in page(editor, formula)
    assert "The activation of revision 1 is requested." in press(editor, formula, "request")
    approver = signed_in(client, "rewards.activate")
    asked = FormulaActivation.objects.waiting().get()
    text = page(approver, formula)
    assert "Requested by rewards.edit" in text
    assert "Approve: make revision 1 active" in text
    assert "Revision 1 is active." in press(approver, formula, "approve", activation=asked.pk)
    formula.refresh_from_db()
    assert (formula.is_active, formula.activated_by) == (True, "rewards.activate")


def test_rejects_with_a_reason_and_withdraws(client: Client):
    asked = requested_activation("rewards.edit")
    formula = asked.formula
    approver = signed_in(client, "rewards.activate")
    assert "is needed" in press(approver, formula, "reject", activation=asked.pk)
    press(approver, formula, "reject", activation=asked.pk, reason="Too much.")
    editor = signed_in(client, "rewards.edit")
    press(editor, formula, "request")
    again = FormulaActivation.objects.waiting().get()
    press(editor, formula, "withdraw", activation=again.pk)

    text = page(editor, formula)
    states = FormulaActivation.objects.order_by("requested_on").values_list("state", flat=True)
    assert list(states) == ["Rejected", "Withdrawn"]
    assert "Too much." in text


@pytest.mark.parametrize("button", ["activate", "approve", "reject"])
def test_carries_out_no_order_of_another_role(client: Client, button: str):
    asked = requested_activation()

    press(signed_in(client, "rewards.edit"), asked.formula, button, activation=asked.pk, reason="–")

    asked.refresh_from_db()
    assert asked.state == ActivationState.REQUESTED
