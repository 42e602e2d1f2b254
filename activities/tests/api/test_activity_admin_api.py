"""Activities over the AdminApi…"""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from activities.models import Activity
from activities.tests.conftest import Caller
from activities.tests.factories import ActivityFactory
from foundation.messaging.models import OutboxMessage
from programs.tests.factories import MarketingProgramFactory, ParticipantFactory
from rewards.outcomes import outcome_of

BASE = "/admin-api/api/v2/activities"
READER, MANAGER = "activities.read", "activities.manage"

pytestmark = pytest.mark.django_db


def listed(caller: Caller, **filters: Any) -> list[str]:
    answer = caller(MANAGER).get(BASE, filters)
    assert answer.status_code == 200, answer.json()
    return [each["activityId"] for each in answer.json()["results"]]


def made(**fields: Any) -> str:
    activity: Activity = ActivityFactory.create(**fields)
    return str(activity.pk)


def test_are_listed_newest_first(caller: Caller):
    ids = [made(created_on=datetime(2026, 5, day, tzinfo=UTC)) for day in (17, 19, 18)]

    assert listed(caller) == [ids[1], ids[2], ids[0]]


def test_are_filtered_by_program_and_participant(caller: Caller):
    participant = ParticipantFactory.create()
    mine = made(participant=participant)
    made()

    found = listed(caller, participantId=participant.pk, marketingProgramId=participant.program_id)

    assert found == [mine]


def test_are_filtered_by_type_and_state(caller: Caller):
    skipped = made(state="Skipped", type="QuizActivity")
    made(state="Skipped")
    made(type="QuizActivity")

    assert listed(caller, type="QuizActivity", state="Skipped") == [skipped]


@pytest.mark.parametrize("reward", ["set", "failed", "none"])
def test_are_filtered_by_the_reward(caller: Caller, reward: str):
    ids = {
        "set": made(reward=10),
        "failed": made(reward_failure="division by zero"),
        "none": made(),
    }

    assert listed(caller, reward=reward) == [ids[reward]]


def test_are_filtered_by_the_time_of_creation(caller: Caller):
    days = {day: made(created_on=datetime(2026, 5, day, tzinfo=UTC)) for day in (17, 18, 19)}

    found = listed(caller, createdFrom="2026-05-18T00:00:00Z", createdBefore="2026-05-19T00:00:00Z")

    assert found == [days[18]]


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("reward", "much", "invalid-choice"),
        ("createdFrom", "2026-05-17T09:30:00", "offset-required"),
        ("createdFrom", "2026-05-17", "offset-required"),
        ("createdBefore", "soon", "invalid"),
        ("createdBefore", "0001-01-01T00:00:00+14:00", "overflow"),
    ],
)
def test_refuse_a_filter_that_cannot_be_read(caller: Caller, name: str, text: str, code: str):
    answer = caller(MANAGER).get(BASE, {name: text})

    assert answer.status_code == 422
    assert [(e["field"], e["code"]) for e in answer.json()["errors"]] == [(name, code)]


def test_have_a_history(caller: Caller):
    activity = ActivityFactory.create()

    answer = caller(MANAGER).get(f"{BASE}/{activity.pk}/history")

    assert answer.status_code == 200
    found = answer.json()
    assert found["activityId"] == str(activity.pk)
    assert found["standing"]["progress"] == "Waiting"
    assert found["history"] == []
    assert found["tasks"] == {"count": 0, "decidedOn": None, "whyNone": "", "tasks": []}


def test_get_a_reward_in_the_old_scheme_too(caller: Caller, monkeypatch: pytest.MonkeyPatch):
    reward = outcome_of(Decimal(7))
    monkeypatch.setattr("rewards.calculation.calculate_reward", lambda *_: reward)
    program = MarketingProgramFactory.create(is_new_scheme=False)
    activity = ActivityFactory.create(participant=ParticipantFactory.create(program=program))

    answer = caller(MANAGER).post(f"{BASE}/{activity.pk}/reward/calculate")

    assert (answer.status_code, answer.json()["reward"]) == (200, 7)
    assert activity.history.get().source == "source"
    assert OutboxMessage.objects.filter(destination="activities.refill_balance").count() == 1
