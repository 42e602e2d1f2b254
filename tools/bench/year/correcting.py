"""Corrections of credited rewards: previews, orders of several people, and work in portions."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from tools.bench.year import adjusting, batches
from tools.bench.year.corrections import Correction
from tools.bench.year.course import PAUSE
from tools.bench.year.founding import BEGIN
from tools.bench.year.rules import Rules
from tools.bench.year.world import ALL

STAFF = ("ann", "bob")
WHY = ("The rate was wrong.", "Measured twice.")
AT_ONCE, CANCELLED = 0.9, 0.15


class Correcting(Rules):
    """Corrections, of which several may be under way."""

    def correct(self) -> None:
        """Start a correction, at times two of the same; often the next steps follow at once.

        Most often another formula is why.
        """
        if self.chance.random() < 0.7:
            self.formula()
        since, before = self._period()
        what = {
            "since": since,
            "before": before,
            "formula": self.chance.choice([*[None] * 9, *self.drafts]),
            "participants": self._whose(),
        }
        begun = [self._begun(what) for _ in range(self.chance.choice([1, 1, 2]))]
        if self.chance.random() < AT_ONCE:
            for _ in range(self.chance.randint(4, 9) * len(begun)):
                self._go_on(self.chance.choice(begun))

    def _begun(self, what: Mapping[str, Any]) -> Correction:
        rules = tuple(self.model.rules)
        correction = Correction(correction_id=self.world.new_id(), rules=rules, **what)
        self.expect("a correction", batches.start(self.world, correction, self.now), "")
        adjusting.start(self.model, correction, self.now)
        return correction

    def order(self) -> None:
        """Someone orders something about a correction."""
        if self.model.corrections:
            correction = self._some_correction()
            name = self.chance.choice(list(batches.ORDERS))
            self._order(correction, name, self.chance.choice(STAFF), self.chance.choice(WHY))

    def work(self) -> None:
        """A correction goes on by a step: an order, or work on what is under way."""
        if self.model.corrections:
            self._go_on(self._some_correction())

    def _some_correction(self) -> Correction:
        return self.chance.choice(list(self.model.corrections.values()))

    def _go_on(self, correction: Correction) -> None:
        """Do what comes next; at times a job is cancelled in the middle."""
        if correction.is_open:
            self._work(correction, self.chance.choice([1, ALL, ALL]))
            if self.chance.random() < CANCELLED:
                self._order(correction, "cancel", "ann", "")
                self._work_late(correction)
        elif not correction.requested_by:
            self._order(
                correction, "request", *self.chance.choice([("ann", WHY[0]), ("bob", WHY[1])])
            )
        elif not correction.approved_by:
            by = "bob" if correction.requested_by == "ann" else "ann"
            self._order(correction, "approve", by, "")
        else:
            self._order(correction, "run_again", "ann", "")

    def _order(self, correction: Correction, name: str, by: str, why: str) -> None:
        self.now += timedelta(seconds=1)  # of two runs the later one is the last
        got = batches.order(self.world, name, correction.correction_id, by, why, self.now)
        self.expect(f"the order to {name}", got, getattr(correction, name)(by, why))

    def _work(self, correction: Correction, portions: int) -> None:
        self.now += PAUSE
        done, state = batches.work(self.world, correction.correction_id, portions)
        self.story.append(f"a job did {done}, and is {state}")
        wrong = adjusting.go_on(self.model, correction, done, state)
        self.expect("the work", wrong, "")

    def _work_late(self, correction: Correction) -> None:
        """A worker is woken for a job that is over: nothing happens."""
        if not correction.is_open:
            done, state = batches.work(self.world, correction.correction_id, ALL)
            wanted = f"0, {correction.states[-1]}"
            self.expect("late work", f"{done}, {state}", wanted)

    def _period(self) -> tuple[datetime, datetime]:
        """Return all that was, or a part of it."""
        if self.chance.random() < 0.7:
            return BEGIN - timedelta(days=100), self.now + timedelta(days=1)
        since = self.now - timedelta(days=self.chance.randint(1, 120))
        return since, since + timedelta(days=self.chance.randint(1, 60))

    def _whose(self) -> frozenset[UUID]:
        if self.chance.random() < 0.8:
            return frozenset()
        return frozenset([self.someone() for _ in range(self.chance.randint(1, 4))])
