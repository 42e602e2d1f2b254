"""Calculating the reward of an activity."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from activities.records.changes import (
    CALCULATE_REWARD,
    REFILL_BALANCE,
    ActivityRewardSet,
    Changes,
    step,
    withdraw_steps,
)
from activities.records.models import (
    Activity,
    ActivityChange,
    ActivityNotFound,
    RewardRecalculation,
)
from activities.types import kind_of
from foundation.messaging import jobs, outbox
from foundation.messaging.jobs import JobKind, RowPosition, rows_after
from foundation.records.audit import Actor, name_of, record_deed, record_deeds
from foundation.records.models import insert_new
from foundation.records.refusals import Conflict, Refusal, bounded
from programs.readers import plain
from rewards.formulas import calculation
from rewards.formulas.outcomes import Outcome, Result
from rewards.limits.cutting import TakeFromLimitsCommand, before_limits, take_from_limits
from rewards.models import RewardFormula


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
    return _changes_by(command).write()


def _changes_by(command: CalculateRewardCommand) -> Changes:
    changes = Changes(Activity.objects.locked(command.activity_id), command.source)
    reward = set_reward(changes)
    if reward is not None:
        changes.post(step(changes.activity, REFILL_BALANCE, amount=plain(reward)))
    return changes


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


# Calculating rewards again, when staff or a service ask for it: only of activities without one.


CALCULATED = "Calculated the reward again"
AT_ONCE = 500  # failed activities in a portion


@transaction.atomic
def calculate_again(command: CalculateRewardCommand, by: Actor | None = None) -> Activity:
    """Calculate the reward of an activity at once, in place of its own step.

    Calculated again as it was, and without such a step, nothing changes.

    :raises ActivityNotFound: no such activity.
    :raises RewardIsSet: another reward is set; its step stays as it is.
    """
    withdrawn = withdraw_steps([command.activity_id], CALCULATE_REWARD, command.source)
    changes = _changes_by(command)
    activity = changes.write()
    if changes.has_any or withdrawn:
        is_new = changes.has_any and activity.reward is not None  # one that is set stays
        record_deed(by, CALCULATED, activity, {"reward": (None, activity.reward)} if is_new else {})
    return activity


@transaction.atomic
def calculate_many_again(
    activity_ids: Sequence[UUID], source: str, by: Actor | None = None
) -> Mapping[UUID, Refusal | None]:
    """Let workers calculate the rewards of activities; return the refusals.

    A step is posted for each activity without a reward, in place of its own. An activity that does
    not exist, or has a reward, is refused and stops no other.
    """
    ids = sorted(set(activity_ids))
    without = Activity.objects.filter(pk__in=ids, reward=None)
    withdraw_steps(list(without.values_list("pk", flat=True)), CALCULATE_REWARD, source)
    found = Activity.objects.select_for_update().filter(pk__in=ids).order_by("pk").in_bulk()
    refusals = {pk: _why_not(pk, found.get(pk)) for pk in ids}
    accepted = [found[pk] for pk, refusal in refusals.items() if refusal is None]
    outbox.post(*(step(activity, CALCULATE_REWARD, source=source) for activity in accepted))
    record_deeds(by, CALCULATED, accepted)
    return refusals


@transaction.atomic
def calculate_failed(formula_id: UUID, by: Actor, now: datetime) -> None:
    """Start a job for the rewards that failed by a formula by now; if the formula has one, nothing.

    :raises RewardFormulaNotFound: no such formula.
    """
    formula = RewardFormula.objects.get_or_refuse(formula_id)
    job = RewardRecalculation(formula=formula, started_by=name_of(by), created_on=now)
    if insert_new(job):
        jobs.wake(job)
        record_deed(by, "Calculated failed rewards again", formula)


class Recalculations(JobKind[RewardRecalculation]):
    """Posts the step that calculates the reward, for each activity that failed by a formula."""

    model = RewardRecalculation

    def portion(self, job: RewardRecalculation, now: datetime) -> bool:
        failed = Activity.objects.filter(
            ~Q(reward_failure=""), failed_formula=job.formula_id, created_on__lt=job.created_on
        )
        found = list(rows_after(failed, RowPosition.of(job))[:AT_ONCE])
        ids = [activity.pk for activity in found]
        self.do_rows(job, ids, lambda some: calculate_many_again(some, job.started_by))
        if found:
            last = found[-1]
            job.position = RowPosition(created_on=last.created_on, pk=last.pk).as_json()
            job.done += len(found)
        return len(found) == AT_ONCE


def _why_not(activity_id: UUID, activity: Activity | None) -> Refusal | None:
    if activity is None:
        return ActivityNotFound(f"No activity {activity_id}.")
    if activity.reward is not None:
        return RewardIsSet(f"Activity {activity_id} has the reward {activity.reward:f}.")
    return None
