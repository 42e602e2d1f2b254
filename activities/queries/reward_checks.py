"""Calculating stored rewards again: whether each is still what was credited."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

from activities.models import Activity, ActivityChange, ActivityHistory
from activities.queries.activities import get_activity_by_id
from activities.queries.reward_explanation import last_calculation
from activities.queries.standing import credits_of
from foundation.records.refusals import NotFound
from programs.readers import plain
from rewards.calculation import replay
from rewards.cuts import before_limits
from rewards.formula import exact
from rewards.formula.written import written
from rewards.models import RewardFormulaNotFound
from rewards.outcomes import Outcome

BATCH = 1000
COMPARED = ("result", "trace")


class RewardNotSet(NotFound):
    """The activity has no reward."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RewardCheck:
    """A reward that was calculated again; `differences` are sentences, none if it is the same.

    - `stored`, `calculated`: before rounding; `calculated` is None if there is none now.
    - `credited`: what is on the balance for it; None: not credited.
    """

    activity_id: UUID
    reward: Decimal
    stored: str
    calculated: str | None
    credited: Decimal | None
    differences: Sequence[str]

    @property
    def is_equal(self) -> bool:
        return not self.differences

    @property
    def sentence(self) -> str:
        if self.is_equal:
            return f"Calculated again from what was stored: {self.calculated}, the same."
        return f"Calculated again from what was stored, it differs: {' '.join(self.differences)}"


def check_reward(activity_id: UUID) -> RewardCheck:
    """Calculate the reward of an activity again, from what was stored with it; nothing changes.

    :raises ActivityNotFound: no such activity.
    :raises RewardNotSet: it has no reward.
    """
    activity = get_activity_by_id(activity_id)
    row = last_calculation(activity)
    if activity.reward is None or row is None:
        raise RewardNotSet(f"Activity {activity_id} has no reward.")
    [checked] = _checked([(activity.pk, row.details)])
    return checked


def list_reward_checks() -> Iterator[list[RewardCheck]]:
    """Calculate every stored reward again, batch by batch in the order of their calculation.

    A reward that is set meanwhile may be seen or not; each is seen as a whole.
    """
    rows = ActivityHistory.objects.filter(change=ActivityChange.REWARD_SET).order_by("pk")
    stored = rows.values_list("pk", "activity_id", "details")
    last = 0
    while found := list(stored.filter(pk__gt=last)[:BATCH]):
        with exact():
            checks = _checked([(activity_id, details) for _, activity_id, details in found])
        yield checks
        last = found[-1][0]


def _checked(rows: list[tuple[UUID, Mapping[str, Any]]]) -> list[RewardCheck]:
    ids = [activity_id for activity_id, _ in rows]
    rewards = dict(Activity.objects.filter(pk__in=ids).values_list("pk", "reward"))
    credited = dict(credits_of(ids).values_list("pk", "amount"))
    return [
        _check(activity_id, details, rewards[activity_id] or Decimal(0), credited.get(activity_id))
        for activity_id, details in rows
    ]


def _check(
    activity_id: UUID, details: Mapping[str, Any], reward: Decimal, credited: Decimal | None
) -> RewardCheck:
    again, differences = _again(details)
    if credited not in (None, reward):
        differences.append(f"The reward is {reward:f}, credited is {credited:f}.")
    if again is not None:
        if (before := before_limits(details) or plain(reward)) != plain(again.reward or Decimal(0)):
            differences.append(f"The reward is {before}, calculated is {again}.")
        if details.get("reward", plain(reward)) != plain(reward):
            differences.append(f"The reward is {reward:f}, stored is {details['reward']}.")
        differing = (name for name in COMPARED if again.details[name] != details.get(name))
        differences.extend(f"Its {name} differs." for name in differing)
    return RewardCheck(
        activity_id=activity_id,
        reward=reward,
        stored=details.get("unrounded", ""),
        calculated=None if again is None else written(again.value),
        credited=credited,
        differences=differences,
    )


def _again(details: Mapping[str, Any]) -> tuple[Outcome | None, list[str]]:
    """Return the reward as it is calculated now, or why there is none."""
    if "formulaId" not in details:
        return None, ["What it came from was not stored."]
    try:
        again = replay(details)
    except RewardFormulaNotFound as error:
        return None, [str(error)]
    return (again, []) if again.reward is not None else (None, [again.reason])
