"""admin-api/…/formulas…"""

from typing import Any
from uuid import uuid4

import pytest

from programs.tests.factories import MarketingProgramFactory
from rewards.models import RewardFormula
from rewards.tests.factories import active_formula, draft_formula

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
