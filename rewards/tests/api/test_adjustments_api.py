"""POST admin-api/…/balances/{participantId}/adjustments."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from programs.tests.factories import ParticipantFactory
from rewards.models import Balance, BalanceOperation
from rewards.tests.balances import credited

pytestmark = pytest.mark.django_db

BASE = "/admin-api/api/v2/balances"


@pytest.fixture
def adjuster(caller):
    return caller("rewards.adjust")


def adjust(client: Any, participant_id: UUID, **changes: Any) -> Any:
    body = {"amount": "-3.50", "reason": "Measured twice.", **changes}
    return client.post(f"{BASE}/{participant_id}/adjustments", body, format="json")


def test_adds_an_operation_with_the_name_of_the_caller(adjuster):
    reward = credited()

    answer = adjust(adjuster, reward.balance_id, activityId=str(reward.pk))

    operation = answer.json()
    stored = BalanceOperation.objects.get(pk=operation["operationId"])
    assert answer.status_code == 201
    assert (operation["type"], operation["amount"]) == ("Adjustment", "-3.50")
    assert operation["sourceId"] == str(reward.pk)
    assert operation["createdBy"] == stored.created_by != ""
    assert f"{Balance.objects.get(pk=reward.balance_id).amount:f}" == "6.50"


def test_is_repeatable_and_a_conflict_with_another_amount(adjuster):
    reward, operation_id = credited(), str(uuid4())

    answers = [
        adjust(adjuster, reward.balance_id, operationId=operation_id, amount=amount)
        for amount in ("2", 2, "3")
    ]

    assert [answer.status_code for answer in answers] == [201, 200, 409]
    assert answers[2].json()["code"] == "operation-exists-with-other-data"
    assert Balance.objects.get(pk=reward.balance_id).amount == 12


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("amount", "0"),
        ("amount", "0.001"),
        ("amount", "1000000000000000"),
        ("amount", "1e3"),
        ("amount", True),
        ("amount", None),
        ("reason", ""),
        ("reason", "  "),
        ("reason", 5),
        ("reason", "x" * 2001),
        ("operationId", "00000000-0000-0000-0000-000000000000"),
        ("operationId", "x"),
        ("activityId", 5),
    ],
)
def test_refuses_what_is_malformed_or_out_of_range(adjuster, field: str, value: Any):
    reward = credited()

    answer = adjust(adjuster, reward.balance_id, **{field: value})

    assert answer.status_code == 422
    assert Balance.objects.get(pk=reward.balance_id).amount == 10


def test_of_an_unknown_participant_or_activity_is_404(adjuster):
    participant = ParticipantFactory.create()

    unknown = adjust(adjuster, uuid4(), amount="1")
    no_reward = adjust(adjuster, participant.pk, amount="1", activityId=str(uuid4()))

    assert (unknown.status_code, no_reward.status_code) == (404, 404)
    assert no_reward.json()["code"] == "reward-not-credited"
    assert not BalanceOperation.objects.exists()
