"""The steps that follow a change of an activity: handlers of the outbox, each with its own retries.

What follows new data is done at once. If that fails again and again, each step is tried by itself,
so that what fails stops only what depends on it. The scheme is read when a step runs: in the old
one, only what concerns balances does something.
"""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.utils import timezone

from activities.claims.commands import take_back_by_itself
from activities.records.changes import (
    APPLY_ACTIVITY,
    CALCULATE_REWARD,
    COMPLETE_TASK,
    REFILL_BALANCE,
    REWARD_AND_APPLY,
    TAKE_BACK_REWARD,
    Changes,
    get_activity_by_id,
    step,
)
from activities.records.models import Activity
from activities.settling.applying import apply_or_skip, settle_activity
from activities.settling.rewarding import CalculateRewardCommand, calculate_reward, set_reward
from foundation.messaging import outbox
from foundation.messaging.outbox import Message
from foundation.messaging.outbox.drain import outbox_handler
from foundation.messaging.outbox.holding import is_holding, register_held_steps
from programs.readers import plain
from programs.tasks.commands import (
    CompleteParticipantExerciseTaskCommand,
    complete_participant_exercise_task,
    complete_taken_task,
)
from programs.tasks.models import ParticipantExerciseTask
from rewards.balances.commands import RefillBalanceCommand, credit_new_reward, refill_balance
from rewards.models import OperationSource

# What follows new data of an activity in the new scheme, where no task manager decides.


def reward_and_apply(activity_id: UUID, source: str, now: datetime) -> Activity:
    """Do all that follows new data of an activity; in the old scheme nothing.

    It runs in the caller's transaction, which is rolled back if any part fails.

    1. Calculate the reward, if none is set. That there is none is success.
    2. Then apply the activity to a suitable task, or skip it, if that is not done.
    3. Complete the task, and credit the reward, which locks the balance.
    4. Store all that, with the events in this order.
    """
    activity = Activity.objects.select_related("marketing_program").locked(activity_id)
    if not activity.marketing_program.is_new_scheme:
        return activity
    changes = Changes(activity, source)
    reward = set_reward(changes) if activity.reward is None else None
    task_id = apply_or_skip(changes, now)
    if task_id is not None:
        complete_taken_task(task_id, activity.updated_on)
    if reward is not None:
        changes.post(_credit(activity, reward, now))
    return changes.write()


def _credit(activity: Activity, reward: Decimal, now: datetime) -> Message:
    """Credit a new reward; while deliveries are held, post the step that does it later."""
    if is_holding():
        return step(activity, REFILL_BALANCE, amount=plain(reward))
    return credit_new_reward(_refill(activity, reward, now))


def _refill(activity: Activity, reward: Decimal, now: datetime) -> RefillBalanceCommand:
    return RefillBalanceCommand(
        balance_id=activity.participant_id,
        operation_id=activity.pk,
        source=OperationSource.ACTIVITY,
        source_id=activity.pk,
        amount=reward,
        now=now,
    )


SOURCE = "handler"
register_held_steps(REFILL_BALANCE, TAKE_BACK_REWARD)


def take_steps_apart(payload: Mapping[str, Any]) -> None:
    """Post the calculation and the application of an activity, each with retries of its own."""
    activity = _activity(payload)
    outbox.post(step(activity, CALCULATE_REWARD), step(activity, APPLY_ACTIVITY))


@outbox_handler(REWARD_AND_APPLY, after_failures=take_steps_apart)
def reward_and_apply_activity(payload: Mapping[str, Any]) -> None:
    """Reward an activity, apply it to a suitable task or skip it, complete the task and credit."""
    reward_and_apply(UUID(payload["activityId"]), SOURCE, timezone.now())


@outbox_handler(CALCULATE_REWARD)
def calculate_reward_of_activity(payload: Mapping[str, Any]) -> None:
    """Calculate the reward of an activity that has none.

    In the old scheme nothing calculates by itself: it needs a `source` that asked for it.
    """
    activity = _activity(payload)
    source = payload.get("source", "")
    if activity.reward is None and (source or activity.marketing_program.is_new_scheme):
        calculate_reward(CalculateRewardCommand(activity_id=activity.pk, source=source or SOURCE))


@outbox_handler(APPLY_ACTIVITY)
def apply_or_skip_activity(payload: Mapping[str, Any]) -> None:
    """Apply an activity to a suitable task or skip it (new scheme)."""
    activity = _activity(payload)
    if activity.marketing_program.is_new_scheme:
        settle_activity(activity.pk, SOURCE, timezone.now())


@outbox_handler(COMPLETE_TASK)
def complete_task_of_activity(payload: Mapping[str, Any]) -> None:
    """Complete the task that an activity is applied to (new scheme)."""
    activity = _activity(payload)
    is_new_scheme = activity.marketing_program.is_new_scheme
    if is_new_scheme:
        task = ParticipantExerciseTask.objects.get_or_refuse(activity.participant_exercise_task_id)
        complete_participant_exercise_task(
            CompleteParticipantExerciseTaskCommand(
                exercise_id=task.exercise_id,
                participant_exercise_task_id=task.pk,
                value=None,
                is_new_scheme=is_new_scheme,
                occurred_on=datetime.fromisoformat(payload["occurredOn"]),
            )
        )


@outbox_handler(REFILL_BALANCE)
def refill_balance_of_participant(payload: Mapping[str, Any]) -> None:
    """Credit the reward of an activity to its participant, once (both schemes)."""
    activity = _activity(payload)
    refill_balance(
        RefillBalanceCommand(
            balance_id=activity.participant_id,
            operation_id=activity.pk,
            source=OperationSource.ACTIVITY,
            source_id=activity.pk,
            amount=Decimal(payload["amount"]),
            now=timezone.now(),
        )
    )


@outbox_handler(TAKE_BACK_REWARD)
def take_back_rejected_reward(payload: Mapping[str, Any]) -> None:
    """Take the reward of a rejected activity back, if the credit is made; else it is retried."""
    take_back_by_itself(UUID(payload["claimId"]), timezone.now())


def _activity(payload: Mapping[str, Any]) -> Activity:
    return get_activity_by_id(UUID(payload["activityId"]))
