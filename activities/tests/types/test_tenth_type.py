"""A tenth activity type is one new module and nothing else…"""

import importlib
import sys
import uuid
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest

from activities.models import Activity
from activities.tests.calls.outbox import run_steps
from activities.types import KINDS
from foundation.rest.tests.conftest import Caller
from programs import activity_types
from programs.criteria import CriteriaInvalid
from programs.tests.factories import ParticipantExerciseTaskFactory
from rewards.formulas.outcomes import Outcome, outcome_of

MODULE = "activities.tests.types.tea_activity"
TEA = {"Tea": "green", "Cups": "2", "DrunkOn": "2026-05-17T09:30:00Z"}

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _tea(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add the tenth type for one test, by importing its module."""
    monkeypatch.setattr(activity_types, "_registered", {**activity_types._registered})
    importlib.import_module(MODULE)
    yield
    del sys.modules[MODULE], KINDS["TeaActivity"]


def drink(caller: Caller, participant_id: Any, **changes: str) -> Any:
    payload = {
        "activityId": str(uuid.uuid4()),
        "userId": str(participant_id),
        "type": "TeaActivity",
        "data": {**TEA, **changes},
    }
    return caller("activities.receive").post(
        "/callback-api/api/v1/activities", payload, format="json"
    )


def tea_task(**criteria: str) -> Any:
    return ParticipantExerciseTaskFactory.create(
        exercise__activity_type="TeaActivity", criteria=criteria
    )


def test_comes_in_is_rewarded_and_applied(caller: Caller, monkeypatch: pytest.MonkeyPatch):
    asked = []

    def calculate(*given: Any) -> Outcome:
        asked.append(given[1:3])
        return outcome_of(Decimal(3))

    monkeypatch.setattr("rewards.formulas.calculation.calculate_reward", calculate)
    task = tea_task(tea="green", minCups="2")
    other = ParticipantExerciseTaskFactory.create(participant=task.participant)

    answer = drink(caller, task.participant_id)
    run_steps()

    activity = Activity.objects.get()
    assert answer.status_code == 200
    assert asked == [("TeaActivity", {"tea": "green", "cups": Decimal(2)})]
    assert activity.participant_exercise_task == task
    assert activity.reward == 3
    other.refresh_from_db()
    assert other.activity_applied_on is None


def test_is_matched_by_its_own_criteria(caller: Caller):
    task = tea_task(tea="green", minCups="3")

    drink(caller, task.participant_id)
    run_steps()

    assert Activity.objects.get().state == "Skipped"


def test_has_its_own_criteria():
    with pytest.raises(CriteriaInvalid, match="tea is missing"):
        tea_task()
