"""Calculating the reward of an activity."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import transaction

from activities.events import ActivityRewardSet
from activities.following import REFILL_BALANCE, Changes, step
from activities.models import Activity, ActivityChange
from activities.types import kind_of
from foundation.records.reasons import bounded
from foundation.records.refusals import Conflict
from programs.readers import plain
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
    changes = Changes(Activity.objects.locked(command.activity_id), command.source)
    reward = set_reward(changes)
    if reward is not None:
        changes.post(step(changes.activity, REFILL_BALANCE, amount=plain(reward)))
    return changes.write()


def set_reward(changes: Changes) -> Decimal | None:
    """Calculate the reward of a locked activity; return what is to be credited, if it is new.

    :raises RewardIsSet: another reward is set.
    """
    outcome = _calculated(changes.activity)
    if outcome.reward is None:
        _without(changes, outcome)
        return None
    return _with(changes, outcome, outcome.reward)


def _calculated(activity: Activity) -> Outcome:
    kind = kind_of(activity.type)
    values = kind.read(activity.data)
    if reason := kind.why_not_calculated(values):
        return Outcome(result=Result.NO_REWARD, reason=f"{reason}.")
    return calculation.calculate_reward(
        activity.marketing_program_id, activity.type, kind.variables_of(values), activity.created_on
    )


def _with(changes: Changes, outcome: Outcome, reward: Decimal) -> Decimal | None:
    activity = changes.activity
    if activity.reward is not None:
        _refuse_another(activity, plain(reward))
        return None
    granted = take_from_limits(
        TakeFromLimitsCommand(
            program_id=activity.marketing_program_id,
            participant_id=activity.participant_id,
            activity_type=activity.type,
            on=activity.created_on,
            reward=reward,
        )
    )
    text, unrounded = plain(granted.reward), plain(outcome.amount or Decimal(0))
    changes.note(
        ActivityChange.REWARD_SET,
        {**outcome.details, **granted.details, "reward": text, "unrounded": unrounded},
        ActivityRewardSet,
        reward=granted.reward,
        reward_formula_id=outcome.details.get("formulaId"),
        reward_failure="",
        failed_formula_id=None,
    )
    return granted.reward


def _without(changes: Changes, outcome: Outcome) -> None:
    """Note that there is no reward; nothing changes if the last calculation said the same."""
    activity = changes.activity
    if activity.reward is not None:
        _refuse_another(activity, "none")
        return
    failed = outcome.result is Result.FAILED
    change = ActivityChange.REWARD_FAILED if failed else ActivityChange.NO_REWARD
    details = {**outcome.details, "reason": bounded(outcome.reason)}
    if not _is_noted(activity, change, details):
        changes.note(
            change,
            details,
            reward_failure=details["reason"] if failed else "",
            failed_formula_id=details.get("formulaId") if failed else None,
        )


def _is_noted(activity: Activity, change: ActivityChange, details: dict[str, Any]) -> bool:
    """Return whether the last calculation since the data came had the same result."""
    last = (
        activity.history.exclude(change__in=(ActivityChange.APPLIED, ActivityChange.SKIPPED))
        .order_by("-pk")
        .first()
    )
    return last is not None and last.change == change and last.details == details


def _refuse_another(activity: Activity, calculated: str) -> None:
    """Refuse unless the reward, before limits cut it, is the one that is calculated."""
    if _before_limits(activity) != calculated:
        raise RewardIsSet(
            f"Activity {activity.pk} has the reward {activity.reward}; calculated is {calculated}."
        )


def _before_limits(activity: Activity) -> str:
    row = activity.history.filter(change=ActivityChange.REWARD_SET).first()
    return before_limits(row.details) if row else plain(activity.reward or Decimal(0))
