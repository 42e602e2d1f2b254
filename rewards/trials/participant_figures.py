"""The figures of a dry run by participant and limit: who wins, and what limits leave of it.

Only the activities of the dry run count, in their order: what others used of limits, and what other
activity types take, is not known for a draft. What participants used is kept in a table, as there
may be millions of them: of each limit that of its newest period, which suffices because activities
come in the order of their creation.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any
from uuid import UUID

from rewards.formulas.candidates import Frozen
from rewards.formulas.models import RewardFormula
from rewards.formulas.outcomes import Outcome
from rewards.limits.models import RewardLimit
from rewards.past_activities import PastActivity
from rewards.trials.figures import SIDES
from rewards.trials.models import DryRunParticipant, FormulaDryRun, store_participants

Used = dict[str, Any]  # by the id of a limit: since, and what either side used of it
CHANGE = "difference"  # beside the limits: what a participant wins or loses after them
WINNERS = ("winners", "losers")


def freeze_limits(formula: RewardFormula) -> Frozen:
    """Return the limits that hold for a formula's activities, as JSON."""
    limits = RewardLimit.objects.filter(
        program=formula.program_id, activity_type__in=("", formula.activity_type)
    ).select_related("program")
    return [
        {
            "limit_id": str(each.pk),
            "budget": str(each),
            "scope": each.scope,
            "period": each.period,
            "unit": each.unit,
            "most": int(each.most),
            "zone": each.program.time_zone,
        }
        for each in limits.order_by("created_on", "pk")
    ]


class ParticipantTally:
    """The figures of participants and limits, which are read from JSON and written to it."""

    def __init__(self, run: FormulaDryRun) -> None:
        names = ("scope", "period", "unit", "most")
        self._run_id = run.pk
        self._limits = [
            (each, RewardLimit(**{name: each[name] for name in names})) for each in run.limits
        ]
        self._winners = Counter(run.results.get("participants", {}))
        known = run.results.get("after_limits") or {}
        self._all: Used = dict(known.get("used", {}))
        self._after_limits = Counter({name: known.get(name, 0) for name in (*SIDES, *WINNERS)})
        # Of budgets, as if they cut nothing, by the beginnings of their periods.
        self._sums: defaultdict[str, defaultdict[str, list[int]]] = defaultdict(
            lambda: defaultdict(lambda: [0, 0])
        )
        for budget in run.results.get("budgets", ()):
            for each in budget["periods"]:
                self._sums[budget["limit_id"]][each["since"]] = [each[side] for side in SIDES]
        self._known: dict[UUID, tuple[int, Used]] = {}
        self._changed: set[UUID] = set()

    def read(self, participant_ids: Sequence[UUID]) -> None:
        """Read what these participants win, and used of limits, by now."""
        wanted = set(participant_ids) - self._known.keys()
        rows = DryRunParticipant.objects.filter(run=self._run_id, participant_id__in=wanted)
        found = rows.values_list("participant_id", "difference", "used")
        self._known |= {who: (int(difference), used) for who, difference, used in found}

    def add(self, past: PastActivity, live: Outcome, draft: Outcome) -> None:
        """Add what an activity gives by either side."""
        rewards = [each.reward or Decimal(0) for each in (live, draft)]
        before, own = self._known.get(past.participant_id, (0, {}))
        after = before + int(rewards[1] - rewards[0])
        _count(self._winners, before, after)
        if self._limits:
            self._cut(past, rewards, own)
        if self._limits or before != after:
            self._known[past.participant_id] = after, own
            self._changed.add(past.participant_id)

    def results(self) -> dict[str, Any]:
        """Store what participants win and used; return the figures as JSON."""
        store_participants(self._run_id, {who: self._known[who] for who in self._changed})
        budgets = [each for each, limit in self._limits if limit.is_budget]
        after_limits = {**self._after_limits, "used": self._all} if self._limits else None
        return {
            "participants": {name: self._winners[name] for name in WINNERS},
            "budgets": [
                {
                    **{name: each[name] for name in ("limit_id", "budget", "most")},
                    **_of_periods(self._sums[each["limit_id"]], each["most"]),
                }
                for each in budgets
            ],
            "after_limits": after_limits,
        }

    def _cut(self, past: PastActivity, rewards: Sequence[Decimal], own: Used) -> None:
        """Count what limits leave of the rewards, and what budgets would need for all of them."""
        counters = []
        for frozen, limit in self._limits:
            since = limit.span_at(past.created_on, frozen["zone"])[0].isoformat()
            used = self._all if limit.is_budget else own
            counters.append((limit, _used_since(used, frozen["limit_id"], since)))
            if limit.is_budget:
                sums = self._sums[frozen["limit_id"]][since]
                sums[:] = map(_added, sums, map(limit.taken_by, rewards))
        before = own.get(CHANGE, 0)
        granted = [_granted(reward, counters, side) for side, reward in enumerate(rewards)]
        self._after_limits.update(dict(zip(SIDES, granted, strict=True)))
        own[CHANGE] = before + granted[1] - granted[0]
        _count(self._after_limits, before, own[CHANGE])


def _used_since(used: Used, limit_id: str, since: str) -> list[int]:
    """Return what either side used of a limit in this period, to count there."""
    if used.get(limit_id, {}).get("since") != since:
        used[limit_id] = {"since": since, "used": [0, 0]}
    found: list[int] = used[limit_id]["used"]
    return found


def _granted(reward: Decimal, counters: Sequence[tuple[RewardLimit, list[int]]], side: int) -> int:
    """Return what limits leave of a reward, and count it as used."""
    for limit, used in counters:
        reward = limit.leaves(reward, used[side])
    for limit, used in counters:
        used[side] = _added(used[side], limit.taken_by(reward))
    return int(reward)


def _added(used: int, taken: Decimal) -> int:
    return used + int(taken)


def _count(figures: Counter[str], before: int, after: int) -> None:
    """Count a participant who wins, or loses, from now on or no longer."""
    figures["winners"] += (after > 0) - (before > 0)
    figures["losers"] += (after < 0) - (before < 0)


def _of_periods(sums: Mapping[str, Sequence[int]], most: int) -> dict[str, Any]:
    return {
        "exceeded_live": sum(live > most for live, _ in sums.values()),
        "exceeded_draft": sum(draft > most for _, draft in sums.values()),
        "periods": [
            {"since": since, "live": live, "draft": draft}
            for since, (live, draft) in sorted(sums.items())
        ],
    }
