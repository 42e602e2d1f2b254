"""Staff's pages of formulas…"""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from foundation.rest.tests.staff import signed_in
from rewards.models import RewardFormula
from rewards.tests.commands.formula_commands import change
from rewards.tests.factories import active_formula, draft_formula, golden_example

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
