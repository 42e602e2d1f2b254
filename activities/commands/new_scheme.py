"""What follows new data of an activity in the new scheme, where no task manager decides."""

from datetime import datetime
from decimal import Decimal
from uuid import UUID

from activities.commands.rewarding import set_reward
from activities.commands.settling import apply_or_skip
from activities.following import Changes
from activities.models import Activity
from programs.commands.applying import complete_taken_task
from rewards.commands.balances import RefillBalanceCommand, credit_new_reward
from rewards.models import OperationSource


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
        changes.post(credit_new_reward(_refill(activity, reward, now)))
    return changes.write()


def _refill(activity: Activity, reward: Decimal, now: datetime) -> RefillBalanceCommand:
    return RefillBalanceCommand(
        balance_id=activity.participant_id,
        operation_id=activity.pk,
        source=OperationSource.ACTIVITY,
        source_id=activity.pk,
        amount=reward,
        now=now,
    )
