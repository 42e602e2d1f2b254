"""The figures of a dry run: what activities get by the live formulas, and by a draft.

They are added up activity by activity, in bounded memory.

The histogram has whole differences of any size. Its bins are 1, 2–4, 5–9, 10–19, 20–49, 50–99,
100–199 and so on, the same below zero, and 0: at most 91, known before the first difference.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from django.db import models

from foundation.records.refusals import bounded
from rewards.formulas.outcomes import Outcome, Result
from rewards.past_activities import PastActivity

Bin = tuple[int, int]  # the least and the most difference, both in it

LARGEST = 20
MOST_REASONS = 10  # different ones, of each side
SIDES = ("live", "draft")

_COUNTED = {Result.REWARD: "rewarded", Result.NO_REWARD: "without_reward", Result.FAILED: "failed"}
_OF_A_SIDE = ("total", *_COUNTED.values())
_ACTIVITIES = ("not_calculated", "winners", "losers", "unchanged", "gained", "lost", "broken",
               "mended")  # fmt: skip


class ComparisonVerdict(models.TextChoices):
    """What becomes of an activity's reward, as it is stored and shown."""

    REWARDED = "Rewarded"
    NO_REWARD = "NoReward"
    FAILED = "Failed"


_VERDICTS = dict(zip(_COUNTED, ComparisonVerdict, strict=True))


class ActivityTally:
    """The figures of activities, which are read from JSON and written to it."""

    def __init__(self, known: Mapping[str, Any]) -> None:
        self.sides = {side: Counter(known.get(side, {})) for side in SIDES}
        self.activities = Counter(known.get("activities", {}))
        self._bins = Counter({each["least"]: each["count"] for each in known.get("histogram", [])})
        self._largest: list[dict[str, Any]] = list(known.get("largest", []))
        self._failures: dict[tuple[str, str], dict[str, Any]] = {
            (each["side"], each["reason"]): dict(each) for each in known.get("failures", [])
        }

    def add(self, past: PastActivity, live: Outcome, draft: Outcome) -> None:
        """Add an activity, and what it gets by either side."""
        self.activities["not_calculated"] += bool(past.why_not_calculated)
        for side, outcome in zip(SIDES, (live, draft), strict=True):
            self.sides[side]["total"] += int(outcome.reward or 0)
            self.sides[side][_COUNTED[outcome.result]] += 1
            if outcome.result is Result.FAILED:
                self._note_failure(side, outcome.reason, past)
        self._note_change(live.result, draft.result)
        self._note_difference(past, live, draft)

    def results(self) -> dict[str, Any]:
        """Return the figures as JSON."""
        return {
            **{side: _with_zeros(_OF_A_SIDE, self.sides[side]) for side in SIDES},
            "activities": _with_zeros(_ACTIVITIES, self.activities),
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
        difference = int(draft.reward or 0) - int(live.reward or 0)
        self._bins[bin_of(difference)[0]] += 1
        if not difference:
            self.activities["unchanged"] += 1
            return
        self.activities["winners" if difference > 0 else "losers"] += 1
        if len(self._largest) < LARGEST or abs(difference) > abs(self._largest[-1]["difference"]):
            self._largest.append(_compared(past, live, draft, difference))
            # A sort keeps the order of equals, so the earlier activity of two comes first.
            self._largest.sort(key=lambda each: -abs(each["difference"]))
            del self._largest[LARGEST:]


def _compared(past: PastActivity, live: Outcome, draft: Outcome, difference: int) -> dict[str, Any]:
    return {
        "activity_id": str(past.activity_id),
        "participant_id": str(past.participant_id),
        "created_on": past.created_on.isoformat(),
        "live": int(live.reward or 0),
        "live_verdict": _VERDICTS[live.result].value,
        "draft": int(draft.reward or 0),
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
