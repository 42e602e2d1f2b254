"""Corrections in plain Python: what they found, and what may be ordered about them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from tools.bench.year.formulas import Rule

OPEN = ("Waiting", "Running")


@dataclass(kw_only=True)
class Item:
    """A reward that differs: what was credited, what the formulas give, what limits leave of it."""

    activity: UUID
    old: Decimal
    new: Decimal
    state: str = "Pending"
    adjusted: Decimal | None = None
    foreseen: Decimal = Decimal(0)


@dataclass(kw_only=True)
class Correction:
    """A correction: `rules` are the formulas when it began, `states` those of preview and runs.

    `formula` None: whatever formula decided; no `participants`: all. `to_compare` and `to_adjust`
    are what the preview, and the last run, have still to do.
    """

    correction_id: UUID
    since: datetime
    before: datetime
    formula: UUID | None
    participants: frozenset[UUID]
    rules: Sequence[Rule]
    to_compare: list[UUID] = field(default_factory=list)
    to_adjust: list[Item] = field(default_factory=list)
    figures: Counter[str] = field(default_factory=Counter)
    items: list[Item] = field(default_factory=list)
    states: list[str] = field(default_factory=lambda: ["Waiting"])
    refused: int = 0
    reason: str = ""
    requested_by: str = ""
    approved_by: str = ""

    @property
    def is_open(self) -> bool:
        return self.states[-1] in OPEN

    @property
    def is_adjusted(self) -> bool:
        return all(item.state == "Applied" for item in self.items)

    def request(self, by: str, reason: str) -> str:
        """Request it; return the refusal's code."""
        if self.states[0] != "Finished":
            return "preview-unfinished"
        if not self.items:
            return "nothing-to-correct"
        if self.requested_by:
            is_same = (self.reason, self.requested_by) == (reason, by)
            return "" if is_same else "correction-is-requested"
        self.reason, self.requested_by = reason, by
        return ""

    def approve(self, by: str, reason: str) -> str:
        if not self.requested_by:
            return "correction-not-requested"
        if self.requested_by == by:
            return "approver-is-requester"
        if not self.approved_by:
            self.approved_by = by
            self._start_run()
        return ""

    def run_again(self, by: str, reason: str) -> str:
        if not self.approved_by:
            return "correction-not-approved"
        if self.is_adjusted:
            return "nothing-to-correct"
        if not self.is_open:
            self._start_run()
        return ""

    def cancel(self, by: str, reason: str) -> str:
        """End the request, or what is under way."""
        if self.requested_by and not self.approved_by:
            self.reason = self.requested_by = ""
            return ""
        if self.is_open:
            self.states[-1] = "Cancelled"
        return "" if self.states[-1] == "Cancelled" else "correction-is-over"

    def _start_run(self) -> None:
        self.states.append("Waiting")
        self.to_adjust = [item for item in self.items if item.state != "Applied"]
        self.refused = 0
