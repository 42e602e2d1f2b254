"""POST admin-api/…/activities/reward/calculate/bulk."""

from typing import Any
from uuid import uuid4

import pytest

from activities.models import Activity
from activities.settling.rewarding import calculate_many_again
from activities.tests.calls.outbox import run_step
from activities.tests.factories import ActivityFactory
from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.racing import at_once
from foundation.rest.tests.conftest import Caller
from rewards.tests.factories import active_formula

pytestmark = pytest.mark.django_db

ADDRESS = "/admin-api/api/v2/activities/reward/calculate/bulk"
STEP = "activities.calculate_reward"


def ask(client: Any, ids: Any) -> Any:
    return client.post(ADDRESS, {"activityIds": ids}, format="json")


def test_posts_the_steps_of_those_without_a_reward_and_answers_one_by_one(caller: Caller):
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
def test_races_with_itself_without_a_deadlock():
    ids = [ActivityFactory.create().pk for _ in range(8)]
    orders = (ids, ids[::-1], ids[4:] + ids[:4])

    at_once(*(lambda order=order: calculate_many_again(order, "ann") for order in orders))

    waiting = OutboxMessage.objects.waiting().filter(destination=STEP)
    assert sorted(waiting.values_list("key", flat=True).distinct()) == sorted(map(str, ids))
