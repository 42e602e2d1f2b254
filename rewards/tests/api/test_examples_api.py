"""admin-api/…/formulas/{formulaId}/examples…"""

from typing import Any
from uuid import UUID, uuid4

import pytest

from rewards.models import RewardFormula
from rewards.tests.factories import draft_formula, golden_example

pytestmark = pytest.mark.django_db

BASE = "/admin-api/api/v2/formulas"
LONG = {
    "name": "A long run",
    "inputs": {"distance": "42", "discipline": "'running'"},
    "expectation": "Reward",
    "reward": 63,
}


def address(formula: RewardFormula, example_id: UUID | None = None) -> str:
    return f"{BASE}/{formula.pk}/examples" + (f"/{example_id}" if example_id else "")


def put(client: Any, formula: RewardFormula, example_id: UUID, **changes: Any) -> Any:
    return client.put(address(formula, example_id), {**LONG, **changes}, format="json")


def test_lists_what_a_revision_gives_for_each(caller):
    formula = draft_formula()
    golden_example(formula, name="good", inputs={"distance": "2"}, reward=3)
    golden_example(formula, name="bad", inputs={"distance": "3"}, reward=3)

    reader = caller("rewards.read")
    rows = reader.get(address(formula)).json()

    assert [(row["name"], row["got"], row["holds"]) for row in rows] == [
        ("bad", "5", False),
        ("good", "3", True),
    ]
    assert reader.get(address(formula), {"revision": 1}).json() == rows
    assert reader.get(address(formula), {"revision": 2}).status_code == 404
    assert reader.get(address(formula), {"revision": "x"}).status_code == 422


def test_refuses_the_nil_guid_and_names_the_first_of_many_faults(editor):
    formula = draft_formula()

    nil = put(editor, formula, UUID(int=0))
    many = put(editor, formula, uuid4(), inputs={f"distanc{n}": "1" for n in range(1000)})

    assert [error["field"] for error in nil.json()["errors"]] == ["exampleId"]
    assert (many.status_code, len(many.json()["errors"])) == (422, 20)
    assert not formula.examples.exists()
