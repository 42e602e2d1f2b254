"""Taking a reward from the limits of its program: what they leave of it is credited."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Self
from uuid import UUID

from django.utils import timezone

from rewards.counters import Counted, locked_counters, spans_of, store
from rewards.cuts import LimitCut, as_details
from rewards.models import (
    CorrectionItem,
    LimitUnit,
    RewardCorrection,
    RewardLimit,
    RewardLimitCounter,
)
from rewards.models.limits import Key


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


class CorrectedLimits:
    """The counters of limits for a portion of a correction, locked at once in one order.

    A raised reward takes from the limits what they leave, a lowered one gives back: the counters
    stay what the stored rewards and corrections add up to.
    """

    def __init__(self, keys: Mapping[int, Sequence[Key]], counted: Sequence[Counted]) -> None:
        self._keys = keys
        self._counted = {(each.limit_id, each.participant_id, each.since): (limit, each)
                         for limit, each in counted}  # fmt: skip

    @classmethod
    def locked(cls, correction: RewardCorrection, items: Sequence[CorrectionItem]) -> Self:
        """Lock the counters of these items; a program without limits is done with one lookup."""
        limits = RewardLimit.objects.holding(correction.program_id, correction.activity_type)
        if not limits:
            return cls({}, [])
        zone = limits[0].time_zone  # type: ignore[attr-defined]  # `holding` reads it with the limit
        spans = {
            item.pk: spans_of(limits, item.participant_id, item.activity_on, zone) for item in items
        }
        merged = {key: span for each in spans.values() for key, span in each.items()}
        counted = locked_counters(dict(sorted(merged.items())))
        return cls({pk: list(each) for pk, each in spans.items()}, counted)

    def left_of(self, item: CorrectionItem) -> Decimal:
        """Return how much of an item's difference may be adjusted."""
        wanted = item.new - item.old
        if wanted <= 0:
            return wanted
        return min([wanted, *(_left_of_raise(item, *each) for each in self._of(item))])

    def count(self, item: CorrectionItem, granted: Decimal) -> None:
        """Count what is adjusted of an item."""
        for limit, counter in self._of(item):
            is_points = limit.unit == LimitUnit.POINTS
            change = granted if is_points else _rewarded_more(item, granted)
            counter.used = max(counter.used + change, Decimal(0))

    def store(self, now: datetime) -> None:
        """Store the counters, and announce what they reach."""
        if self._counted:
            store(list(self._counted.values()), now)

    def _of(self, item: CorrectionItem) -> Sequence[Counted]:
        return [self._counted[key] for key in self._keys.get(item.pk, ())]


def _left_of_raise(
    item: CorrectionItem, limit: RewardLimit, counter: RewardLimitCounter
) -> Decimal:
    wanted = item.new - item.old
    if limit.unit == LimitUnit.ACTIVITIES:
        return wanted if item.old or counter.left_of(limit.most) else Decimal(0)
    return min(wanted, counter.left_of(limit.most))


def _rewarded_more(item: CorrectionItem, granted: Decimal) -> int:
    """Return 1 if the activity is rewarded only now, -1 if no longer, else 0."""
    return int(item.old + granted > 0) - int(item.old > 0)
