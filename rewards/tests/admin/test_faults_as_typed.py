"""What is wrong in a formula, as one types…"""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from foundation.rest.tests.staff import signed_in
from rewards.formulas.editor import FAULTS
from rewards.models import FormulaRevision, RewardFormula

pytestmark = pytest.mark.django_db

ADDRESS = reverse(FAULTS)
ASKED = {
    "activityType": "SportActivity",
    "expression": "distance *\n  coef('rate')",
    "settings": '{"__where": "distanse > 1"}',
    "coefficients": '{"rate": 1}',
}


def ask(client: Client, **changes: Any) -> Any:
    return client.post(ADDRESS, json.dumps({**ASKED, **changes}), content_type="application/json")


@pytest.mark.parametrize("role", ["rewards.read", "rewards.edit", "rewards.activate"])
def test_is_said_to_all_who_may_read_formulas(client: Client, role: str):
    answer = ask(signed_in(client, role))

    assert answer.status_code == 200
    assert answer.json()["faults"] == [
        {
            "field": "expression",
            "detail": "unknown function 'coef'; did you mean 'coeff'?",
            "line": 2,
            "column": 3,
        },
        {
            "field": "settings",
            "detail": "__where: unknown variable 'distanse'; did you mean 'distance'?",
            "line": 1,
            "column": 14,
        },
        {
            "field": "coefficients",
            "detail": "the coefficient 'rate' is not a text",
            "line": None,
            "column": None,
        },
    ]
    assert not RewardFormula.objects.exists()
    assert not FormulaRevision.objects.exists()


def test_is_nothing_where_the_texts_can_be_saved_and_needs_the_token_of_a_page(client: Client):
    reader = signed_in(client, "rewards.read")
    without = signed_in(Client(enforce_csrf_checks=True), "rewards.read", name="eve")

    answer = ask(reader, expression="distance", settings="", coefficients="")

    assert answer.json() == {"faults": []}
    assert ask(without).status_code == 403


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "The body is no JSON in UTF-8"),
        (b"\xff", "The body is no JSON in UTF-8"),
        (b"[" * 100_000, "The JSON is nested too deeply."),
        (b"[]", "The body is an object of activityType, expression, settings, coefficients."),
        (b'{"expression": "1"}', "The body is an object of"),
        (json.dumps({**ASKED, "more": ""}).encode(), "The body is an object of"),
        (json.dumps({**ASKED, "expression": 1}).encode(), "expression is a text."),
        (json.dumps({**ASKED, "activityType": "Chess"}).encode(), "There is no activity type"),
    ],
)
def test_says_why_a_request_is_malformed(client: Client, body: bytes, reason: str):
    answer = signed_in(client, "rewards.read").post(ADDRESS, body, content_type="application/json")

    assert answer.status_code == 400
    assert reason in answer.json()["detail"]
