"""The outbox's rows: which are to be sent now, and what became of them.

Every time is the database's, so that it means the same on every machine.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
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

# 1. Renew or release the lane, where it is still ours; until the end no other worker takes it.
# 2. Lock the rows in the order of their ids, as a withdrawal does. An UPDATE alone locks them as it
#    finds them, and the two could wait for each other.
# 3. Write what came of them. What was withdrawn meanwhile, but has arrived, is delivered.
# 4. Look for more: a row whose hint found the lane taken is seen by the last batch or here. This
#    sees the rows as they were before the UPDATE.
_END_BATCH = """
WITH lane AS (
    UPDATE messaging_outboxlane SET busy_until = statement_timestamp() + %(lease)s::interval
    WHERE name = %(lane)s AND busy_until = %(until)s
    RETURNING name, busy_until
), held AS MATERIALIZED (
    SELECT m.id, m.withdrawn_on FROM messaging_outboxmessage m, lane
    WHERE m.id = ANY(%(ids)s::bigint[]) AND m.delivered_on IS NULL AND m.dead_on IS NULL
    ORDER BY m.id FOR UPDATE OF m
), written AS (
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
)
SELECT lane.busy_until, ARRAY(SELECT id FROM written), EXISTS (
    SELECT 1 FROM messaging_outboxmessage m
    WHERE m.lane = lane.name AND m.id <> ALL(%(ids)s::bigint[])
      AND m.delivered_on IS NULL AND m.dead_on IS NULL AND m.withdrawn_on IS NULL
      AND m.due_on <= statement_timestamp()
      AND NOT EXISTS (
          SELECT 1 FROM messaging_outboxmessage e
          WHERE e.destination = m.destination AND e.key = m.key AND e.id < m.id
            AND e.id <> ALL(%(ended)s::bigint[])
            AND e.delivered_on IS NULL AND e.dead_on IS NULL AND e.withdrawn_on IS NULL))
FROM lane
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
class Attempt:
    """What came of trying one row: it is delivered, or dead, or due again after `wait`.

    `counted` is 0 where it counts as no failed attempt, `refused` 1 where the peer refused it.
    """

    outbox_id: int
    delivered: bool = False
    dead: bool = False
    reason: str = ""
    wait: timedelta = timedelta()
    counted: int = 1
    refused: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchEnd:
    """The ids of the rows that a batch changed, the lane where it was kept, and what else is due.

    `more`: there are other rows in the lane that can be sent now.
    """

    written: frozenset[int]
    hold: Hold | None
    more: bool


def due(lane: str) -> QuerySet[OutboxMessage]:
    """Return what is to be sent now, highest priority first, then oldest.

    A row is sent only when no earlier row of its destination and key still waits: that is the order
    per aggregate.
    """
    earlier = OutboxMessage.objects.filter(
        WAITING, destination=OuterRef("destination"), key=OuterRef("key"), pk__lt=OuterRef("pk")
    )
    rows = OutboxMessage.objects.filter(WAITING, ~Exists(earlier), lane=lane, due_on__lte=Now())
    return rows.order_by("-priority", "due_on", "pk")


def end_batch(hold: Hold, attempts: Sequence[Attempt], lease: timedelta | None = None) -> BatchEnd:
    """Write down what came of the attempts, and renew or release the lane, if it is still ours.

    Of rows withdrawn meanwhile only the delivered are changed: the request was under way, and
    arrived.

    :param lease: for how long to keep the lane; None releases it.
    """
    since = time.monotonic()
    parameters: dict[str, Any] = {
        "lane": hold.name,
        "until": hold.until,
        "lease": lease,
        "ids": [a.outbox_id for a in attempts],
        "ended": [a.outbox_id for a in attempts if a.delivered or a.dead],
        "counted": [a.counted for a in attempts],
        "refused": [a.refused for a in attempts],
        "waits": [a.wait.total_seconds() for a in attempts],
        "delivered": [a.delivered for a in attempts],
        "dead": [a.dead for a in attempts],
        "reasons": [bounded(a.reason) for a in attempts],
    }
    with connection.cursor() as cursor:
        cursor.execute(_END_BATCH, parameters)
        until, written, more = cursor.fetchone() or (None, (), False)
    renewed = replace(hold, until=until, since=since) if until else None
    return BatchEnd(written=frozenset(written), hold=renewed, more=more)


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


def record_failure(row: OutboxMessage, reason: str) -> None:
    """Count a handler's failed attempt: due again after a back-off, or dead after the last.

    Conditional on the count: of two workers that failed on one row, one failure is counted.
    """
    attempts = row.attempts + 1
    wait = backoff(attempts, base=settings.OUTBOX_BACKOFF_BASE, cap=settings.OUTBOX_BACKOFF_CAP)
    dead = attempts >= settings.OUTBOX_MAX_ATTEMPTS
    OutboxMessage.objects.filter(WAITING, pk=row.pk, attempts=row.attempts).update(
        attempts=attempts,
        due_on=Now() + wait,
        reason=bounded(reason),
        dead_on=Now() if dead else None,
    )
