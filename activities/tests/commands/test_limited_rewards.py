"""A reward that limits of the program hold…"""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from django.db import OperationalError, connection

from activities.explaining.history import explain_activity
from activities.explaining.reward_checks import check_reward
from activities.explaining.rewards import explain_reward
from activities.models import Activity
from activities.records.changes import Changes
from activities.settling.rewarding import CalculateRewardCommand, calculate_reward
from activities.tests.calls.outbox import run_steps
from activities.tests.factories import ActivityFactory, data_of, sport_data
from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.racing import at_once
from foundation.records.audit import Actor
from programs.tests.factories import MarketingProgramFactory, ParticipantFactory
from rewards.limits.commands import RemoveLimitCommand, put_limit, remove_limit
from rewards.models import Balance, RewardLimitCounter
from rewards.tests.factories import NOW, active_formula, budget, limit_order, limited

pytestmark = pytest.mark.django_db
WEEK, NEXT_WEEK = NOW, datetime(2026, 5, 18, 9, 30, tzinfo=UTC)


@pytest.fixture
def program(db: None) -> Any:
    """A program that pays a point a kilometre."""
    program = MarketingProgramFactory.create()
    active_formula(program.pk, expression="distance")
    active_formula(program.pk, expression="5", activity_type="QuizActivity")
    return program


@pytest.fixture
def participant(program: Any) -> Any:
    return ParticipantFactory.create(program=program)


def run(participant: Any, distance: int = 26, on: datetime = WEEK) -> Activity:
    """Calculate the reward of a run of so many kilometres, created then."""
    return calculate(
        ActivityFactory.create(
            participant=participant, data=sport_data(Distance=str(distance)), created_on=on
        )
    )


def calculate(activity: Activity) -> Activity:
    return calculate_reward(CalculateRewardCommand(activity_id=activity.pk, source="handler"))


def test_is_explained_by_the_limit_and_still_verified(program: Any, participant: Any):
    limited(program.pk, 50)
    run(participant, 42)
    activity = run(participant)
    run_steps()

    explained = explain_reward(activity.pk)

    words = "8 of 26: 8 were left of this week's 50 points for each participant (from 2026-05-11)."
    assert words in explained.sentences
    assert words in explained.summary
    told = explain_activity(activity.pk)
    assert words in told.standing.text
    set_as = [each.text for each in told.entries if each.kind == "RewardSet"]
    assert set_as == [f"Reward 8 by formula 'By distance', revision 1. {words}"]
    assert "26, rounded to a whole number, halves away from zero, is 26." in explained.technical
    assert check_reward(activity.pk).sentence.startswith("Calculated again")
    assert check_reward(activity.pk).is_equal
    assert Balance.objects.get().amount == 50


def test_of_nothing_takes_nothing(program: Any, participant: Any):
    limited(program.pk, 1, unit="Activities")
    active_formula(program.pk, expression="0", activity_type="PartnersActivity")
    data = data_of("PartnersActivity")

    nothing = ActivityFactory.create(
        participant=participant, type="PartnersActivity", data=data, created_on=WEEK
    )

    assert calculate(nothing).reward == 0
    assert run(participant).reward == 26


def test_is_held_by_limits_of_its_type_participant_and_program_alone(program, participant):
    limited(program.pk, 10, activity_type="QuizActivity")
    limited(None, 1)
    limited(program.pk, 30)

    assert run(participant).reward == 26
    assert run(ParticipantFactory.create(program=program)).reward == 26
    quiz = ActivityFactory.create(
        participant=participant, type="QuizActivity", data=data_of("QuizActivity"), created_on=WEEK
    )
    assert calculate(quiz).reward == 4


