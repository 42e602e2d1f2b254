"""Calculating the reward of an activity."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import transaction

from activities.events import ActivityRewardSet
from activities.following import REFILL_BALANCE, note, step
from activities.models import Activity, ActivityChange
from activities.types import kind_of
from programs.readers import plain
from records.reasons import bounded
from records.refusals import Conflict
from rewards import calculation
from rewards.commands.limiting import TakeFromLimitsCommand, take_from_limits
from rewards.cuts import before_limits
from rewards.outcomes import Outcome, Result


class RewardIsSet(Conflict):
    """The activity has another reward, which stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalculateRewardCommand:
    activity_id: UUID
    source: str = ""


@transaction.atomic
def calculate_reward(command: CalculateRewardCommand) -> Activity:
    """Set the reward of an activity from its program, type and data.

    1. Check that the activity exists.
    2. Calculate a whole number. No reward is success: the history says why there is none.
    3. Take it from the limits of the program, which may leave less of it.
    4. Store the reward, the event and the step that credits it.

    If the calculation fails, the reward stays unset, and `reward_failure` and the history say why.
    A reward that is set stays.

    :raises ActivityNotFound: no such activity.
    :raises RewardIsSet: another reward is set.
    """
    activity = Activity.objects.locked(command.activity_id)
    outcome = _calculated(activity)
    if outcome.reward is None:
        return _without(activity, command, outcome)
    return _with(activity, command, outcome, outcome.reward)


def _calculated(activity: Activity) -> Outcome:
    kind = kind_of(activity.type)
    values = kind.read(activity.data)
    if reason := kind.why_not_calculated(values):
        return Outcome(result=Result.NO_REWARD, reason=f"{reason}.")
    return calculation.calculate_reward(
        activity.marketing_program_id, activity.type, kind.variables_of(values), activity.created_on
    )


def _with(
    activity: Activity, command: CalculateRewardCommand, outcome: Outcome, reward: Decimal
) -> Activity:
    if activity.reward is not None:
        return _same(activity, plain(reward))
    granted = take_from_limits(
        TakeFromLimitsCommand(
            program_id=activity.marketing_program_id,
            participant_id=activity.participant_id,
            activity_type=activity.type,
            on=activity.created_on,
            reward=reward,
        )
    )
    text = plain(granted.reward)
    activity.store(reward=granted.reward, reward_failure="", failed_formula_id=None)
    unrounded = plain(outcome.amount or Decimal(0))
    details = {**outcome.details, **granted.details, "reward": text, "unrounded": unrounded}
    refill = step(activity, REFILL_BALANCE, amount=text)
    note(activity, ActivityChange.REWARD_SET, command.source, details, ActivityRewardSet, refill)
    return activity


def _without(activity: Activity, command: CalculateRewardCommand, outcome: Outcome) -> Activity:
    """Note that there is no reward; nothing changes if the last calculation said the same."""
    if activity.reward is not None:
        return _same(activity, "none")
    failed = outcome.result is Result.FAILED
    change = ActivityChange.REWARD_FAILED if failed else ActivityChange.NO_REWARD
    details = {**outcome.details, "reason": bounded(outcome.reason)}
    if _is_noted(activity, change, details):
        return activity
    activity.store(
        reward_failure=details["reason"] if failed else "",
        failed_formula_id=details.get("formulaId") if failed else None,
    )
    note(activity, change, command.source, details)
    return activity


def _is_noted(activity: Activity, change: ActivityChange, details: dict[str, Any]) -> bool:
    """Return whether the last calculation since the data came had the same result."""
    last = (
        activity.history.exclude(change__in=(ActivityChange.APPLIED, ActivityChange.SKIPPED))
        .order_by("-pk")
        .first()
    )
    return last is not None and last.change == change and last.details == details


def _same(activity: Activity, calculated: str) -> Activity:
    """Return the activity if its reward, before limits cut it, is the one that is calculated."""
    if _before_limits(activity) != calculated:
        raise RewardIsSet(
            f"Activity {activity.pk} has the reward {activity.reward}; calculated is {calculated}."
        )
    return activity


def _before_limits(activity: Activity) -> str:
    row = activity.history.filter(change=ActivityChange.REWARD_SET).first()
    return before_limits(row.details) if row else plain(activity.reward or Decimal(0))
