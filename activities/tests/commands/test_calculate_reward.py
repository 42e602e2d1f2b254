"""Calculating the reward of an activity…"""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from activities.models import Activity, ActivityHistory
from activities.settling.rewarding import CalculateRewardCommand, RewardIsSet, calculate_reward
from activities.tests.calls.outbox import posted
from activities.tests.calls.rewarded import accepted
from activities.tests.factories import ActivityFactory, sport_data
from foundation.messaging.models import OutboxMessage
from rewards.formulas.candidates import Outcome, Result, outcome_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def calculator(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], list[tuple[Any, ...]]]:
    """Return a function that has the calculator answer so; it returns what the calculator gets."""

    def answer(outcome: Any) -> list[tuple[Any, ...]]:
        asked: list[tuple[Any, ...]] = []

        def calculated(*given: Any) -> Any:
            asked.append(given)
            if isinstance(outcome, Exception):
                raise outcome
            return outcome

        monkeypatch.setattr("rewards.formulas.calculation.calculate_reward", calculated)
        return asked

    return answer


def worth(amount: str) -> Outcome:
    return replace(outcome_of(Decimal(amount)), details={"formula": "distance"})


def calculate(activity: Activity) -> Activity:
    return calculate_reward(CalculateRewardCommand(activity_id=activity.pk, source="handler"))


def test_asks_with_the_program_the_type_and_the_variables(calculator: Any):
    activity = ActivityFactory.create(data=sport_data(AveragePace="330"))
    asked = calculator(worth("1"))

    calculate(activity)

    [(program_id, activity_type, variables, _)] = asked
    assert (program_id, activity_type) == (activity.marketing_program_id, "SportActivity")
    assert (variables["distance"], variables["avg_pace"]) == (Decimal("10.5"), Decimal("5.5"))
    assert variables["pulse"] is None


def test_is_set_once_with_its_event_its_refill_and_what_it_came_from(calculator: Any):
    activity = ActivityFactory.create()
    calculator(worth("12.50"))

    assert [calculate(activity).version for _ in range(3)] == [2, 2, 2]

    assert posted() == ["activities.activity-reward-set", "activities.refill_balance"]
    event, refill = OutboxMessage.objects.order_by("pk")
    assert event.body["reward"] == Activity.objects.get().reward == 13
    assert refill.body == {"activityId": str(activity.pk), "amount": "13"}
    row = ActivityHistory.objects.get()
    assert (row.change, row.source) == ("RewardSet", "handler")
    assert row.details == {"reward": "13", "unrounded": "12.5", "formula": "distance"}


@pytest.mark.parametrize(
    "outcome",
    [
        worth("13"),
        Outcome(result=Result.NO_REWARD, reason="none"),
        Outcome(result=Result.FAILED, reason="fails"),
        worth("-1"),
    ],
)
def test_with_another_result_than_the_reward_that_is_set_is_a_conflict(
    calculator: Any, outcome: Any
):
    activity = ActivityFactory.create()
    calculator(worth("12"))
    calculate(activity)
    calculator(outcome)

    with pytest.raises(RewardIsSet):
        calculate(activity)

    activity.refresh_from_db()
    assert activity.reward == 12
    assert activity.version == 2
    assert len(posted()) == 2


def test_without_a_reward_is_success(calculator: Any):
    activity = ActivityFactory.create()
    calculator(Outcome(result=Result.NO_REWARD, reason="No formula suits."))

    for _ in range(2):
        calculate(activity)

    activity.refresh_from_db()
    row = ActivityHistory.objects.get()
    assert activity.reward is None
    assert (row.change, row.details) == ("NoReward", {"reason": "No formula suits."})
    assert posted() == []


@pytest.mark.parametrize("activity_type", ["SportActivity", "SporadicActivity"])
@pytest.mark.parametrize("verdict", ["Rejected", None])
def test_that_is_not_accepted_gives_none(calculator: Any, activity_type: str, verdict: str | None):
    data = sport_data()
    del data["RefereeingSystemCheckState"]
    if verdict:
        data["RefereeingSystemCheckState"] = verdict
    asked = calculator(worth("1"))

    calculate(ActivityFactory.create(type=activity_type, data=data))

    assert asked == []
    why = "rejected it" if verdict else "have not decided about it"
    assert ActivityHistory.objects.get().details["reason"] == f"the referees {why}."


@pytest.mark.parametrize(
    ("outcome", "reason"),
    [
        (Outcome(result=Result.FAILED, reason="Division by zero in line 1."), "Division by zero"),
        (worth("-0.5"), "is negative"),
        (worth("1e15"), "is 10^15 or more"),
        (worth("1e300"), "is 10^15 or more"),
    ],
)
def test_that_fails_leaves_it_unset_and_says_why(calculator: Any, outcome: Any, reason: str):
    activity = ActivityFactory.create()
    calculator(outcome)

    for _ in range(2):
        calculate(activity)

    activity.refresh_from_db()
    row = ActivityHistory.objects.get()
    assert activity.reward is None
    assert reason in activity.reward_failure
    assert (row.change, row.details["reason"]) == ("RewardFailed", activity.reward_failure)
    assert posted() == []


@pytest.mark.parametrize(
    "outcome", [worth("3"), Outcome(result=Result.NO_REWARD, reason="No formula suits."), None]
)
def test_clears_an_earlier_failure_as_new_data_do(calculator: Any, outcome: Outcome | None):
    activity = ActivityFactory.create()
    calculator(Outcome(result=Result.FAILED, reason="fails"))
    calculate(activity)

    if outcome is None:
        accepted(activity, Distance="11")
    else:
        calculator(outcome)
        calculate(activity)

    assert Activity.objects.get().reward_failure == ""
