"""Activities over the AdminApi…"""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from activities.models import Activity
from activities.tests.factories import ActivityFactory
from foundation.messaging.models import OutboxMessage
from foundation.rest.tests.conftest import Caller
from programs.tests.factories import MarketingProgramFactory, ParticipantFactory
from rewards.formulas.outcomes import outcome_of

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


def test_get_a_reward_in_the_old_scheme_too(caller: Caller, monkeypatch: pytest.MonkeyPatch):
    reward = outcome_of(Decimal(7))
    monkeypatch.setattr("rewards.formulas.calculation.calculate_reward", lambda *_: reward)
    program = MarketingProgramFactory.create(is_new_scheme=False)
    activity = ActivityFactory.create(participant=ParticipantFactory.create(program=program))

    answer = caller(MANAGER).post(f"{BASE}/{activity.pk}/reward/calculate")

    assert (answer.status_code, answer.json()["reward"]) == (200, 7)
    assert activity.history.get().source == "ann"
    assert OutboxMessage.objects.filter(destination="activities.refill_balance").count() == 1


ROLE = "activities.read"


def address(activity_id: Any) -> str:
    return f"/activity-api/api/v1/activities/{activity_id}"


def test_takes_few_statements(caller: Caller, django_assert_max_num_queries: Any):
    activity, client = ActivityFactory.create(), caller(ROLE)

    with django_assert_max_num_queries(2):
        client.get(address(activity.pk))
