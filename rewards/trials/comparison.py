"""Compares what activities get by the live formulas with what they would get by a draft.

The formulas of both sides are frozen as JSON, so later changes by staff have no effect. The figures
are added up activity by activity, in bounded memory.

The histogram has whole differences of any size. Its bins are 1, 2–4, 5–9, 10–19, 20–49, 50–99,
100–199 and so on, the same below zero, and 0: at most 91, known before the first difference.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import structlog
from django.db import models
from django.utils.dateparse import parse_datetime

from foundation.records.refusals import bounded
from foundation.records.texts import UNFORESEEN
from rewards.formulas.calculation import decide
from rewards.formulas.candidates import Candidate, prepared
from rewards.formulas.models import FormulaRevision, RewardFormula
from rewards.formulas.outcomes import Outcome, Result
from rewards.limits.models import LimitScope, LimitUnit, RewardLimit
from rewards.past_activities import PastActivity
from rewards.trials.models import DryRunParticipant, store_used

log = structlog.get_logger(__name__)

Frozen = list[dict[str, Any]]
Bin = tuple[int, int]  # the least and the most difference, both in it

LARGEST = 20
MOST_REASONS = 10  # different ones, of each side
SIDES = ("live", "draft")

_COUNTED = {Result.REWARD: "rewarded", Result.NO_REWARD: "without_reward", Result.FAILED: "failed"}
_OF_A_SIDE = ("total", *_COUNTED.values())
_ACTIVITIES = ("not_calculated", "winners", "losers", "unchanged", "gained", "lost", "broken",
               "mended")  # fmt: skip


AS_IF_VALID = "as_if_valid"  # from when a draft will be valid, which counts as valid already


def freeze_live(
    program_id: UUID,
    activity_type: str,
    drafts: Sequence[FormulaRevision] = (),
    now: datetime | None = None,
) -> Frozen:
    """Return the active formulas of a program and type, in the order of trying.

    :param drafts: stand in their formulas' places, as if they were active; one whose formula will
        be valid only after `now` counts as valid already.
    """
    drafted = {each.formula_id for each in drafts}
    frozen = []
    for each, revision_id in RewardFormula.objects.deciding(program_id, activity_type, drafts):
        begin = each.valid_from and each.valid_from.isoformat()
        is_early = each.pk in drafted and now and each.valid_from and each.valid_from > now
        frozen.append(
            {
                "formula_id": str(each.pk),
                "name": each.name,
                "revision_id": str(revision_id),
                "valid_from": None if is_early else begin,
                "valid_until": each.valid_until and each.valid_until.isoformat(),
                **({AS_IF_VALID: begin} if is_early else {}),
            }
        )
    return frozen


def thaw(frozen: Sequence[Mapping[str, Any]]) -> list[Candidate]:
    """Return frozen formulas, ready to calculate."""
    return [
        Candidate(
            formula_id=UUID(each["formula_id"]),
            name=each["name"],
            revision=prepared(UUID(each["revision_id"])),
            valid_from=parse_datetime(each["valid_from"] or ""),
            valid_until=parse_datetime(each["valid_until"] or ""),
        )
        for each in frozen
    ]


def outcome_for(candidates: Sequence[Candidate], past: PastActivity) -> Outcome:
    """Return what an activity gets by these formulas."""
    if past.why_not_calculated:
        return Outcome(result=Result.NO_REWARD, reason=past.why_not_calculated)
    try:
        return decide(candidates, past.variables, past.created_on).outcome
    # A fault of ours is this activity's: the others are compared.
    except Exception:
        log.exception("activity_not_compared", activity_id=str(past.activity_id))
        return Outcome(result=Result.FAILED, reason=UNFORESEEN)


class ComparisonVerdict(models.TextChoices):
    """What becomes of an activity's reward, as it is stored and shown."""

    REWARDED = "Rewarded"
    NO_REWARD = "NoReward"
    FAILED = "Failed"


_VERDICTS = dict(zip(_COUNTED, ComparisonVerdict, strict=True))


