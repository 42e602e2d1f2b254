"""Finding and adjusting what corrections change, some hundred activities a statement."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import connection

from rewards.models.balances import BalanceOperation
from rewards.models.corrections import CorrectionItem, RewardCorrection

# What activities have added. An adjustment that no item has applied was made by hand. LATERAL and
# LIMIT: each operation looks its item up, whatever the statistics say of a table that has just
# grown; a join read all items for each operation.
CREDITED = """
SELECT operation.source_id, sum(operation.amount),
    bool_or(operation.source = 'Adjustment' AND item.state IS DISTINCT FROM 'Applied')
FROM rewards_balanceoperation AS operation
LEFT JOIN LATERAL (
    SELECT state FROM rewards_correctionitem
    WHERE operation_id = operation.id AND operation.source = 'Adjustment' LIMIT 1
) AS item ON true
WHERE operation.source IN ('Activity', 'Adjustment') AND operation.source_id = ANY(%s)
GROUP BY operation.source_id
HAVING bool_or(operation.source = 'Activity')
"""

# In the order of the activities: it decides who gets what limits leave.
ADD_ITEMS = """
INSERT INTO rewards_correctionitem (
    correction_id, activity_id, participant_id, activity_on, old, new, cause, operation_id, state,
    reason
)
SELECT %s, activity_id, participant_id, activity_on, old, new, cause, operation_id, 'Pending', ''
FROM unnest(%s::uuid[], %s::uuid[], %s::timestamptz[], %s::numeric[], %s::numeric[], %s::text[],
            %s::uuid[])
    WITH ORDINALITY
    AS found (activity_id, participant_id, activity_on, old, new, cause, operation_id, place)
ORDER BY place
"""

# Stores what was decided of items, and inserts the operations of those that are adjusted, in the
# order of the items; the database adds them to the balances.
ADJUST = """
WITH decided AS (
    UPDATE rewards_correctionitem AS item
    SET state = new.state, adjusted = new.adjusted, reason = new.reason
    FROM unnest(%(ids)s::bigint[], %(states)s::text[], %(adjusted)s::numeric[], %(reasons)s::text[])
        AS new (id, state, adjusted, reason)
    WHERE item.id = new.id
    RETURNING item.*
)
INSERT INTO rewards_balanceoperation (
    id, balance_id, source, source_id, type, state, amount, reason, created_by, created_on
)
SELECT operation_id, participant_id, 'Adjustment', activity_id, 'Adjustment', 'Accepted', adjusted,
    %(why)s, %(by)s, %(now)s
FROM decided WHERE state = 'Applied' ORDER BY id
RETURNING id, balance_id, source, source_id, type, amount, balance_after, recorded_on
"""


def credited_by(activity_ids: Sequence[UUID]) -> list[tuple[UUID, Decimal, bool]]:
    """Return the credited ones of these activities: the sum, and whether a person adjusted it."""
    with connection.cursor() as cursor:
        cursor.execute(CREDITED, [list(activity_ids)])
        rows: list[tuple[UUID, Decimal, bool]] = cursor.fetchall()
        return rows


def add_items(correction: RewardCorrection, items: Sequence[CorrectionItem]) -> None:
    """Insert new items of a correction."""
    names = ("activity_id", "participant_id", "activity_on", "old", "new", "cause", "operation_id")
    columns = [[getattr(item, name) for item in items] for name in names]
    with connection.cursor() as cursor:
        cursor.execute(ADD_ITEMS, [correction.pk, *columns])


def store_decided(
    correction: RewardCorrection, items: Sequence[CorrectionItem], now: datetime
) -> list[BalanceOperation]:
    """Store what was decided of items; return the operations of those that are adjusted."""
    given: dict[str, Any] = {
        "ids": [item.pk for item in items],
        "states": [str(item.state) for item in items],
        "adjusted": [item.adjusted for item in items],
        "reasons": [item.reason for item in items],
        "why": correction.why,
        "by": correction.approved_by,
        "now": now,
    }
    return list(BalanceOperation.objects.raw(ADJUST, given))
