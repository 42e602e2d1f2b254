"""admin-api/…/formulas/{formulaId}/activations and /comparison…"""

from typing import Any

import pytest

from rewards.models import RewardFormula
from rewards.tests.commands.formula_commands import change
from rewards.tests.factories import active_formula

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
