"""The outbox's rows: which are due, what a worker tries together, and what comes of it.

An `Attempt` is what the far side said of one row. All attempts of a batch decide whether the far
side is down as a whole; then each becomes a `RowResult`, which `write` stores:

    attempt         the far side is up                  it is down
    `delivered`     delivered                           (is up)
    `dead`          dead                                dead
    `refused`       due after a back-off, and dead      due again; the lane pauses
                    after `OUTBOX_MAX_REFUSALS`
    any other       due after a back-off                due again; the lane pauses

Every time is the database's, so that it means the same on every machine. Rows are locked in the
order of their ids: an UPDATE alone locks them as it finds them, so that one statement that stores
results and one that withdraws could wait for each other.
"""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now

from foundation.messaging import tracing
from foundation.messaging.models import WAITING, OutboxMessage
from foundation.messaging.outbox.lanes import IS_DUE, Hold
from foundation.records.database import backoff
from foundation.records.refusals import REASON_LENGTH, bounded
from foundation.records.statements import fetch_row, fetch_rows, run_statement

_WRITE = """
WITH our_lane AS MATERIALIZED (
    -- No row if it is another's by now. Locked before the rows: no other worker takes the lane
    -- between this check and the write.
    SELECT FROM messaging_outboxlane WHERE name = %(lane)s AND leased_until = %(until)s FOR UPDATE
), tried AS MATERIALIZED (
    SELECT id, withdrawn_on FROM messaging_outboxmessage message CROSS JOIN our_lane
    WHERE id = ANY(%(ids)s) AND delivered_on IS NULL AND dead_on IS NULL
    ORDER BY id FOR UPDATE OF message
), result AS (
    SELECT * FROM unnest(
        %(ids)s::bigint[], %(delivered)s::bool[], %(dead)s::bool[], %(reasons)s::text[],
        %(waits)s::float8[], %(attempts)s::int[], %(refusals)s::int[]
    ) AS result(id, is_delivered, is_dead, reason, wait, attempts, refusals)
)
UPDATE messaging_outboxmessage message
SET delivered_on = CASE WHEN result.is_delivered THEN statement_timestamp() END,
    dead_on = CASE WHEN result.is_dead THEN statement_timestamp() END,
    withdrawn_on = NULL,
    reason = result.reason,
    due_on = statement_timestamp() + make_interval(secs => result.wait),
    attempts = message.attempts + result.attempts,
    refusals = message.refusals + result.refusals
FROM tried JOIN result USING (id)
-- Of those withdrawn meanwhile only the delivered: the request was under way, and arrived.
WHERE message.id = tried.id AND (result.is_delivered OR tried.withdrawn_on IS NULL)
RETURNING message.id
"""

# One parameter, however many rows: the ORM takes 20 times as long to write columns that have
# defaults of the database. The ids have the order of the rows.
_INSERT = """
INSERT INTO messaging_outboxmessage (
    message_id, kind, destination, lane, key, priority, attributes, body, attempts, reason
)
SELECT message_id, kind, destination, lane, key, priority, attributes, body, 0, ''
FROM ROWS FROM (jsonb_to_recordset(%s::jsonb) AS (
    message_id uuid, kind text, destination text, lane text, key text, priority int2,
    attributes jsonb, body jsonb
)) WITH ORDINALITY
ORDER BY ordinality
"""
_GIVEN = ("kind", "destination", "lane", "key", "priority", "attributes", "body")

# The end of a handler's row, written first: it holds only if the handler's effects commit.
_TAKE = f"""
UPDATE messaging_outboxmessage SET delivered_on = statement_timestamp(), reason = ''
WHERE id = (
    SELECT id FROM messaging_outboxmessage message WHERE id = %s AND {IS_DUE}
    FOR UPDATE SKIP LOCKED
)
RETURNING attempts
"""  # noqa: S608 (a constant)