@pytest.mark.parametrize(
    ("period", "zone", "before", "after"),
    [
        ("Day", "UTC", "2026-05-17T23:59:59+00:00", "2026-05-18T00:00:00+00:00"),
        ("Day", "Europe/Berlin", "2026-05-17T21:59:59+00:00", "2026-05-17T22:00:00+00:00"),
        ("Day", "America/New_York", "2026-11-02T04:59:59+00:00", "2026-11-02T05:00:00+00:00"),
        ("Week", "UTC", "2026-05-17T23:59:59+00:00", "2026-05-18T00:00:00+00:00"),
        ("Week", "Asia/Tokyo", "2026-05-17T14:59:59+00:00", "2026-05-17T15:00:00+00:00"),
        ("Month", "UTC", "2026-12-31T23:59:59+00:00", "2027-01-01T00:00:00+00:00"),
        ("Month", "Europe/Berlin", "2026-10-31T22:59:59+00:00", "2026-10-31T23:00:00+00:00"),
    ],
)
def test_counts_in_the_period_in_which_the_activity_was_created(
    program: Any, participant: Any, period: str, zone: str, before: str, after: str
):
    program.store(time_zone=zone)
    limited(program.pk, 30, period=period)
    moments = [datetime.fromisoformat(each) for each in (before, after)]

    later, earlier, more = (run(participant, on=each) for each in (*moments[::-1], moments[0]))

    assert [later.reward, earlier.reward, more.reward] == [26, 26, 4]


def test_counts_for_the_whole_program_whenever_it_was_created(program: Any, participant: Any):
    limited(program.pk, 30, period="Program")

    assert [run(participant, on=each).reward for each in (WEEK, NEXT_WEEK)] == [26, 4]


def test_counts_what_was_rewarded_before_the_limit_was_added(program: Any, participant: Any):
    run(participant, 10, on=NEXT_WEEK)
    run(participant, 40)
    run(ParticipantFactory.create(program=program), 5)

    limited(program.pk, 50)
    budget(program.pk, 60)

    assert [run(participant).reward, run(participant).reward] == [10, 0]
    assert run(ParticipantFactory.create(program=program)).reward == 5


def test_is_held_by_a_limit_as_it_was_changed_until_it_is_removed(program: Any, participant: Any):
    order = limit_order(program.pk, 20)
    limit = put_limit(order).record
    run(participant)

    put_limit(replace(order, most=Decimal(30)))
    raised = run(participant).reward
    put_limit(replace(order, most=Decimal(10)))
    lowered = run(participant).reward
    remove_limit(RemoveLimitCommand(limit_id=limit.pk, by=Actor("ann")))

    assert [raised, lowered, run(participant).reward] == [10, 0, 26]


def test_of_a_program_without_limits_costs_one_statement(
    program: Any, participant: Any, django_assert_num_queries: Any
):
    activities = ActivityFactory.create_batch(2, participant=participant)
    calculate(activities[0])

    # Two of a savepoint; the activity, formulas, limits, the activity, its history, messages.
    with django_assert_num_queries(2 + 6):
        calculate(activities[1])


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


def in_threads(do: Callable[[Any], object], items: Sequence[Any]) -> None:
    """Call the function with each item, in threads that start together."""

    def work(place: int) -> None:
        for item in items[place::THREADS]:
            do(item)

    at_once(*(partial(work, place) for place in range(THREADS)))


def rewards() -> list[int]:
    return sorted(int(each or 0) for each in Activity.objects.values_list("reward", flat=True))


@pytest.mark.django_db(transaction=True)
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


@pytest.mark.django_db(transaction=True)
def test_are_explained_as_they_were_used(activities: list[Activity]):
    budget(activities[0].marketing_program_id, 100, period="Program")

    in_threads(calculate, activities)

    cut = [explain_reward(each.pk) for each in Activity.objects.filter(reward__lt=7)]
    assert Counter(rewards()) == {7: 14, 2: 1, 0: 33}
    assert len(cut) == 34
    for each in cut:
        [limit] = each.limits
        assert (each.before_limits, limit.left) == ("7", f"{each.reward:f}")


@pytest.mark.django_db(transaction=True)
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


@pytest.mark.django_db(transaction=True)
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
