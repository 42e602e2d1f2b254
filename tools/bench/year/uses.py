"""What limits leave, in plain Python: all that their periods have, counted from the beginning."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from uuid import UUID

from tools.bench.year.facts import ZERO, Limit, Run

Key = tuple[object, ...]


class Uses:
    """How much of each limit is used, in each of its periods."""

    def __init__(self, limits: Mapping[UUID, Limit], runs: Iterable[Run]) -> None:
        self._limits = limits
        self._used: defaultdict[Key, Decimal] = defaultdict(Decimal)
        for run in runs if limits else ():
            if run.counted:
                self.count(run, ZERO, run.counted)

    def used(self, limit_id: UUID, whose: UUID | None, day: date) -> Decimal:
        """Return what is used in the period of a day: by a participant, or by all."""
        return self._used[limit_id, whose, *_period(self._limits[limit_id], day)]

    def granted(self, run: Run, old: Decimal, new: Decimal) -> Decimal:
        """Return how much is added to what a run has: a rise is cut, a fall is whole."""
        if new <= old:
            return new - old
        return min(
            [new - old, *(self._left(each, run, old, new) for each in self._limits.values())]
        )

    def count(self, run: Run, old: Decimal, new: Decimal) -> None:
        for limit in self._limits.values():
            is_points = limit.unit == "Points"
            self._used[_key(limit, run)] += new - old if is_points else (new > 0) - (old > 0)

    def _left(self, limit: Limit, run: Run, old: Decimal, new: Decimal) -> Decimal:
        left = max(limit.most - self._used[_key(limit, run)], ZERO)
        if limit.unit == "Activities":
            return new - old if old or left else ZERO
        return min(new - old, left)


def _key(limit: Limit, run: Run) -> Key:
    whose = None if limit.is_budget else run.participant
    return limit.limit_id, whose, *_period(limit, run.day)


def _period(limit: Limit, day: date) -> Key:
    match limit.period:
        case "Day":
            return (day,)
        case "Week":
            return tuple(day.isocalendar()[:2])
        case "Month":
            return day.year, day.month
    return ()
