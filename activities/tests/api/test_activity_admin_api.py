"""Activities over the AdminApi…"""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from activities.models import Activity
from activities.tests.calls.rewarded import adjusted, credited
from activities.tests.conftest import Caller
from activities.tests.factories import ActivityFactory
from foundation.messaging.models import OutboxMessage
from programs.tests.factories import MarketingProgramFactory, ParticipantFactory
from rewards.formulas.candidates import outcome_of

BASE = "/admin-api/api/v2/activities"
READER, MANAGER = "activities.read", "activities.manage"

pytestmark = pytest.mark.django_db


def made(**fields: Any) -> str:
    activity: Activity = ActivityFactory.create(**fields)
    return str(activity.pk)


def test_are_listed_newest_first_and_filtered(caller: Caller):
    participant = ParticipantFactory.create()
    fields: list[dict[str, Any]] = [
        {"participant": participant, "state": "Skipped", "type": "QuizActivity"},
        {"reward": 10, "state": "Skipped"},
        {"reward_failure": "division by zero", "type": "QuizActivity"},
    ]
    days = (17, 19, 18)
    quiz, paid, failed = (
        made(created_on=datetime(2026, 5, day, tzinfo=UTC), **each)
        for day, each in zip(days, fields, strict=True)
    )
    client = caller(MANAGER)

    def found(**filters: Any) -> list[str]:
        return [each["activityId"] for each in client.get(BASE, filters).json()["results"]]

    assert found() == [paid, failed, quiz]
    assert found(participantId=participant.pk) == [quiz]
    assert found(marketingProgramId=participant.program_id) == [quiz]
    assert found(type="QuizActivity") == [failed, quiz]
    assert found(state="Skipped") == [paid, quiz]
    for reward, expected in (("set", paid), ("failed", failed), ("none", quiz)):
        assert found(reward=reward) == [expected]
    assert found(createdFrom="2026-05-18T00:00:00Z", createdBefore="2026-05-19T00:00:00Z") == [
        failed
    ]


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
    monkeypatch.setattr("rewards.formulas.calculation.calculate_reward", lambda *_: reward)
    program = MarketingProgramFactory.create(is_new_scheme=False)
    activity = ActivityFactory.create(participant=ParticipantFactory.create(program=program))

    answer = caller(MANAGER).post(f"{BASE}/{activity.pk}/reward/calculate")

    assert (answer.status_code, answer.json()["reward"]) == (200, 7)
    assert activity.history.get().source == "source"
    assert OutboxMessage.objects.filter(destination="activities.refill_balance").count() == 1


ROLE = "activities.read"


def address(activity_id: Any) -> str:
    return f"/activity-api/api/v1/activities/{activity_id}"


def test_takes_few_statements(caller: Caller, django_assert_max_num_queries: Any):
    activity, client = ActivityFactory.create(), caller(ROLE)

    with django_assert_max_num_queries(2):
        client.get(address(activity.pk))


@pytest.mark.parametrize("role", ["activities.manage", "rewards.read"])
def test_is_answered_by_the_api(caller: Caller, role: str):
    activity = credited()
    operation = adjusted(activity, "4.50")
    client = caller(role)

    explained = client.get(f"{BASE}/{activity.pk}/reward/explanation")
    checked = client.get(f"{BASE}/{activity.pk}/reward/check")

    found = explained.json()
    assert (explained.status_code, checked.status_code) == (200, 200)
    assert (found["outcome"], found["reward"], found["unrounded"]) == ("Credited", 16, "15.75")
    assert found["steps"][-1]["source"] == "distance * coeff('rate')"
    assert (
        found["passedOver"][0]["reason"] == "its condition is not met: distance is more than 42 km"
    )
    assert found["adjustments"][0]["operationId"] == str(operation.pk)
    assert found["total"] == "20.50"
    assert checked.json()["isEqual"] is True


def test_of_an_unknown_activity_is_404(caller: Caller):
    client = caller("activities.manage")
    unknown = "6e2b5f0e-3f6c-4a55-9b6e-0a4f6d1c2b3a"
    without = ActivityFactory.create().pk

    answers = [
        client.get(f"{BASE}/{unknown}/reward/explanation"),
        client.get(f"{BASE}/{unknown}/reward/check"),
        client.get(f"{BASE}/{without}/reward/check"),
    ]

    assert [answer.status_code for answer in answers] == [404, 404, 404]
    assert answers[2].json()["code"] == "reward-not-set"
