"""Staff's pages of formulas, and the page on which an activation is requested and approved…"""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from foundation.rest.tests.staff import signed_in
from rewards.models import ActivationState, FormulaActivation, RewardFormula
from rewards.tests.dry_runs.months import a_month, finished, started
from rewards.tests.factories import (
    active_formula,
    change,
    draft_formula,
    golden_example,
    requested_activation,
)

pytestmark = pytest.mark.django_db


LIST, ADD = reverse("admin:rewards_rewardformula_changelist"), "admin:rewards_rewardformula_add"
TEXTS = {
    "expression": "distance * coeff('rate')",
    "settings": "{}",
    "coefficients": '{"rate": "1.5"}',
}


def page_of(formula: RewardFormula) -> str:
    return reverse("admin:rewards_rewardformula_change", args=[formula.pk])


def revisions(**changes: Any) -> dict[str, Any]:
    """Return what a page posts, with the empty forms of the revisions below it."""
    totals = {"revisions-TOTAL_FORMS": 0, "revisions-INITIAL_FORMS": 0}
    return {"name": "By distance", **TEXTS, **totals, **changes}


def test_change_a_formula_into_a_new_revision(client: Client):
    formula = active_formula()
    editor = signed_in(client, "rewards.edit")

    answer = editor.post(
        page_of(formula), revisions(expression="1 +\r\n1", opened_version=formula.version)
    )

    formula.refresh_from_db()
    assert answer.status_code == 302
    assert (formula.revision.number, formula.revision.expression) == (2, "1 +\n1")
    shown = editor.get(page_of(formula)).content.decode()
    assert "distance * coeff(" in shown
    assert "Revision 2 is a draft: revision 1 still calculates rewards." in shown


def test_show_an_error_beside_its_field_and_save_nothing(client: Client):
    formula = draft_formula()
    editor = signed_in(client, "rewards.edit")

    answer = editor.post(page_of(formula), revisions(expression="distanse", opened_version=1))

    errors = answer.context["adminform"].form.errors
    assert errors == {
        "expression": ["Line 1, column 1: unknown variable 'distanse'; did you mean 'distance'?"]
    }
    formula.refresh_from_db()
    assert formula.revision.number == 1


def test_say_before_which_are_not_activated_and_why(client: Client):
    broken, fine = active_formula(name="Broken"), draft_formula(name="Fine")
    golden_example(broken)
    change(broken, expression="distance * 5")
    activator = signed_in(client, "rewards.edit", "rewards.activate")
    chosen = {"action": "activate", "_selected_action": [str(broken.pk), str(fine.pk)]}

    asked = activator.post(LIST, chosen)
    done = activator.post(LIST, {**chosen, "confirmed": "yes"}, follow=True).content.decode()

    active, refused, why = asked.context["facts"]
    assert (active, refused) == ("1 formula is activated.", "1 formula is refused:")
    assert why.startswith("Broken: 1 of 1 golden examples do not hold for revision 2")
    assert why.replace("'", "&#x27;") in done
    assert "done for 1" in done


def test_try_marked_ones_earlier_and_later_as_they_follow_each_other(client: Client):
    one = draft_formula(name="Bonus")
    two, three = (draft_formula(program_id=one.program_id, name=name) for name in ("B", "C"))
    activator = signed_in(client, "rewards.edit", "rewards.activate")
    both = [str(two.pk), str(three.pk)]

    later = activator.post(
        LIST, {"action": "move_down", "_selected_action": both}, follow=True
    ).content.decode()
    ordered = list(RewardFormula.objects.order_by("position"))
    earlier = activator.post(
        LIST, {"action": "move_up", "_selected_action": both}, follow=True
    ).content.decode()

    assert ("nothing was changed for 2" in later, "done for" in later) == (True, False)
    assert ordered == [one, two, three]
    assert "Try earlier: done for 2." in earlier
    assert list(RewardFormula.objects.order_by("position")) == [two, three, one]
    history = activator.get(page_of(one).replace("/change/", "/history/")).content.decode()
    assert "1 → 3" in history


def test_lead_to_the_correction_of_what_an_active_one_credited(client: Client):
    formula = active_formula()
    address = page_of(formula).replace("/change/", "/correct/")
    both = signed_in(client, "rewards.read", "rewards.adjust")

    answer = both.get(address)

    assert "Correct credits…" in both.get(page_of(formula)).content.decode()
    assert answer["Location"].startswith("/admin/rewards/rewardcorrection/new/?program=")
    assert f"formula={formula.pk}" in answer["Location"]
    draft = page_of(draft_formula())
    assert "Correct credits…" not in both.get(draft).content.decode()
    late = both.get(draft.replace("/change/", "/correct/"), follow=True).content.decode()
    assert "The formula is not active" in late
    assert signed_in(Client(), "rewards.edit").get(address).status_code == 403


def address_of(formula: RewardFormula) -> str:
    return page_of(formula).replace("/change/", "/activation/")


def page(client: Client, formula: RewardFormula, **asked: Any) -> str:
    return client.get(address_of(formula), asked).content.decode()


def press(client: Client, formula: RewardFormula, button: str, **fields: Any) -> str:
    formula.refresh_from_db()
    seen = {"revision": formula.revision.number, "version": formula.version}
    answer = client.post(address_of(formula), {button: "yes", **seen, **fields}, follow=True)
    return answer.content.decode()


def test_of_activation_shows_difference_check_examples_and_dry_runs_on_one_page(client: Client):
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


def test_of_activation_marks_what_changed_and_on_the_formula_s_page_what_is_active(client: Client):
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


def test_of_activation_leads_from_draft_to_active_by_two_persons_or_one(client, settings):
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


def test_of_activation_rejects_with_a_reason_and_withdraws(client: Client):
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
def test_of_activation_carries_out_no_order_of_another_role(client: Client, button: str):
    asked = requested_activation()

    press(signed_in(client, "rewards.edit"), asked.formula, button, activation=asked.pk, reason="–")

    asked.refresh_from_db()
    assert asked.state == ActivationState.REQUESTED
