"""admin-api/…/formulas/{formulaId}/activations and /comparison…"""

from typing import Any

import pytest

from foundation.records.audit import Actor
from rewards.models import RewardFormula
from rewards.tests.commands.formula_commands import change
from rewards.tests.factories import active_formula, draft_formula

pytestmark = pytest.mark.django_db

BASE = "/admin-api/api/v2/formulas"


def activations(formula: RewardFormula) -> str:
    return f"{BASE}/{formula.pk}/activations"


def post(client: Any, path: str, **body: Any) -> Any:
    return client.post(path, body, format="json")


def requested(editor: Any, formula: RewardFormula) -> str:
    """Request the activation; return its address."""
    given = post(editor, activations(formula)).json()
    return f"{activations(formula)}/{given['activationId']}"


def test_list_every_activation_the_newest_first(editor, activator):
    formula = active_formula()
    change(formula, expression="1")
    post(activator, f"{requested(editor, formula)}/reject", reason="No.")

    page = activator.get(activations(formula)).json()

    rows = [(each["revision"], each["state"], each["reason"]) for each in page["results"]]
    assert rows == [(2, "Rejected", "No."), (1, "Approved", "")]


def test_say_why_nothing_is_done(editor, activator, caller, settings):
    settings.ACTIVATION_NEEDS_ANOTHER = True
    formula = draft_formula(by=Actor("both"))
    both = caller("rewards.edit", "rewards.activate", username="both")
    address = requested(both, formula)

    codes = [
        (answer.status_code, answer.json()["code"])
        for answer in (
            post(activator, f"{address}/approve", revision=2),
            post(both, f"{address}/approve", revision=1),
            post(editor, f"{address}/withdraw"),
        )
    ]
    change(formula, expression="2")
    outdated = post(activator, f"{address}/approve", revision=1)
    post(both, activations(formula), revision=2)
    other = post(both, activations(formula), revision=1)

    assert codes == [
        (409, "another-revision-requested"),
        (403, "activator-is-author"),
        (403, "requester-differs"),
    ]
    assert (outdated.status_code, outdated.json()["code"]) == (409, "formula-changed-since-request")
    assert (other.status_code, other.json()["code"]) == (409, "another-revision-requested")
    formula.refresh_from_db()
    assert not formula.is_active


@pytest.mark.parametrize(
    ("query", "status"), [("revision=9", 404), ("against=9", 404), ("revision=x", 422)]
)
def test_refuse_to_compare_what_is_not_there(reader, query, status):
    formula = draft_formula()

    assert reader.get(f"{BASE}/{formula.pk}/comparison?{query}").status_code == status


def test_lead_from_a_request_to_the_active_revision(editor, activator):
    formula = draft_formula()
    first, again = (post(editor, activations(formula)) for _ in range(2))
    address = f"{activations(formula)}/{first.json()['activationId']}"

    approved = post(activator, f"{address}/approve", revision=1)

    assert (first.status_code, again.status_code, approved.status_code) == (201, 200, 200)
    assert first.json() == again.json()
    given = approved.json()
    assert (given["state"], given["requestedBy"], given["settledBy"], given["endedOn"]) == (
        "Approved",
        "editor",
        "activator",
        None,
    )
    assert activator.get(f"{BASE}/{formula.pk}").json()["activeRevision"] == 1
