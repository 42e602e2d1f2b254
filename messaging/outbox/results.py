"""The rows that a worker delivers together, and what comes of trying them.

An `Attempt` is what the far side said of one row. All attempts of a batch decide whether the far
side is down as a whole; then each becomes a `RowResult`, which `rows.write` stores:

    attempt         the far side is up                  it is down
    `delivered`     delivered                           (is up)
    `dead`          dead                                dead
    `refused`       due after a back-off, and dead      due again; the lane pauses
                    after `OUTBOX_MAX_REFUSALS`
    any other       due after a back-off                due again; the lane pauses
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings

from messaging.models import OutboxMessage
from messaging.outbox.lanes import Hold
from records.backoff import backoff


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """The rows that a worker delivers while it holds their lane."""

    hold: Hold
    rows: Sequence[OutboxMessage]

    def is_late(self, longest: float) -> bool:
        """Return whether an attempt of `longest` seconds at most could outlive the lease.

        Begun so late it could come after what another worker has delivered since.
        """
        lease = settings.OUTBOX_LEASE.total_seconds()
        return time.monotonic() > self.hold.since + max(lease - longest, lease / 4)

    def in_time(self, longest: float) -> Iterator[OutboxMessage]:
        for row in self.rows:
            if self.is_late(longest):
                return
            yield row


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """What came of sending a row: `delivered`, `dead` (refused for ever), or to be retried.

    `unavailable`: the peer as a whole. `refused`: this very request, perhaps because the peer is
    behind. `retry_after`: seconds that it asked for.
    """

    row: OutboxMessage
    delivered: bool = False
    dead: bool = False
    reason: str = ""
    unavailable: bool = False
    refused: bool = False
    retry_after: float = 0.0

    def result(self, *, is_down: bool) -> "RowResult":
        """Return what the attempt means for its row, if the far side is down, or up."""
        row = self.row
        if self.delivered:
            return delivered(row.pk)
        if self.dead or is_down:
            return RowResult(outbox_id=row.pk, reason=self.reason, dead=self.dead)
        refusals = int(self.refused)
        if refusals and row.refusals + 1 >= settings.OUTBOX_MAX_REFUSALS:
            last = f"Refused {row.refusals + 1} times, finally with {self.reason}"
            return RowResult(outbox_id=row.pk, reason=last, dead=True, refusals=1)
        wait = back_off(row, at_least=self.retry_after)
        return RowResult(outbox_id=row.pk, reason=self.reason, wait=wait, refusals=refusals)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowResult:
    """What is stored of one row: it is delivered, or dead, or due again after `wait`."""

    outbox_id: int
    delivered: bool = False
    dead: bool = False
    reason: str = ""
    wait: timedelta = timedelta()
    attempts: int = 1  # failed ones, added to the row's
    refusals: int = 0  # added too


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchResult:
    """What became of the `rows` of a batch; those that were not tried are as they were.

    `handled` is how many are written already: those that a handler was run for, and mails that were
    sent. `why_down`: why the far side as a whole is down; empty: it is not. `retry_after`: seconds
    that it asked for.
    """

    rows: int = 0
    results: Sequence[RowResult] = ()
    handled: int = 0
    why_down: str = ""
    retry_after: float = 0.0

    @property
    def tried(self) -> int:
        return len(self.results) + self.handled

    @property
    def is_full(self) -> bool:
        """Whether the next batch is worth a try at once."""
        return self.rows >= settings.OUTBOX_BATCH and self.tried > 0 and not self.why_down


def delivered(outbox_id: int) -> RowResult:
    return RowResult(outbox_id=outbox_id, delivered=True, attempts=0)


def back_off(row: OutboxMessage, at_least: float = 0.0) -> timedelta:
    """Return how long a row waits after one more failed attempt."""
    base, cap = settings.OUTBOX_BACKOFF_BASE, settings.OUTBOX_BACKOFF_CAP
    return backoff(row.attempts + 1, base=base, cap=cap, at_least=at_least)
