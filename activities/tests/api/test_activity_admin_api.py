"""Activities over the AdminApi…"""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest

from activities.models import Activity, RewardClaim
from activities.settling.rewarding import calculate_many_again
from activities.tests.calls.outbox import run_step
from activities.tests.calls.rewarded import claimed
from activities.tests.factories import ActivityFactory
from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.racing import at_once
from foundation.rest.tests.conftest import Caller
from programs.tests.factories import MarketingProgramFactory, ParticipantFactory
from rewards.formulas.outcomes import outcome_of
from rewards.models import Balance
from rewards.tests.factories import active_formula

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


ADDRESS = "/admin-api/api/v2/activities/reward/calculate/bulk"
STEP = "activities.calculate_reward"


def ask(client: Any, ids: Any) -> Any:
    return client.post(ADDRESS, {"activityIds": ids}, format="json")


def test_calculating_many_posts_steps_of_those_without_a_reward_and_answers_one_by_one(
    caller: Caller,
):
    without, rewarded, unknown = ActivityFactory.create(), ActivityFactory.create(reward=5), uuid4()
    without.marketing_program.is_new_scheme = False
    without.marketing_program.save()
    active_formula(without.marketing_program_id)

    answer = ask(caller("activities.manage"), [str(without.pk), str(rewarded.pk), str(unknown)])
    run_step("calculate_reward")

    found = answer.json()["results"]
    assert answer.status_code == 202
    assert [(each["status"], each["code"]) for each in found] == [
        ("posted", None),
        ("refused", "reward-is-set"),
        ("refused", "activity-not-found"),
    ]
    assert [each["activityId"] for each in found] == [
        str(without.pk), str(rewarded.pk), str(unknown)
    ]  # fmt: skip
    assert Activity.objects.get(pk=without.pk).reward == 16
    assert Activity.objects.get(pk=rewarded.pk).reward == 5


@pytest.mark.django_db(transaction=True)
def test_calculating_many_races_with_itself_without_a_deadlock():
    ids = [ActivityFactory.create().pk for _ in range(8)]
    orders = (ids, ids[::-1], ids[4:] + ids[:4])

    at_once(*(lambda order=order: calculate_many_again(order, "ann") for order in orders))

    waiting = OutboxMessage.objects.waiting().filter(destination=STEP)
    assert sorted(waiting.values_list("key", flat=True).distinct()) == sorted(map(str, ids))


CLAIMS = "/admin-api/api/v2/reward-claims"
BULK = f"{CLAIMS}/settle/bulk"


def settle(client: Any, claim: RewardClaim, decision: str = "TakeBack", **more: Any) -> Any:
    body = {"decision": decision, "reason": "A car."}
    return client.put(f"{CLAIMS}/{claim.pk}/settle", body, format="json", **more)


def test_claims_many_are_settled_one_by_one(caller: Caller):
    first, second = claimed(), claimed()
    ids = [str(first.pk), str(uuid4()), str(second.pk)]

    answer = caller("rewards.adjust").post(
        BULK, {"claimIds": ids, "decision": "TakeBack"}, format="json"
    )

    results = answer.json()["results"]
    assert [each["status"] for each in results] == ["settled", "refused", "settled"]
    assert results[1]["code"] == "reward-claim-not-found"
    assert list(Balance.objects.values_list("amount", flat=True)) == [0, 0]
