"""admin-api/…/formulas…"""

from typing import Any
from uuid import UUID, uuid4

import pytest

from activities.tests.factories import ActivityFactory, data_of
from programs.tests.factories import MarketingProgramFactory
from rewards.models import RewardFormula
from rewards.tests.factories import active_formula, change, draft_formula, golden_example

pytestmark = pytest.mark.django_db
BASE = "/admin-api/api/v2/formulas"


def test_refuses_a_number_whose_digits_would_be_lost(editor):
    program = MarketingProgramFactory.create()
    text = '{"distance": {"gte": 0.12345678901234567890}}'
    asked = (
        f'{{"marketingProgramId": "{program.pk}", "activityType": "SportActivity", "name": "x",'
        f' "expression": "1", "settings": {{"__where": {text}}}}}'
    )

    answer = editor.post(BASE, asked, content_type="application/json")

    assert answer.status_code == 422
    assert "0.12345678901234567890 has more digits" in answer.content.decode()


def test_lists_and_filters(reader):
    formula = active_formula()
    draft_formula(program_id=formula.program_id, name="Draft")

    def names(**query: Any) -> list[str]:
        return [each["name"] for each in reader.get(BASE, query).json()["results"]]

    assert names() == ["By distance", "Draft"]
    assert names(isActive="true") == ["By distance"]
    assert names(isActive="false") == ["Draft"]
    assert names(search="dra") == ["Draft"]
    assert names(marketingProgramId=str(uuid4())) == []
    assert reader.get(BASE, {"marketingProgramId": "x"}).status_code == 422


def test_changes_a_formula_and_shows_the_difference(editor):
    formula = draft_formula()

    changed = editor.patch(
        f"{BASE}/{formula.pk}",
        {"expression": "distance"},
        format="json",
        headers={"If-Match": '"1"'},
    )
    revisions = editor.get(f"{BASE}/{formula.pk}/revisions").json()

    assert (changed.status_code, changed["ETag"], changed.json()["revision"]) == (200, '"2"', 2)
    assert [each["number"] for each in revisions] == [2, 1]
    assert revisions[0]["difference"].splitlines()[:5] == [
        "--- 1",
        "+++ 2",
        "@@ -1,4 +1,4 @@",
        "-distance * coeff('rate')",
        "+distance",
    ]
    assert revisions[1]["difference"] == ""


def test_validates_and_writes_nothing(reader):
    texts = {"activityType": "SportActivity", "expression": "distanse", "settings": {"_where": 1}}

    answer = reader.post(f"{BASE}/validation", texts, format="json")

    assert answer.status_code == 200
    assert answer.json()["faults"] == [
        {
            "field": "expression",
            "detail": "unknown variable 'distanse'; did you mean 'distance'?",
            "line": 1,
            "column": 1,
        },
        {
            "field": "settings",
            "detail": "unknown setting '_where'; did you mean '__where'?",
            "line": None,
            "column": None,
        },
    ]
    assert not RewardFormula.objects.exists()


def test_lets_only_activators_say_when_an_active_formula_is_valid(caller):
    formula = active_formula()
    change = {"validUntil": "2026-06-01T00:00:00Z"}

    answers = [
        caller(*roles, username=roles[-1]).patch(f"{BASE}/{formula.pk}", change, format="json")
        for roles in (("rewards.edit",), ("rewards.edit", "rewards.activate"))
    ]

    assert [answer.status_code for answer in answers] == [403, 200]
    assert answers[0].json()["code"] == "validity-is-live"


def activations(formula: RewardFormula) -> str:
    return f"{BASE}/{formula.pk}/activations"


def post(client: Any, path: str, **body: Any) -> Any:
    return client.post(path, body, format="json")


def requested(editor: Any, formula: RewardFormula) -> str:
    """Request the activation; return its address."""
    given = post(editor, activations(formula)).json()
    return f"{activations(formula)}/{given['activationId']}"


def test_activations_list_every_activation_the_newest_first(editor, activator):
    formula = active_formula()
    change(formula, expression="1")
    post(activator, f"{requested(editor, formula)}/reject", reason="No.")

    page = activator.get(activations(formula)).json()

    rows = [(each["revision"], each["state"], each["reason"]) for each in page["results"]]
    assert rows == [(2, "Rejected", "No."), (1, "Approved", "")]


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


def test_examples_lists_what_a_revision_gives_for_each(caller):
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


def test_examples_refuses_the_nil_guid_and_names_the_first_of_many_faults(editor):
    formula = draft_formula()

    nil = put(editor, formula, UUID(int=0))
    many = put(editor, formula, uuid4(), inputs={f"distanc{n}": "1" for n in range(1000)})

    assert [error["field"] for error in nil.json()["errors"]] == ["exampleId"]
    assert (many.status_code, len(many.json()["errors"])) == (422, 20)
    assert not formula.examples.exists()


ADDRESS = "/admin-api/api/v2/formulas/try"
UNKNOWN = "00000000-0000-4000-8000-000000000000"
ASKED = {
    "activityType": "SportActivity",
    "expression": "distance * coeff('rate')",
    "coefficients": {"rate": "1.5"},
    "inputs": {"distance": "10.5"},
}


def ask(client: Any, **asked: Any) -> Any:
    return client.post(ADDRESS, asked, format="json")


def test_tried_calculates_unsaved_texts_for_inputs(reader):
    answer = ask(reader, **ASKED)

    assert answer.status_code == 200
    assert answer.json() == {
        "whyNotSuitable": "",
        "fault": None,
        "result": "15.75",
        "reward": "16",
        "whyNoReward": "",
        "trace": [
            {"source": "distance", "line": 1, "column": 1, "level": 1, "value": "10.5"},
            {"source": "coeff('rate')", "line": 1, "column": 12, "level": 1, "value": "1.5"},
            {
                "source": "distance * coeff('rate')",
                "line": 1,
                "column": 1,
                "level": 0,
                "value": "15.75",
            },
        ],
        "considered": [],
    }


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"expression": None}, "expression"),
        ({"activityType": None}, "activityType"),
        ({"revision": 1}, "revision"),
        ({"inputs": None}, "activityId"),
        ({"activityId": UNKNOWN}, "activityId"),
        ({"expression": "distanse"}, "expression"),
        ({"settings": {"__where": 5}}, "settings"),
        ({"inputs": {"distance": "ten"}}, "distance"),
        ({"inputs": {"distanse": "10"}}, "distanse"),
    ],
)
def test_tried_refuses_what_is_unclear(reader, changes: dict[str, Any], field: str):
    asked = {name: value for name, value in {**ASKED, **changes}.items() if value is not None}

    answer = ask(reader, **asked)

    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [field]


def test_tried_refuses_an_activity_of_another_type(reader):
    quiz = ActivityFactory.create(type="QuizActivity", data=data_of("QuizActivity"))

    answer = ask(reader, formulaId=str(draft_formula().pk), activityId=str(quiz.pk))

    assert (answer.status_code, answer.json()["code"]) == (422, "activity-unfit")
