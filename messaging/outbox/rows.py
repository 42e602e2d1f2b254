"""The outbox's SQL: who may take which rows, and what became of them.

Every time is the database's, so that leases mean the same on every machine.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from messaging.models import WAITING, OutboxMessage
from records.backoff import backoff
from records.reasons import REASON_LENGTH, bounded

# A row is taken only when no earlier row of its destination and key still waits: that is the order
# per aggregate. The CTE is materialized because a LIMIT under IN may be evaluated more than once.
_CLAIM = """
WITH due AS MATERIALIZED (
    SELECT o.id FROM messaging_outboxmessage o
    WHERE o.lane = %(lane)s
      AND o.delivered_on IS NULL AND o.dead_on IS NULL AND o.withdrawn_on IS NULL
      AND o.due_on <= statement_timestamp()
      AND NOT EXISTS (
          SELECT 1 FROM messaging_outboxmessage e
          WHERE e.destination = o.destination AND e.key = o.key AND e.id < o.id
            AND e.delivered_on IS NULL AND e.dead_on IS NULL AND e.withdrawn_on IS NULL)
    ORDER BY o.priority DESC, o.due_on, o.id
    LIMIT %(limit)s
    FOR UPDATE OF o SKIP LOCKED
)
UPDATE messaging_outboxmessage m
SET lease = %(lease)s, due_on = statement_timestamp() + %(period)s
FROM due WHERE m.id = due.id
RETURNING m.*
"""

# Who changes several rows locks them in the order of their ids first. An UPDATE alone locks them as
# it comes upon them, and two of them, a batch's end and a withdrawal, could wait for each other.
_DELIVER = """
WITH held AS MATERIALIZED (
    SELECT id FROM messaging_outboxmessage
    WHERE id = ANY(%(ids)s) AND lease = %(lease)s AND delivered_on IS NULL AND dead_on IS NULL
    ORDER BY id FOR UPDATE
)
UPDATE messaging_outboxmessage m
SET delivered_on = statement_timestamp(), withdrawn_on = NULL, lease = NULL, reason = ''
FROM held WHERE m.id = held.id
"""

_SET_BACK = """
WITH held AS MATERIALIZED (
    SELECT id FROM messaging_outboxmessage
    WHERE id = ANY(%(ids)s) AND lease = %(lease)s
      AND delivered_on IS NULL AND dead_on IS NULL AND withdrawn_on IS NULL
    ORDER BY id FOR UPDATE
)
UPDATE messaging_outboxmessage m
SET attempts = m.attempts + f.counted, refusals = m.refusals + f.refused,
    lease = NULL, reason = f.reason,
    due_on = statement_timestamp() + make_interval(secs => f.wait),
    dead_on = CASE WHEN f.dead THEN statement_timestamp() END
