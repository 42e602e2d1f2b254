"""Calculating rewards again, when staff or a service ask for it: only of activities without one."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from activities.commands.rewarding import CalculateRewardCommand, RewardIsSet, calculate_reward
from activities.following import CALCULATE_REWARD, step, withdraw_steps
from activities.models import Activity, ActivityNotFound, RewardRecalculation
from foundation.messaging import outbox
from foundation.messaging.jobs import running
from foundation.messaging.jobs.kinds import JobKind
from foundation.messaging.jobs.positions import RowPosition, rows_after
from foundation.records.audit import Actor, name_of, record_deed, record_deeds
from foundation.records.creating import insert_new
from foundation.records.refusals import Refusal
from rewards.models import RewardFormula

CALCULATED = "Calculated the reward again"
AT_ONCE = 500  # failed activities in a portion


@transaction.atomic
def calculate_again(command: CalculateRewardCommand, by: Actor | None = None) -> Activity:
    """Calculate the reward of an activity at once, in place of its own step.

    :raises ActivityNotFound: no such activity.
    :raises RewardIsSet: another reward is set; its step stays as it is.
    """
    withdraw_steps([command.activity_id], CALCULATE_REWARD, command.source)
    before = Activity.objects.filter(pk=command.activity_id).values_list("reward", flat=True)
    reward = before.first()
    activity = calculate_reward(command)
    changes = {"reward": (reward, activity.reward)} if activity.reward != reward else {}
    record_deed(by, CALCULATED, activity, changes)
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
        running.wake(job)
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
