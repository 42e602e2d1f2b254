"""How limits cut a reward: what they leave of it is credited, and why, as JSON and in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from decimal import Decimal
from operator import itemgetter
from typing import Any, Self
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils import timezone

from programs.readers import plain
from rewards.limits.budgets import store
from rewards.limits.counters import Counted, locked_counters, spans_of
from rewards.limits.models import LimitScope, LimitUnit, RewardLimit, RewardLimitCounter
from rewards.limits.periods import LimitPeriod

_WHOSE = {
    LimitPeriod.DAY: "this day's",
    LimitPeriod.WEEK: "this week's",
    LimitPeriod.MONTH: "this month's",
    LimitPeriod.PROGRAM: "the program's",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitCut:
    """A limit as it was when it left less than a reward: `left` of `most`, as texts.

    `begins`: the first day of the period in the program's time zone; empty: the whole program.
    """

    limit_id: str
    scope: str
    activity_type: str
    period: str
    unit: str
    most: str
    left: str
    begins: str = ""

    @classmethod
    def of(cls, limit: RewardLimit, counter: RewardLimitCounter, zone: str) -> Self:
        is_ever = limit.period == LimitPeriod.PROGRAM
        begins = "" if is_ever else f"{counter.since.astimezone(ZoneInfo(zone)):%Y-%m-%d}"
        return cls(
            limit_id=str(limit.pk),
            scope=limit.scope,
            activity_type=limit.activity_type,
            period=limit.period,
            unit=limit.unit,
            most=plain(limit.most),
            left=plain(counter.left_of(limit.most)),
            begins=begins,
        )

    def __str__(self) -> str:
        """Say what was left: `8 were left of this week's 50 points for each participant`."""
        left = f"{self.left} were left of" if self.left != "0" else "nothing was left of"
        what = f"{_WHOSE[LimitPeriod(self.period)]} {self.most} {LimitUnit(self.unit).label}"
        kind = f", {self.activity_type} only" if self.activity_type else ""
        begins = f" (from {self.begins})" if self.begins else ""
        return f"{left} {what} for {LimitScope(self.scope).label}{kind}{begins}"


def as_details(reward: Decimal, cuts: Sequence[LimitCut]) -> dict[str, Any]:
    """Return what is stored with a reward that limits cut; nothing, if none did."""
    if not cuts:
        return {}
    return {"beforeLimits": plain(reward), "limits": [asdict(cut) for cut in cuts]}


def cuts_of(details: Mapping[str, Any]) -> Sequence[LimitCut]:
    """Return the limits that cut a stored reward, the strictest first."""
    return [LimitCut(**stored) for stored in details.get("limits", ())]


def before_limits(details: Mapping[str, Any]) -> str:
    """Return a stored reward as it was before limits cut it; empty: there is none."""
    text: str = details.get("beforeLimits") or details.get("reward", "")
    return text


def sentences_of(reward: str, before: str, cuts: Sequence[LimitCut]) -> Iterator[str]:
    """Yield what the limits did: `8 of 26: 8 were left of this week's 50 points …`."""
    for number, cut in enumerate(cuts):
        yield f"Also, {cut}." if number else f"{reward} of {before}: {cut}."


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
    granted = min(limit.leaves(command.reward, counter.used) for limit, counter in counted)
    cuts = _cuts(counted, command.reward, zone)
    if granted:
        _count(counted, granted)
    return GrantedReward(reward=granted, details=as_details(command.reward, cuts))


def _cuts(counted: Sequence[Counted], reward: Decimal, zone: str) -> list[LimitCut]:
    """Return the limits that leave less than the reward, the strictest first."""
    left = [(limit.leaves(reward, counter.used), limit, counter) for limit, counter in counted]
    strict = sorted((each for each in left if each[0] < reward), key=itemgetter(0))
    return [LimitCut.of(limit, counter, zone) for _, limit, counter in strict]


def _count(counted: Sequence[Counted], granted: Decimal) -> None:
    for limit, counter in counted:
        counter.used += limit.taken_by(granted)
    store(counted, timezone.now())
