"""What limits would leave of the rewards of a dry run, by the live formulas and by the draft.

Only the activities of the dry run count, in their order: what others used is not known for a draft.
What participants used is kept in a table, as there may be millions of them: of each limit that of
its newest period, which suffices because activities come in the order of their creation.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from rewards.formulas.candidates import Outcome
from rewards.limits.models import LimitScope, LimitUnit, RewardLimit
from rewards.trials.comparison import SIDES
from rewards.trials.models import DryRunParticipant, store_used

Used = dict[str, Any]  # by the id of a limit: since, and what either side used of it
CHANGE = "difference"  # beside the limits: what a participant wins or loses after them
FIGURES = (*SIDES, "winners", "losers")


class AfterLimits:
    """Totals after limits, read from JSON and written to it; nothing, where there is no limit."""

    def __init__(
        self, run_id: UUID, limits: Sequence[Mapping[str, Any]], stored: Mapping[str, Any]
    ) -> None:
        self._run_id = run_id
        self._limits = [(each, RewardLimit(period=each["period"])) for each in limits]
        known = stored.get("after_limits") or {}
        self._figures = {name: int(known.get(name, 0)) for name in FIGURES}
        self._all: Used = dict(known.get("used", {}))
        self._participants: dict[UUID, Used] = {}

    def read(self, participant_ids: Sequence[UUID]) -> None:
        """Read what these participants used by now."""
        if self._limits:
            wanted = [each for each in set(participant_ids) if each not in self._participants]
            rows = DryRunParticipant.objects.filter(run=self._run_id, participant_id__in=wanted)
            self._participants |= dict(rows.values_list("participant_id", "used"))

    def add(self, participant_id: UUID, on: datetime, live: Outcome, draft: Outcome) -> None:
        """Count what limits leave an activity of this moment, by either side."""
        if not self._limits:
            return
        own = self._participants.setdefault(participant_id, {})
        counters = [
            (each, self._of_period(own if _is_own(each) else self._all, each, limit, on))
            for each, limit in self._limits
        ]
        before = own.get(CHANGE, 0)
        granted = [
            _granted(int(outcome.reward or 0), counters, place)
            for place, outcome in enumerate((live, draft))
        ]
        for side, amount in zip(SIDES, granted, strict=True):
            self._figures[side] += amount
        own[CHANGE] = after = before + granted[1] - granted[0]
        self._figures["winners"] += (after > 0) - (before > 0)
        self._figures["losers"] += (after < 0) - (before < 0)

    def results(self) -> dict[str, Any] | None:
        """Store what participants used; return the totals as JSON, None: there is no limit."""
        store_used(self._run_id, self._participants)
        return {**self._figures, "used": self._all} if self._limits else None

    def _of_period(
        self, used: Used, frozen: Mapping[str, Any], limit: RewardLimit, on: datetime
    ) -> list[int]:
        """Return what either side used of a limit in the period of this moment, to count there."""
        since = limit.span_at(on, frozen["zone"])[0].isoformat()
        if used.get(frozen["limit_id"], {}).get("since") != since:
            used[frozen["limit_id"]] = {"since": since, "used": [0, 0]}
        found: list[int] = used[frozen["limit_id"]]["used"]
        return found


def _is_own(frozen: Mapping[str, Any]) -> bool:
    return bool(frozen["scope"] == LimitScope.PARTICIPANT)


def _granted(
    reward: int, counters: Sequence[tuple[Mapping[str, Any], list[int]]], place: int
) -> int:
    """Return what limits leave of a reward, and count it as used."""
    for frozen, used in counters:
        left = max(frozen["most"] - used[place], 0)
        is_points = frozen["unit"] == LimitUnit.POINTS
        reward = min(reward, left) if is_points else reward if left else 0
    for frozen, used in counters:
        used[place] += reward if frozen["unit"] == LimitUnit.POINTS else int(reward > 0)
    return reward
