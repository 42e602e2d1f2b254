"""Calculating the reward of an activity again, when staff ask for it."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from activities.commands.rewarding import CalculateRewardCommand, calculate_reward
from activities.following import CALCULATE_REWARD, withdraw_step
from activities.models import Activity


@dataclass(frozen=True, slots=True, kw_only=True)
class CalculateAgainCommand:
    """`source` is the member of staff or the service that asks."""

    activity_id: UUID
    source: str


@transaction.atomic
def calculate_again(command: CalculateAgainCommand) -> Activity:
    """Calculate the reward of an activity at once, in place of its own step.

    :raises ActivityNotFound: no such activity.
    :raises RewardIsSet: another reward is set; its step stays as it is.
    """
    withdraw_step(command.activity_id, CALCULATE_REWARD, command.source)
    return calculate_reward(
        CalculateRewardCommand(activity_id=command.activity_id, source=command.source)
    )
