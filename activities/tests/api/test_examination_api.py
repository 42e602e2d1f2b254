"""admin-api/…/formulas/{formulaId}/examination…"""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from activities.models import Activity
from activities.tests.factories import ActivityFactory, sport_data
from foundation.rest.tests.conftest import Caller
from programs.tests.factories import ParticipantFactory
from rewards.models import RewardFormula
from rewards.tests.factories import active_formula, change, draft_formula, golden_example
from rewards.trials import examination
from rewards.trials import samples as budget

pytestmark = pytest.mark.django_db

BASE = "/admin-api/api/v2/formulas"
RUNS = {"__where": "discipline == 'running'"}


def examine(client: Any, formula: RewardFormula, **asked: Any) -> Any:
    return client.post(f"{BASE}/{formula.pk}/examination", asked, format="json")


def came(participant: Any, days_ago: int = 1, **data: str) -> Activity:
    activity = ActivityFactory.create(participant=participant, data=sport_data(**data))
    on = timezone.now() - timedelta(days=days_ago)
    Activity.objects.filter(pk=activity.pk).update(created_on=on)
    return activity


@pytest.fixture
def reader(caller: Caller) -> Any:
    return caller("rewards.read")


def test_says_which_examples_hold_and_what_was_found(reader: Any):
    formula = draft_formula(expression="distance - 3")
    golden_example(formula, inputs={"distance": "6"})
    golden_example(formula, name="Short", inputs={"distance": "4"})

    answer = examine(reader, formula, cap=500)

    given = answer.json()
    assert (answer.status_code, given["revision"]) == (200, 1)
    assert [(each["name"], each["holds"]) for each in given["examples"]] == [
        ("Short", False),
        ("Two", True),
    ]
    search = given["search"]
    assert [each["finding"] for each in search["counterExamples"]] == ["Negative", "AboveCap"]
    assert search["counterExamples"][0]["points"] == [
        {"inputs": {"distance": "1"}, "got": "fails: the result is negative: -2"}
    ]
    assert (search["cap"], search["growing"], search["isWhole"]) == (500, "distance", True)
    assert [each["name"] for each in search["variables"]] == ["distance"]
    formula.refresh_from_db()
    assert formula.version == 1


def test_examines_another_revision(reader: Any):
    formula = draft_formula(expression="1")
    change(formula, expression="-1")

    first, second, third = (examine(reader, formula, revision=number) for number in (1, 2, 3))

    assert first.json()["search"]["counterExamples"] == []
    [found] = second.json()["search"]["counterExamples"]
    assert (found["sentence"], third.status_code) == ("The reward is negative (-1).", 404)


def test_says_which_formulas_are_reached_as_if_the_draft_were_active(reader: Any):
    draft = draft_formula(name="All")
    active_formula(draft.program_id, name="Runs", settings=RUNS)
    draft_formula(program_id=draft.program_id, name="Another draft")

    reach = examine(reader, draft).json()["reach"]

    assert [(each["name"], each["reach"]) for each in reach] == [
        ("All", "Reached"),
        ("Runs", "Never"),
    ]


def test_counts_the_activities_that_no_formula_takes(reader: Any, monkeypatch: pytest.MonkeyPatch):
    participant = ParticipantFactory.create()
    formula = draft_formula(
        program_id=participant.program_id,
        settings={"__where": "discipline == 'running' and 1 / time_in_seconds > 0"},
    )
    came(participant)
    failing = came(participant, TimeInSeconds="0")
    chess = came(participant, Discipline="chess")
    came(participant, RefereeingSystemCheckState="Rejected")
    came(participant, days_ago=31, Discipline="chess")

    found = examine(reader, formula).json()["untaken"]

    assert {name: found[name] for name in ("count", "read", "notCalculated", "taken")} == {
        "count": 4,
        "read": 4,
        "notCalculated": 1,
        "taken": 1,
    }
    assert (found["untaken"], found["untakenIds"]) == (1, [str(chess.pk)])
    assert (found["failed"], found["failedIds"]) == (1, [str(failing.pk)])
    assert "no formula takes 1, and a condition fails for 1" in found["sentence"]

    monkeypatch.setattr(examination, "MAX_READ", 3)

    bounded = examine(reader, formula).json()["untaken"]

    assert (bounded["count"], bounded["read"]) == (4, 3)
    assert bounded["sentence"].startswith("Of the first 3 of 4 activities")

    monkeypatch.setattr(budget, "MAX_SECONDS", -1)

    slow = examine(reader, formula).json()["untaken"]

    assert (slow["count"], slow["read"]) == (4, 1)
