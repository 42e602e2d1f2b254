"""Limits when many rewards are calculated at the same time…"""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from django.db import OperationalError, connection

from activities.explaining.rewards import explain_reward
from activities.models import Activity
from activities.records.changes import Changes
from activities.settling.rewarding import CalculateRewardCommand, calculate_reward
from activities.tests.factories import ActivityFactory, sport_data
from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.racing import at_once
from programs.tests.factories import MarketingProgramFactory, ParticipantFactory
from rewards.models import RewardLimitCounter
from rewards.tests.factories import NOW, active_formula
from rewards.tests.limits import budget, limited

pytestmark = pytest.mark.django_db(transaction=True)
THREADS = 16


@pytest.fixture
def activities(db: None) -> list[Activity]:
    """Runs of 7 points each, of eight participants of a program."""
    program = MarketingProgramFactory.create()
    active_formula(program.pk, expression="distance")
    participants = ParticipantFactory.create_batch(8, program=program)
    data = sport_data(Distance="7")
    return [
        ActivityFactory.create(participant=each, data=data, created_on=NOW)
        for each in participants
        for _ in range(6)
    ]


def calculate(activity: Activity) -> None:
    calculate_reward(CalculateRewardCommand(activity_id=activity.pk, source="handler"))


def in_threads(do: Callable[[Any], None], items: Sequence[Any]) -> None:
    """Call the function with each item, in threads that start together."""

    def work(place: int) -> None:
        for item in items[place::THREADS]:
            do(item)

    at_once(*(partial(work, place) for place in range(THREADS)))


def rewards() -> list[int]:
    return sorted(int(each or 0) for each in Activity.objects.values_list("reward", flat=True))


def test_are_used_to_the_last_point_and_never_exceeded(activities: list[Activity]):
    program_id = activities[0].marketing_program_id
    shared = budget(program_id, 200)
    own = limited(program_id, 30, period="Day")

    in_threads(calculate, [*activities, *activities, *activities])

    assert sum(rewards()) == 200
    by_limit = Counter[Any]()
    for counter in RewardLimitCounter.objects.all():
        by_limit[counter.limit_id] += int(counter.used)
        assert counter.limit_id == shared.pk or counter.used <= 30
    assert by_limit == {shared.pk: 200, own.pk: 200}
    events = OutboxMessage.objects.filter(destination="rewards.budget-reached").order_by("pk")
    assert [each.body["percent"] for each in events] == [80, 100]


def test_are_explained_as_they_were_used(activities: list[Activity]):
    budget(activities[0].marketing_program_id, 100, period="Program")

    in_threads(calculate, activities)

    cut = [explain_reward(each.pk) for each in Activity.objects.filter(reward__lt=7)]
    assert Counter(rewards()) == {7: 14, 2: 1, 0: 33}
    assert len(cut) == 34
    for each in cut:
        [limit] = each.limits
        assert (each.before_limits, limit.left) == ("7", f"{each.reward:f}")


def test_count_every_reward_when_they_are_added_meanwhile(activities: list[Activity]):
    program_id = activities[0].marketing_program_id
    places = [*activities[:24], None, *activities[24:]]

    def do(activity: Activity | None) -> None:
        if activity is None:
            budget(program_id, 150)
        else:
            calculate(activity)

    in_threads(do, places)

    assert RewardLimitCounter.objects.get().used == sum(rewards())


def test_take_nothing_for_a_process_that_died(activities, monkeypatch):
    budget(activities[0].marketing_program_id, 100)

    write = Changes.write

    def die(changes: Changes) -> None:
        write(changes)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    with monkeypatch.context() as dying, ThreadPoolExecutor(1) as pool:
        dying.setattr(Changes, "write", die)
        with pytest.raises(OperationalError):
            pool.submit(calculate, activities[0]).result()
    assert RewardLimitCounter.objects.get().used == Decimal(0)
    assert rewards() == [0] * len(activities)

    in_threads(calculate, activities)

    assert RewardLimitCounter.objects.get().used == sum(rewards()) == 100
