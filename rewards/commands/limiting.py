"""Taking a reward from the limits of its program: what they leave of it is credited."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.utils import timezone

from rewards.counters import Counted, locked_counters, spans_of, store
from rewards.cuts import LimitCut, as_details
from rewards.models import LimitUnit, RewardLimit, RewardLimitCounter


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeFromLimitsCommand:
    """The reward of an activity, as the formula gives it; `on`: when the activity was created."""

    program_id: UUID
    participant_id: UUID
    activity_type: str
    on: datetime
    reward: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantedReward:
    """What the limits leave of a reward; `details`, as JSON: why it is less, if it is."""

    reward: Decimal
    details: dict[str, Any]


def take_from_limits(command: TakeFromLimitsCommand) -> GrantedReward:
    """Take a reward from all limits that hold for it, in the caller's transaction.

    1. Read the limits; a program without any is done with this one lookup.
    2. Lock their counters, in one order.
    3. Grant what the strictest of them leaves, and count that in each. A reward of 0 takes nothing.

    The caller holds the activity's lock, and calls this once for each reward that is set.
    """
    limits = RewardLimit.objects.holding(command.program_id, command.activity_type)
    if not limits or not command.reward:
        return GrantedReward(reward=command.reward, details={})
    zone = limits[0].time_zone  # type: ignore[attr-defined]  # `holding` reads it with the limit
    counted = locked_counters(spans_of(limits, command.participant_id, command.on, zone))
    granted = min(_left(command.reward, *each) for each in counted)
    cuts = _cuts(counted, command.reward, zone)
    if granted:
        _count(counted, granted)
    return GrantedReward(reward=granted, details=as_details(command.reward, cuts))


def _left(reward: Decimal, limit: RewardLimit, counter: RewardLimitCounter) -> Decimal:
    left = counter.left_of(limit.most)
    if limit.unit == LimitUnit.ACTIVITIES:
        return reward if left else left
    return min(reward, left)


def _cuts(counted: Sequence[Counted], reward: Decimal, zone: str) -> list[LimitCut]:
    """Return the limits that leave less than the reward, the strictest first."""
    strict = [(_left(reward, *each), each) for each in counted if _left(reward, *each) < reward]
    strict.sort(key=lambda each: each[0])
    return [LimitCut.of(limit, counter, zone) for _, (limit, counter) in strict]


def _count(counted: Sequence[Counted], granted: Decimal) -> None:
    for limit, counter in counted:
        counter.used += granted if limit.unit == LimitUnit.POINTS else 1
    store(counted, timezone.now())
