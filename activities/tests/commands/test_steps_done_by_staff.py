"""A step that staff do themselves…"""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from activities.explaining.figures import get_failures
from activities.explaining.progress import Progress, standings_of
from activities.models import Activity
from activities.settling.rewarding import CalculateRewardCommand, RewardIsSet, calculate_again
from activities.settling.tasks import TaskManagersDecide, search_again
from activities.tests.calls.came import came
from activities.tests.calls.outbox import run_steps, take_apart
from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.racing import DEADLINE, another_waits_for_us, in_thread
from foundation.records.audit import Actor
from programs.tests.factories import ParticipantExerciseTaskFactory, ParticipantFactory
from rewards.formulas.candidates import outcome_of

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


def progress_of(activity: Activity) -> Progress:
    activity.refresh_from_db()
    return standings_of([activity])[activity.pk].progress


again = pytest.mark.parametrize(("step", "do"), [(CALCULATE, calculate), (APPLY, search)])
Do = Callable[[Activity], Activity]


@again
@pytest.mark.parametrize("is_dead", [True, False])
def test_is_withdrawn_with_the_name_of_who_did_it_and_shown_as_failed_no_more(
    step: str, do: Do, is_dead: bool
):
    activity = created()
    fail(step, dead_on=timezone.now() if is_dead else None)
    assert progress_of(activity) == (Progress.FAILED if is_dead else Progress.RETRYING)

    do(activity)

    row = OutboxMessage.objects.get(destination=step)
    assert row.withdrawn_on is not None
    assert row.reason == "Done by ann. Before: Broken."
    run_steps()
    assert progress_of(activity) == Progress.SETTLED
    assert get_failures(timezone.now()).steps_given_up.count == 0


@again
def test_stays_as_it_is_if_it_is_refused(step: str, do: Do):
    activity = created(is_new_scheme=step != APPLY)
    fail(step, dead_on=timezone.now())
    if step == CALCULATE:
        activity.store(reward=Decimal(4))

    with pytest.raises(TaskManagersDecide if step == APPLY else RewardIsSet):
        do(activity)

    assert OutboxMessage.objects.get(destination=step).withdrawn_on is None


@pytest.mark.django_db(transaction=True)
@again
def test_waits_for_a_worker_that_does_it_without_holding_the_activity(step: str, do: Do):
    activity = created()

    with transaction.atomic():
        OutboxMessage.objects.select_for_update().get(destination=step)
        staff = in_thread(lambda: do(activity))
        while not another_waits_for_us():
            assert staff.is_alive()
        # What a worker does after it has locked its row.
        Activity.objects.select_for_update(nowait=True).get(pk=activity.pk)
    staff.join(DEADLINE)

    assert OutboxMessage.objects.get(destination=step).withdrawn_on is not None
