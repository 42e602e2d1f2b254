"""The outbox's rows: which are due, and how what became of them is stored.

Every time is the database's, so that it means the same on every machine. Rows are locked in the
order of their ids: an UPDATE alone locks them as it finds them, so that one statement that stores
results and one that withdraws could wait for each other.
"""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now

from messaging.models import WAITING, OutboxMessage
from messaging.outbox.lanes import Hold
from messaging.outbox.results import RowResult, back_off
from records.reasons import REASON_LENGTH, bounded

_WRITE = """
WITH our_lane AS MATERIALIZED (
    -- No row if it is another's by now. Locked before the rows: no other worker takes the lane
    -- between this check and the write.
    SELECT FROM messaging_outboxlane WHERE name = %(lane)s AND busy_until = %(until)s FOR UPDATE
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
        due_on=Now() + back_off(row),
        reason=bounded(reason),
        dead_on=Now() if attempts >= settings.OUTBOX_MAX_ATTEMPTS else None,
    )
