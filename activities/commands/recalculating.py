"""Calculating rewards again, when staff or a service ask for it: only of activities without one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from activities.commands.rewarding import CalculateRewardCommand, RewardIsSet, calculate_reward
from activities.following import (
    CALCULATE_FAILED,
    CALCULATE_REWARD,
    step,
    withdraw_step,
    withdraw_steps,
)
from activities.models import Activity, ActivityNotFound
from messaging import outbox
from messaging.models import OutboxMessage
from messaging.outbox import HandlerMessage
from records.refusals import Refusal
from rewards.models import RewardFormula

AT_ONCE = 500  # failed activities a step


@dataclass(frozen=True, slots=True, kw_only=True)
class CalculateAgainCommand:
    """`source` is the member of staff or the service that asks."""

    activity_id: UUID
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CalculateManyAgainCommand:
    activity_ids: Sequence[UUID]
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CalculateFailedCommand:
    """All that failed by a formula and were created before a moment.

    After `after` (when it was created, and its id) if that is given: the last one that is done.
    """

    formula_id: UUID
    source: str
    before: datetime
    after: tuple[datetime, UUID] | None = None


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


@transaction.atomic
def calculate_many_again(command: CalculateManyAgainCommand) -> Mapping[UUID, Refusal | None]:
    """Have workers calculate the rewards of activities; return why not, where they will not.

    A step is posted for each activity without a reward, in place of its own. An activity that does
    not exist, or has a reward, is refused and stops no other.
    """
    ids = sorted(set(command.activity_ids))
    without = Activity.objects.filter(pk__in=ids, reward=None)
    withdraw_steps(list(without.values_list("pk", flat=True)), CALCULATE_REWARD, command.source)
    found = Activity.objects.select_for_update().filter(pk__in=ids).order_by("pk").in_bulk()
    refusals = {pk: _why_not(pk, found.get(pk)) for pk in ids}
    outbox.post(
        *(
            step(found[pk], CALCULATE_REWARD, source=command.source)
            for pk, refusal in refusals.items()
            if refusal is None
        )
    )
    return refusals


@transaction.atomic
def calculate_failed(command: CalculateFailedCommand) -> None:
    """Have workers calculate all that failed by a formula, a portion a step of the outbox.

    If that is under way for the formula, this is success and posts nothing.

    :raises RewardFormulaNotFound: no such formula.
    """
    RewardFormula.objects.get_or_refuse(command.formula_id)
    under_way = OutboxMessage.objects.waiting().filter(
        destination=CALCULATE_FAILED, key=str(command.formula_id)
    )
    if not under_way.exists():
        outbox.post(_portion(command))


@transaction.atomic
def calculate_next_failed(command: CalculateFailedCommand) -> None:
    """Post the steps of the next activities that failed by a formula, and the next portion."""
    failed = list(_failed(command)[:AT_ONCE])
    ids = [activity.pk for activity in failed]
    calculate_many_again(CalculateManyAgainCommand(activity_ids=ids, source=command.source))
    if len(failed) == AT_ONCE:
        last = failed[-1]
        outbox.post(_portion(command, after=(last.created_on, last.pk)))


def _why_not(activity_id: UUID, activity: Activity | None) -> Refusal | None:
    if activity is None:
        return ActivityNotFound(f"No activity {activity_id}.")
    if activity.reward is not None:
        return RewardIsSet(f"Activity {activity_id} has the reward {activity.reward:f}.")
    return None


def _failed(command: CalculateFailedCommand) -> QuerySet[Activity]:
    failed = Activity.objects.filter(
        ~Q(reward_failure=""),
        failed_formula=command.formula_id,
        created_on__lt=command.before,
    ).order_by("created_on", "pk")
    if command.after is None:
        return failed
    on, pk = command.after
    return failed.filter(Q(created_on__gt=on) | Q(created_on=on, pk__gt=pk), created_on__gte=on)


def _portion(
    command: CalculateFailedCommand, after: tuple[datetime, UUID] | None = None
) -> HandlerMessage:
    position = {"afterOn": after[0].isoformat(), "afterId": str(after[1])} if after else {}
    payload = {
        "formulaId": str(command.formula_id),
        "source": command.source,
        "before": command.before.isoformat(),
        **position,
    }
    return HandlerMessage(handler=CALCULATE_FAILED, key=command.formula_id, payload=payload)
