"""Calculating the reward of an activity…"""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from activities.models import Activity
from activities.settling.rewarding import CalculateRewardCommand, RewardIsSet, calculate_reward
from activities.tests.calls.outbox import posted
from activities.tests.factories import ActivityFactory, sport_data
from rewards.formulas.outcomes import Outcome, Result, outcome_of

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


@pytest.mark.parametrize(
    "outcome",
    [
        worth("13"),
        Outcome(result=Result.NO_REWARD, reason="none"),
        Outcome(result=Result.FAILED, reason="fails"),
        worth("-1"),
    ],
)
def test_with_another_result_than_the_reward_that_is_set_is_a_conflict(calculator, outcome):
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
