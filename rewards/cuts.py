"""Why limits left less of a reward than its formula gave: as JSON with the reward, and in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any, Self
from zoneinfo import ZoneInfo

from programs.readers import plain
from rewards.models import LimitPeriod, LimitScope, LimitUnit, RewardLimit, RewardLimitCounter

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


def sentences_of(reward: Decimal, before: str, cuts: Sequence[LimitCut]) -> Iterator[str]:
    """Yield what the limits did: `8 of 26: 8 were left of this week's 50 points …`."""
    for number, cut in enumerate(cuts):
        yield f"Also, {cut}." if number else f"{reward:f} of {before}: {cut}."
