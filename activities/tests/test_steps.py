"""The steps that follow a change of an activity…"""

from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from activities.models import ActivityState
from activities.settling.steps import reward_and_apply
from activities.tests.calls.outbox import posted, run_steps, take_apart
from activities.tests.calls.rewarded import came
from foundation.messaging.models import OutboxMessage
from foundation.records.texts import UNFORESEEN
from programs.participants.models import Participant
from programs.tests.factories import (
    MarketingProgramFactory,
    ParticipantExerciseTaskFactory,
    ParticipantFactory,
)
from rewards.balances.commands import refill_balance
from rewards.formulas.outcomes import Outcome, Result, outcome_of
from rewards.models import Balance
from rewards.tests.factories import refill

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


def test_take_twelve_statements_without_those_of_formulas(django_assert_num_queries: Any):
    task = ParticipantExerciseTaskFactory.create()
    came(task.participant.pk)
    run_steps()
    ParticipantExerciseTaskFactory.create(participant=task.participant)
    activity = came(task.participant.pk)

    with django_assert_num_queries(12):
        reward_and_apply(activity.pk, "handler", timezone.now())

    assert Balance.objects.get().amount == 20


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