class Tally:
    """The figures of a comparison, which are read from JSON and written to it.

    What participants win and lose is summed elsewhere: `take_participants` returns what came since
    it was called last.
    """

    def __init__(self, stored: Mapping[str, Any] | None = None) -> None:
        known = stored or {}
        self.sides = {side: Counter(known.get(side, {})) for side in SIDES}
        self.activities = Counter(known.get("activities", {}))
        self.participants = Counter(known.get("participants", {}))
        self._bins = Counter({each["least"]: each["count"] for each in known.get("histogram", [])})
        self._largest: list[dict[str, Any]] = list(known.get("largest", []))
        self._failures: dict[tuple[str, str], dict[str, Any]] = {
            (each["side"], each["reason"]): dict(each) for each in known.get("failures", [])
        }
        self._participants: defaultdict[UUID, int] = defaultdict(int)

    def add(self, past: PastActivity, live: Outcome, draft: Outcome) -> None:
        """Add an activity, and what it gets by either side."""
        self.activities["not_calculated"] += bool(past.why_not_calculated)
        for side, outcome in zip(SIDES, (live, draft), strict=True):
            self.sides[side]["total"] += _credited(outcome)
            self.sides[side][_COUNTED[outcome.result]] += 1
            if outcome.result is Result.FAILED:
                self._note_failure(side, outcome.reason, past)
        self._note_change(live.result, draft.result)
        self._note_difference(past, live, draft)

    def take_participants(self) -> dict[UUID, int]:
        """Return what each participant won or lost since the last call; zeros are left out."""
        taken, self._participants = self._participants, defaultdict(int)
        return {who: difference for who, difference in taken.items() if difference}

    def results(self) -> dict[str, Any]:
        """Return the figures as JSON."""
        return {
            **{side: _with_zeros(_OF_A_SIDE, self.sides[side]) for side in SIDES},
            "activities": _with_zeros(_ACTIVITIES, self.activities),
            "participants": _with_zeros(("winners", "losers"), self.participants),
            "histogram": [
                {"least": least, "most": most, "count": count}
                for least, most, count in filled(self._bins)
            ],
            "largest": self._largest,
            "failures": list(self._failures.values()),
        }

    def _note_failure(self, side: str, reason: str, past: PastActivity) -> None:
        key = side, bounded(reason)
        if key in self._failures:
            self._failures[key]["count"] += 1
        elif sum(known == side for known, _ in self._failures) < MOST_REASONS:
            self._failures[key] = {
                "side": side,
                "reason": key[1],
                "count": 1,
                "activity_id": str(past.activity_id),
            }

    def _note_change(self, live: Result, draft: Result) -> None:
        if live is draft:
            return
        self.activities["gained"] += draft is Result.REWARD
        self.activities["lost"] += live is Result.REWARD
        self.activities["broken"] += draft is Result.FAILED
        self.activities["mended"] += live is Result.FAILED

    def _note_difference(self, past: PastActivity, live: Outcome, draft: Outcome) -> None:
        difference = _credited(draft) - _credited(live)
        self._bins[bin_of(difference)[0]] += 1
        if not difference:
            self.activities["unchanged"] += 1
            return
        self.activities["winners" if difference > 0 else "losers"] += 1
        self._participants[past.participant_id] += difference
        if len(self._largest) < LARGEST or abs(difference) > abs(self._largest[-1]["difference"]):
            self._largest.append(_compared(past, live, draft, difference))
            # A sort keeps the order of equals, so the earlier activity of two comes first.
            self._largest.sort(key=lambda each: -abs(each["difference"]))
            del self._largest[LARGEST:]


def _credited(outcome: Outcome) -> int:
    return int(outcome.reward or 0)


def _compared(past: PastActivity, live: Outcome, draft: Outcome, difference: int) -> dict[str, Any]:
    return {
        "activity_id": str(past.activity_id),
        "participant_id": str(past.participant_id),
        "created_on": past.created_on.isoformat(),
        "live": _credited(live),
        "live_verdict": _VERDICTS[live.result].value,
        "draft": _credited(draft),
        "draft_verdict": _VERDICTS[draft.result].value,
        "difference": difference,
    }


def _with_zeros(names: tuple[str, ...], counted: Counter[str]) -> dict[str, int]:
    return {name: counted[name] for name in names}


def bin_of(difference: int) -> Bin:
    """Return the bin that has the difference."""
    if difference < 0:
        least, most = bin_of(-difference)
        return -most, -least
    if difference == 0:
        return 0, 0
    power = 10 ** (len(str(difference)) - 1)
    first, end = next((a, b) for a, b in ((5, 10), (2, 5), (1, 2)) if difference >= a * power)
    return first * power, end * power - 1


def filled(counts: Mapping[int, int]) -> Iterator[tuple[int, int, int]]:
    """Yield least, most and count of each bin from the lowest to the highest that has something.

    :param counts: counts by any difference that is in the bin.
    """
    if not counts:
        return
    by_least = {bin_of(difference)[0]: count for difference, count in counts.items()}
    least, last = min(by_least), max(by_least)
    while least <= last:
        _, most = bin_of(least)
        yield least, most, by_least.get(least, 0)
        least = most + 1


# What limits would leave of the rewards of a dry run, by the live formulas and by the draft.
#
# Only the activities of the dry run count, in their order: what others used is not known for a
# draft. What participants used is kept in a table, as there may be millions of them: of each limit
# that of its newest period, which suffices because activities come in the order of their creation.

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
