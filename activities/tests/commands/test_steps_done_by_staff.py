"""A step that staff do themselves…"""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from activities.models import Activity
from activities.settling.applying import TaskManagersDecide, search_again
from activities.settling.rewarding import CalculateRewardCommand, RewardIsSet, calculate_again
from activities.tests.calls.outbox import take_apart
from activities.tests.calls.rewarded import came
from foundation.messaging.models import OutboxMessage
from foundation.records.audit import Actor
from programs.tests.factories import ParticipantExerciseTaskFactory, ParticipantFactory
from rewards.formulas.outcomes import outcome_of

pytestmark = pytest.mark.django_db

CALCULATE, APPLY = "activities.calculate_reward", "activities.apply_activity"


@pytest.fixture(autouse=True)
def a_reward(monkeypatch: pytest.MonkeyPatch) -> None:
    reward = outcome_of(Decimal(5))
    monkeypatch.setattr("rewards.formulas.calculation.calculate_reward", lambda *_: reward)


def created(*, is_new_scheme: bool = True) -> Activity:
    participant = ParticipantFactory.create(program__is_new_scheme=is_new_scheme)
    ParticipantExerciseTaskFactory.create(participant=participant)
    activity = came(participant.pk)
    take_apart()
    return activity


def fail(destination: str, **fields: Any) -> None:
    OutboxMessage.objects.filter(destination=destination).update(
        attempts=3, reason="Broken.", due_on=timezone.now(), **fields
    )


def search(activity: Activity) -> Activity:
    return search_again(activity.pk, Actor("ann"), timezone.now())


def calculate(activity: Activity) -> Activity:
    return calculate_again(CalculateRewardCommand(activity_id=activity.pk, source="ann"))


again = pytest.mark.parametrize(("step", "do"), [(CALCULATE, calculate), (APPLY, search)])
Do = Callable[[Activity], Activity]


@again
def test_stays_as_it_is_if_it_is_refused(step: str, do: Do):
    activity = created(is_new_scheme=step != APPLY)
    fail(step, dead_on=timezone.now())
    if step == CALCULATE:
        activity.store(reward=Decimal(4))

    with pytest.raises(TaskManagersDecide if step == APPLY else RewardIsSet):
        do(activity)

    assert OutboxMessage.objects.get(destination=step).withdrawn_on is None
