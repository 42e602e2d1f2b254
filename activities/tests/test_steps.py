"""The steps that follow a change of an activity…"""

from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from activities.models import Activity, ActivityState
from activities.settling.steps import reward_and_apply
from activities.tests.calls.came import came
from activities.tests.calls.outbox import posted, published, run_step, run_steps, take_apart
from activities.tests.factories import sport_data
from foundation.messaging.models import OutboxMessage
from foundation.records.plain_words import UNFORESEEN
from programs.models import Participant, ParticipantTaskState
from programs.tests.factories import (
    MarketingProgramFactory,
    ParticipantExerciseTaskFactory,
    ParticipantFactory,
)
from rewards.balances.commands import refill_balance
from rewards.formulas.candidates import Outcome, Result, outcome_of
from rewards.models import Balance, BalanceOperation
from rewards.tests.balances import refill

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _ten_a_reward(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = outcome_of(Decimal("9.5"))
    monkeypatch.setattr("rewards.formulas.calculation.calculate_reward", lambda *_: answer)


def participant_of(*, is_new_scheme: bool) -> Participant:
    program = MarketingProgramFactory.create(is_new_scheme=is_new_scheme)
    participant: Participant = ParticipantFactory.create(program=program)
    return participant


def failures() -> dict[str, str]:
    waiting = OutboxMessage.objects.exclude(reason="")
    return dict(waiting.values_list("destination", "reason"))


def test_reward_apply_complete_and_credit_in_the_new_scheme():
    task = ParticipantExerciseTaskFactory.create()
    activity = came(task.participant.pk)

    run_steps()

    activity.refresh_from_db()
    task.refresh_from_db()
    assert (activity.state, activity.participant_exercise_task) == ("Applied", task)
    assert (task.state, task.completed_on) == (ParticipantTaskState.COMPLETED, activity.updated_on)
    assert activity.reward == Balance.objects.get().amount == 10
    operation = BalanceOperation.objects.get()
    assert (operation.pk, operation.balance_id) == (activity.pk, activity.participant_id)
    assert sorted(published()) == [
        "activities.activity-applied",
        "activities.activity-created",
        "activities.activity-reward-set",
        "rewards.balance-changed",
        "timeline.activity-applied",
    ]


def test_take_twelve_statements_without_those_of_formulas(django_assert_num_queries: Any):
    task = ParticipantExerciseTaskFactory.create()
    came(task.participant.pk)
    run_steps()
    ParticipantExerciseTaskFactory.create(participant=task.participant)
    activity = came(task.participant.pk)

    with django_assert_num_queries(12):
        reward_and_apply(activity.pk, "handler", timezone.now())

    assert Balance.objects.get().amount == 20


def test_skip_an_activity_that_no_task_suits_and_publish_after_the_reward():
    came(ParticipantExerciseTaskFactory.create().participant_id)
    skipped = came(participant_of(is_new_scheme=True).pk)

    run_steps()

    skipped.refresh_from_db()
    assert skipped.state == ActivityState.SKIPPED
    assert set(Balance.objects.values_list("amount", flat=True)) == {10}
    assert [topic.partition(".")[2] for topic in published()][2:] == [
        *("activity-reward-set", "activity-applied", "activity-applied", "balance-changed"),
        *("activity-reward-set", "activity-skipped", "balance-changed"),
    ]


def test_apply_an_activity_whose_calculation_fails_or_crashes(monkeypatch: pytest.MonkeyPatch):
    failed = Outcome(result=Result.FAILED, reason="Division by zero.")
    monkeypatch.setattr("rewards.formulas.calculation.calculate_reward", lambda *_: failed)
    failing = came(ParticipantExerciseTaskFactory.create().participant_id)
    run_steps()
    failing.refresh_from_db()
    assert (failing.state, failing.reward_failure) == ("Applied", "Division by zero.")
    assert failures() == {}

    monkeypatch.setattr("rewards.formulas.calculation.calculate_reward", lambda *_: 1 / 0)
    activity = came(ParticipantExerciseTaskFactory.create().participant_id)
    run_steps()
    activity.refresh_from_db()
    assert (activity.state, activity.reward) == ("Created", None)
    assert failures() == {"activities.reward_and_apply": UNFORESEEN}

    take_apart()
    run_steps()
    activity.refresh_from_db()
    assert (activity.state, activity.reward) == ("Applied", None)
    assert failures() == {"activities.calculate_reward": UNFORESEEN}


def test_credit_an_activity_whose_application_fails():
    task = ParticipantExerciseTaskFactory.create()
    activity = came(task.participant.pk)
    take_apart()
    Activity.objects.filter(pk=activity.pk).update(data={})
    run_step("apply_activity")
    Activity.objects.filter(pk=activity.pk).update(data=sport_data())

    run_step("calculate_reward")
    run_step("refill_balance")

    assert failures()["activities.apply_activity"].startswith("TrackerId is missing")
    assert Balance.objects.get().amount == 10


def test_show_staff_a_task_that_cannot_be_completed():
    task = ParticipantExerciseTaskFactory.create()
    came(task.participant.pk)
    take_apart()
    run_step("apply_activity")
    task.refresh_from_db()
    task.store(state=ParticipantTaskState.CANCELLED)

    run_steps()

    assert failures() == {"activities.complete_task": f"Task {task.pk} is cancelled."}
    assert Balance.objects.get().amount == 10


def test_show_staff_a_refill_with_another_amount():
    activity = came(participant_of(is_new_scheme=True).pk)
    command = refill(activity.participant_id, operation_id=activity.pk, amount=Decimal(7))
    refill_balance(command)

    run_steps()
    take_apart()
    run_steps()

    activity.refresh_from_db()
    assert activity.state == ActivityState.SKIPPED
    assert failures()["activities.refill_balance"].startswith("Operation ")
    assert Balance.objects.get().amount == 7


def test_change_nothing_when_repeated():
    task = ParticipantExerciseTaskFactory.create()
    activity = came(task.participant.pk)
    run_steps()
    activity.refresh_from_db()
    before = (activity.version, posted())

    OutboxMessage.objects.update(delivered_on=None)
    run_steps()

    activity.refresh_from_db()
    assert (activity.version, posted()) == before
    assert Balance.objects.get().amount == 10
    assert failures() == {}


def test_fail_for_an_activity_that_does_not_exist():
    activity = came(participant_of(is_new_scheme=True).pk)
    row = OutboxMessage.objects.get(destination="activities.reward_and_apply")
    row.body = {"activityId": "00000000-0000-0000-0000-000000000007"}
    row.save()

    run_steps()

    activity.refresh_from_db()
    assert activity.state == ActivityState.CREATED
    assert failures()["activities.reward_and_apply"].startswith("No activity ")


def test_change_nothing_if_one_of_them_fails(monkeypatch: pytest.MonkeyPatch):
    def crashes(*_: Any) -> None:
        raise RuntimeError("out of memory")

    monkeypatch.setattr("activities.settling.steps.credit_new_reward", crashes)
    task = ParticipantExerciseTaskFactory.create()
    activity = came(task.participant.pk)
    before = posted()

    run_steps()

    activity.refresh_from_db()
    task.refresh_from_db()
    assert (activity.state, activity.reward, activity.version) == ("Created", None, 1)
    assert (task.state, task.activity_applied_on) == (ParticipantTaskState.ACTIVE, None)
    assert posted() == before
    assert failures() == {"activities.reward_and_apply": UNFORESEEN}
