"""Who may do what at admin-api/…/formulas…"""

import pytest

from rewards.tests.factories import active_formula

pytestmark = pytest.mark.django_db

BASE = "/admin-api/api/v2/formulas"


def test_lets_only_activators_say_when_an_active_formula_is_valid(caller):
    formula = active_formula()
    change = {"validUntil": "2026-06-01T00:00:00Z"}

    answers = [
        caller(*roles, username=roles[-1]).patch(f"{BASE}/{formula.pk}", change, format="json")
        for roles in (("rewards.edit",), ("rewards.edit", "rewards.activate"))
    ]

    assert [answer.status_code for answer in answers] == [403, 200]
    assert answers[0].json()["code"] == "validity-is-live"