_WITHDRAW = """
WITH undelivered AS MATERIALIZED (
    SELECT id FROM messaging_outboxmessage
    WHERE destination = %(destination)s AND key = ANY(%(keys)s)
      AND delivered_on IS NULL AND withdrawn_on IS NULL
    ORDER BY id FOR UPDATE
)
UPDATE messaging_outboxmessage message
SET withdrawn_on = statement_timestamp(),
    dead_on = NULL,
    reason = left(
        %(reason)s || CASE WHEN reason = '' THEN '' ELSE ' Before: ' || reason END, %(length)s
    )
FROM undelivered WHERE message.id = undelivered.id
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """The rows that a worker delivers while it holds their lane."""

    hold: Hold
    rows: Sequence[OutboxMessage]

    def is_late(self, longest: float) -> bool:
        """Return whether an attempt of `longest` seconds at most could outlive the lease.

        Begun so late it could come after what another worker has delivered since.
        """
        lease = self.hold.lease.total_seconds()
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
    behind, or that a fault of ours ended it. `retry_after`: seconds that it asked for.
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
            last = f"Refused {row.refusals + 1} times. {self.reason}"
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


def traced(row: OutboxMessage) -> AbstractContextManager[tracing.Traced]:
    """Trace an attempt at a row, in the trace of the work that wrote it."""
    return tracing.span(
        f"deliver {row.lane}",
        kind="PRODUCER",
        continues=row.attributes.get(tracing.TRACEPARENT),
        about={"finishline.outbox_id": row.pk, "finishline.destination": row.destination},
    )


def delivered(outbox_id: int) -> RowResult:
    return RowResult(outbox_id=outbox_id, delivered=True, attempts=0)


def back_off(row: OutboxMessage, at_least: float = 0.0) -> timedelta:
    """Return how long a row waits after one more failed attempt."""
    base, cap = settings.OUTBOX_BACKOFF_BASE, settings.OUTBOX_BACKOFF_CAP
    return backoff(row.attempts + 1, base=base, cap=cap, at_least=at_least)


def due(lane: str) -> QuerySet[OutboxMessage]:
    """Return what is to be sent now, highest priority first, then oldest.

    A row is sent only when no earlier row of its lane and key still waits.
    """
    earlier = OutboxMessage.objects.filter(
        WAITING, lane=OuterRef("lane"), key=OuterRef("key"), pk__lt=OuterRef("pk")
    )
    rows = OutboxMessage.objects.filter(WAITING, ~Exists(earlier), lane=lane, due_on__lte=Now())
    return rows.order_by("-priority", "due_on", "pk")


def insert(rows: Sequence[OutboxMessage]) -> None:
    """Insert new rows, which are due at once; a later one has a higher id."""
    given = [
        {"message_id": str(row.message_id), **{name: getattr(row, name) for name in _GIVEN}}
        for row in rows
    ]
    run_statement(_INSERT, [json.dumps(given)])


def write(hold: Hold, results: Sequence[RowResult]) -> set[int]:
    """Write down the results, if the lane is still ours; return the ids of the changed rows."""
    if not results:
        return set()
    parameters: dict[str, Any] = {
        "lane": hold.name,
        "until": hold.until,
        "ids": [result.outbox_id for result in results],
        "delivered": [result.delivered for result in results],
        "dead": [result.dead for result in results],
        "reasons": [bounded(result.reason) for result in results],
        "waits": [result.wait.total_seconds() for result in results],
        "attempts": [result.attempts for result in results],
        "refusals": [result.refusals for result in results],
    }
    return {outbox_id for (outbox_id,) in fetch_rows(_WRITE, parameters)}


def withdraw(destination: str, keys: Sequence[str], reason: str) -> int:
    """Mark what waits or is dead under these keys withdrawn; return how many rows that were."""
    named: dict[str, Any] = {"destination": destination, "keys": list(keys)}
    given = {**named, "reason": bounded(reason), "length": REASON_LENGTH}
    return run_statement(_WITHDRAW, given)


def take(row: OutboxMessage) -> int | None:
    """Mark a handler's row delivered, in the transaction of its effects; return its attempts.

    None: it is not due any more, or another worker has it.
    """
    found = fetch_row(_TAKE, [row.pk])
    return None if found is None else int(found[0])


def record_failure(row: OutboxMessage, reason: str) -> None:
    """Count a handler's failed attempt once, also of two workers: due again later, or dead."""
    attempts = row.attempts + 1
    OutboxMessage.objects.filter(WAITING, pk=row.pk, attempts=row.attempts).update(
        attempts=attempts,
        due_on=Now() + back_off(row),
        reason=bounded(reason),
        dead_on=Now() if attempts >= settings.OUTBOX_MAX_ATTEMPTS else None,
    )