FROM held JOIN unnest(
    %(ids)s::bigint[], %(counted)s::int[], %(refused)s::int[], %(waits)s::float8[],
    %(dead)s::bool[], %(reasons)s::text[]
) AS f(id, counted, refused, wait, dead, reason) USING (id)
WHERE m.id = held.id
RETURNING m.id
"""

# The lease stays: whoever delivers a row at this moment may still say that it arrived.
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
class Setback:
    """A row that was not delivered. `counted` is 0 where the row itself is not to blame.

    `refused` is 1 where the peer said no to it.
    """

    outbox_id: int
    reason: str
    wait: timedelta = timedelta()
    dead: bool = False
    counted: int = 1
    refused: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """The rows that `lease` holds, highest priority first, then oldest.

    The lease runs from `since` on, by this machine's monotonic clock, or from a little later.
    """

    lease: UUID
    rows: Sequence[OutboxMessage]
    since: float


def claim(lane: str, limit: int) -> Claim:
    """Lease at most `limit` due rows of a lane for `OUTBOX_LEASE`, the first of each key only."""
    lease, since = uuid4(), time.monotonic()
    parameters = {"lane": lane, "limit": limit, "lease": lease, "period": settings.OUTBOX_LEASE}
    rows = list(OutboxMessage.objects.raw(_CLAIM, parameters)) if limit > 0 else []
    in_order = sorted(rows, key=lambda row: (-row.priority, row.pk))
    return Claim(lease=lease, rows=in_order, since=since)


def deliver(lease: UUID, ids: Sequence[int]) -> int:
    """Mark rows delivered if the lease still holds them; return how many it did.

    Those withdrawn meanwhile are delivered all the same: the request was under way, and arrived.
    """
    if not ids:
        return 0
    with connection.cursor() as cursor:
        cursor.execute(_DELIVER, {"ids": list(ids), "lease": lease})
        return int(cursor.rowcount)


def set_back(lease: UUID, setbacks: Sequence[Setback]) -> set[int]:
    """Write down what was not delivered and when it is due again, if the lease still holds it.

    Return the ids of the rows that it did hold; those withdrawn meanwhile stay as they are.
    """
    if not setbacks:
        return set()
    parameters: dict[str, Any] = {
        "ids": [s.outbox_id for s in setbacks],
        "counted": [s.counted for s in setbacks],
        "refused": [s.refused for s in setbacks],
        "waits": [s.wait.total_seconds() for s in setbacks],
        "dead": [s.dead for s in setbacks],
        "reasons": [bounded(s.reason) for s in setbacks],
        "lease": lease,
    }
    with connection.cursor() as cursor:
        cursor.execute(_SET_BACK, parameters)
        return {outbox_id for (outbox_id,) in cursor.fetchall()}


def withdraw(destination: str, keys: Sequence[str], reason: str) -> int:
    """Mark what waits or is dead under these keys withdrawn; return how many rows that were."""
    parameters: dict[str, Any] = {
        "destination": destination,
        "keys": list(keys),
        "reason": bounded(reason),
        "length": REASON_LENGTH,
    }
    with connection.cursor() as cursor:
        cursor.execute(_WITHDRAW, parameters)
        return int(cursor.rowcount)


def in_flight(lane: str) -> int:
    """Count the rows of a lane that are leased now."""
    leased = OutboxMessage.objects.filter(WAITING, lane=lane, lease__isnull=False)
    return leased.filter(due_on__gt=Now()).count()


def lock_for_handling(name: str, outbox_id: int) -> OutboxMessage | None:
    """Lock a handler's row until the transaction ends; None where it is not to be run now."""
    first = OutboxMessage.objects.filter(pk=outbox_id, destination=name).exclude(_earlier())
    # A Celery message left over from before a failure must not cut the back-off short.
    runnable = first.filter(WAITING).filter(Q(lease__isnull=False) | Q(due_on__lte=Now()))
    return runnable.select_for_update(skip_locked=True).first()


def deliver_handled(row: OutboxMessage) -> bool:
    """Mark a locked row delivered; say whether its lane holds more that is due."""
    OutboxMessage.objects.filter(pk=row.pk).update(delivered_on=Now(), lease=None, reason="")
    return _due(row.lane).exists()


def record_failure(outbox_id: int, reason: str) -> None:
    """Count a handler's failed attempt: due again after a back-off, or dead after the last."""
    row = OutboxMessage.objects.filter(WAITING, pk=outbox_id).first()
    if row is None:
        return
    attempts = row.attempts + 1
    wait = backoff(attempts, base=settings.OUTBOX_BACKOFF_BASE, cap=settings.OUTBOX_BACKOFF_CAP)
    dead = attempts >= settings.OUTBOX_MAX_ATTEMPTS
    # Conditional on the count: of two workers that failed on one row, one failure is counted.
    OutboxMessage.objects.filter(WAITING, pk=outbox_id, attempts=row.attempts).update(
        attempts=attempts,
        due_on=Now() + wait,
        lease=None,
        reason=bounded(reason),
        dead_on=Now() if dead else None,
    )


def _due(lane: str) -> QuerySet[OutboxMessage]:
    return OutboxMessage.objects.filter(WAITING, lane=lane, due_on__lte=Now())


def _earlier() -> Exists:
    return Exists(
        OutboxMessage.objects.filter(
            WAITING,
            destination=OuterRef("destination"),
            key=OuterRef("key"),
            pk__lt=OuterRef("pk"),
        )
    )
