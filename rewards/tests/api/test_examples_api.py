"""admin-api/…/formulas/{formulaId}/examples…"""

from typing import Any
from uuid import UUID, uuid4

import pytest

from rewards.models import GoldenExample, RewardFormula
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


def test_adds_an_example_once_reads_and_removes_it(editor):
    formula, example_id = draft_formula(), uuid4()
    its = address(formula, example_id)

    answers = [put(editor, formula, example_id) for _ in range(2)]
    stale, read = editor.delete(its, headers={"If-Match": '"7"'}), editor.get(its)

    assert [answer.status_code for answer in answers] == [201, 200]
    assert [answer["ETag"] for answer in (*answers, read)] == ['"1"'] * 3
    moments = {name: read.json()[name] for name in ("createdOn", "updatedOn")}
    shown = {**LONG, "exampleId": str(example_id), "changedBy": "editor", **moments}
    assert [each.json() for each in (*answers, read)] == [shown] * 3
    assert (stale.status_code, editor.delete(its).status_code) == (409, 204)
    assert not GoldenExample.objects.exists()
    assert editor.get(its).status_code == editor.delete(its).status_code == 404


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


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": None}, "name"),
        ({"name": 5}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"inputs": []}, "inputs"),
        ({"inputs": {"distance": 5}}, "inputs.distance"),
        ({"inputs": {"distance": "5 km"}}, "inputs.distance"),
        ({"inputs": {"distance": "'5'"}}, "inputs.distance"),
        ({"inputs": {"distanse": "5"}}, "inputs.distanse"),
        ({"inputs": None}, "inputs"),
        ({"expectation": "Much"}, "expectation"),
        ({"expectation": "NoReward"}, "reward"),
        ({"reward": None}, "reward"),
        ({"reward": -1}, "reward"),
        ({"reward": 1.5}, "reward"),
        ({"reward": "63"}, "reward"),
        ({"reward": 10**15}, "reward"),
        ({"activityId": "5f2d7a54-0f5c-4a1c-8f0e-6d0b7c8e9f10"}, "inputs"),
    ],
    ids=str,
)
def test_refuses_what_is_no_example(editor, monkeypatch, changes, field):
    monkeypatch.setattr(
        "rewards.trials.examples._of_activity", lambda formula, activity_id: ({}, None)
    )
    formula = draft_formula()

    answer = put(editor, formula, uuid4(), **changes)

    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [field]
    assert not GoldenExample.objects.exists()


def test_refuses_the_nil_guid_and_names_the_first_of_many_faults(editor):
    formula = draft_formula()

    nil = put(editor, formula, UUID(int=0))
    many = put(editor, formula, uuid4(), inputs={f"distanc{n}": "1" for n in range(1000)})

    assert [error["field"] for error in nil.json()["errors"]] == ["exampleId"]
    assert (many.status_code, len(many.json()["errors"])) == (422, 20)
    assert not formula.examples.exists()
