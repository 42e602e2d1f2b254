"""The outbox's rows: which are due, the batch that a worker delivers, and how that went.

Every time is the database's, so that it means the same on every machine.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now

from messaging.models import WAITING, OutboxMessage
from messaging.outbox.lanes import Hold
from records.backoff import backoff
from records.reasons import REASON_LENGTH, bounded

# Locks the lane first: no other worker takes it between the check that it is still ours and the
# write. Then the rows in the order of their ids, as a withdrawal does: an UPDATE alone locks them
# as it finds them, and the two could wait for each other. What was withdrawn meanwhile, but has
# arrived, is delivered.
_WRITE = """
WITH lane AS MATERIALIZED (
    SELECT FROM messaging_outboxlane WHERE name = %(lane)s AND busy_until = %(until)s FOR UPDATE
), held AS MATERIALIZED (
    SELECT id, withdrawn_on FROM messaging_outboxmessage m, lane
    WHERE id = ANY(%(ids)s) AND delivered_on IS NULL AND dead_on IS NULL
    ORDER BY id FOR UPDATE OF m
)
UPDATE messaging_outboxmessage m
SET attempts = m.attempts + a.counted, refusals = m.refusals + a.refused, reason = a.reason,
    due_on = statement_timestamp() + make_interval(secs => a.wait),
    delivered_on = CASE WHEN a.delivered THEN statement_timestamp() END,
    dead_on = CASE WHEN a.dead THEN statement_timestamp() END,
    withdrawn_on = NULL
FROM held JOIN unnest(
    %(ids)s::bigint[], %(counted)s::int[], %(refused)s::int[], %(waits)s::float8[],
    %(delivered)s::bool[], %(dead)s::bool[], %(reasons)s::text[]
) AS a(id, counted, refused, wait, delivered, dead, reason) USING (id)
WHERE m.id = held.id AND (a.delivered OR held.withdrawn_on IS NULL)
RETURNING m.id
"""

_WITHDRAW = """
WITH theirs AS MATERIALIZED (
    SELECT id FROM messaging_outboxmessage
    WHERE destination = %(destination)s AND key = ANY(%(keys)s)
      AND delivered_on IS NULL AND withdrawn_on IS NULL
    ORDER BY id FOR UPDATE
)
UPDATE messaging_outboxmessage m
SET withdrawn_on = statement_timestamp(), dead_on = NULL, reason = left(
    %(reason)s || CASE WHEN m.reason = '' THEN '' ELSE ' Before: ' || m.reason END, %(length)s)
FROM theirs WHERE m.id = theirs.id
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowResult:
    """What came of trying one row: it is delivered, or dead, or due again after `wait`."""

    outbox_id: int
    delivered: bool = False
    dead: bool = False
    reason: str = ""
    wait: timedelta = timedelta()
    counted: int = 1  # 0 where it is no failed attempt
    refused: int = 0  # 1 where the peer refused it


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """What came of sending a row: `delivered`, `dead` (refused for ever), or to be retried.

    `unavailable`: the peer as a whole. `refused`: this very request (404, 409), perhaps because the
    peer is behind. `retry_after`: seconds that it asked for.
    """

    row: OutboxMessage
    delivered: bool = False
    dead: bool = False
    reason: str = ""
    unavailable: bool = False
    refused: bool = False
    retry_after: float = 0.0


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
class BatchResult:
    """What became of the `rows` of a batch; those that were not tried are as they were.

    `handled` is how many are written already: those that a handler was run for, and mails that were
    sent. `down`: the far side as a whole is, and why; `asked`: its Retry-After in seconds.
    """

    rows: int = 0
    results: Sequence[RowResult] = ()
    handled: int = 0
    down: str = ""
    asked: float = 0.0

    @property
    def tried(self) -> int:
        return len(self.results) + self.handled

    @property
    def is_full(self) -> bool:
        """Whether the next batch is worth a try at once."""
        return self.rows >= settings.OUTBOX_BATCH and self.tried > 0 and not self.down


def due(lane: str) -> QuerySet[OutboxMessage]:
    """Return what is to be sent now, highest priority first, then oldest.

    A row is sent only when no earlier row of its lane and key still waits.
    """
    earlier = OutboxMessage.objects.filter(
        WAITING, lane=OuterRef("lane"), key=OuterRef("key"), pk__lt=OuterRef("pk")
    )
    rows = OutboxMessage.objects.filter(WAITING, ~Exists(earlier), lane=lane, due_on__lte=Now())
    return rows.order_by("-priority", "due_on", "pk")


def write(hold: Hold, results: Sequence[RowResult]) -> set[int]:
    """Write down the results, if the lane is still ours.

    Return the ids of the rows that were changed. Of those withdrawn meanwhile only the delivered
    are: the request was under way, and arrived.
    """
    if not results:
        return set()
    parameters: dict[str, Any] = {
        "lane": hold.name,
        "until": hold.until,
        "ids": [a.outbox_id for a in results],
        "counted": [a.counted for a in results],
        "refused": [a.refused for a in results],
        "waits": [a.wait.total_seconds() for a in results],
        "delivered": [a.delivered for a in results],
        "dead": [a.dead for a in results],
        "reasons": [bounded(a.reason) for a in results],
    }
    with connection.cursor() as cursor:
        cursor.execute(_WRITE, parameters)
        return {outbox_id for (outbox_id,) in cursor.fetchall()}


def withdraw(destination: str, keys: Sequence[str], reason: str) -> int:
    """Mark what waits or is dead under these keys withdrawn; return how many rows that were."""
    named: dict[str, Any] = {"destination": destination, "keys": list(keys)}
    with connection.cursor() as cursor:
        cursor.execute(_WITHDRAW, {**named, "reason": bounded(reason), "length": REASON_LENGTH})
        return int(cursor.rowcount)


def record_failure(row: OutboxMessage, reason: str) -> None:
    """Count a handler's failed attempt once, also of two workers: due again later, or dead."""
    attempts = row.attempts + 1
    OutboxMessage.objects.filter(WAITING, pk=row.pk, attempts=row.attempts).update(
        attempts=attempts,
        due_on=Now() + _back_off(row),
        reason=bounded(reason),
        dead_on=Now() if attempts >= settings.OUTBOX_MAX_ATTEMPTS else None,
    )


def row_result(attempt: Attempt, down: bool) -> RowResult:
    """Return what an attempt means for its row.

    `down`: the far side as a whole is; its rows wait with their lane, and it has refused none.
    """
    row, reason = attempt.row, attempt.reason
    if attempt.delivered:
        return delivered(row.pk)
    if attempt.dead or down:
        return RowResult(outbox_id=row.pk, reason=reason, dead=attempt.dead)
    refused = int(attempt.refused)
    if refused and row.refusals + 1 >= settings.OUTBOX_MAX_REFUSALS:
        last = f"Refused {row.refusals + 1} times, finally with {reason}"
        return RowResult(outbox_id=row.pk, reason=last, dead=True, refused=1)
    wait = _back_off(row, at_least=attempt.retry_after)
    return RowResult(outbox_id=row.pk, reason=reason, wait=wait, refused=refused)


def delivered(outbox_id: int) -> RowResult:
    return RowResult(outbox_id=outbox_id, delivered=True, counted=0)


def _back_off(row: OutboxMessage, at_least: float = 0.0) -> timedelta:
    base, cap = settings.OUTBOX_BACKOFF_BASE, settings.OUTBOX_BACKOFF_CAP
    return backoff(row.attempts + 1, base=base, cap=cap, at_least=at_least)
