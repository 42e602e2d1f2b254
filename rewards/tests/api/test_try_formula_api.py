"""POST admin-api/…/formulas/try…"""

from typing import Any

import pytest

from activities.tests.factories import ActivityFactory, data_of
from rewards.tests.factories import draft_formula

pytestmark = pytest.mark.django_db

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


def test_calculates_unsaved_texts_for_inputs(reader):
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
def test_refuses_what_is_unclear(reader, changes: dict[str, Any], field: str):
    asked = {name: value for name, value in {**ASKED, **changes}.items() if value is not None}

    answer = ask(reader, **asked)

    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [field]


def test_refuses_an_activity_of_another_type(reader):
    quiz = ActivityFactory.create(type="QuizActivity", data=data_of("QuizActivity"))

    answer = ask(reader, formulaId=str(draft_formula().pk), activityId=str(quiz.pk))

    assert (answer.status_code, answer.json()["code"]) == (422, "activity-unfit")
