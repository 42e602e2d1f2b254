"""Who may do what at admin-api/…/formulas…"""

from uuid import uuid4

import pytest

from foundation.records.audit import Actor
from rewards.tests.factories import active_formula, draft_formula

pytestmark = pytest.mark.django_db

BASE = "/admin-api/api/v2/formulas"

CALLS = [
    ("get", "", {}),
    ("get", "/{}", {}),
    ("get", "/{}/revisions", {}),
    ("post", "", {}),
    ("post", "/validation", {}),
    ("patch", "/{}", {}),
    ("put", "/{}/active", {"isActive": True}),
    ("put", "/order", {}),
]


@pytest.mark.parametrize(("method", "path", "given"), CALLS)
def test_without_a_token_is_401_and_with_another_role_403(anybody, caller, method, path, given):
    address = BASE + path.format(uuid4())
    other = caller("activities.read", "tagging.manage")

    assert getattr(anybody, method)(address, given, format="json").status_code == 401
    assert getattr(other, method)(address, given, format="json").status_code == 403


@pytest.mark.parametrize(("method", "path", "given"), CALLS[3:4] + CALLS[5:])
def test_of_readers_changes_nothing(reader, method, path, given):
    assert getattr(reader, method)(BASE + path.format(uuid4()), given).status_code == 403


def test_keeps_editors_from_activating_and_activators_from_editing(editor, activator):
    formula = draft_formula()

    on = editor.put(f"{BASE}/{formula.pk}/active", {"isActive": True}, format="json")
    changed = activator.patch(f"{BASE}/{formula.pk}", {"name": "x"}, format="json")

    assert (on.status_code, changed.status_code) == (403, 403)


def test_lets_only_activators_say_when_an_active_formula_is_valid(caller):
    formula = active_formula()
    change = {"validUntil": "2026-06-01T00:00:00Z"}

    answers = [
        caller(*roles, username=roles[-1]).patch(f"{BASE}/{formula.pk}", change, format="json")
        for roles in (("rewards.edit",), ("rewards.edit", "rewards.activate"))
    ]

    assert [answer.status_code for answer in answers] == [403, 200]
    assert answers[0].json()["code"] == "validity-is-live"


def test_refuses_the_author_where_the_site_wants_two_persons(caller, settings):
    settings.ACTIVATION_NEEDS_ANOTHER = True
    formula = draft_formula(by=Actor("both"))
    both = caller("rewards.edit", "rewards.activate", username="both")

    answer = both.put(f"{BASE}/{formula.pk}/active", {"isActive": True}, format="json")

    assert (answer.status_code, answer.json()["code"]) == (403, "activator-is-author")
