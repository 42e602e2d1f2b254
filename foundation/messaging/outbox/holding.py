"""Holding deliveries back, while a former service still delivers (`DELIVERIES=Held`).

What would be sent to others, and the steps of handlers that apps name, stay in the outbox. When the
mode ends, what was posted before a chosen moment is withdrawn, and the rest is delivered.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction

from foundation.messaging.outbox.lanes import HANDLER, is_ours
from foundation.records.statements import fetch_rows, run_statement

HELD, SENT = "Held", "Sent"
WITHDRAWN = "The former service delivered it."
_HELD_LANES: set[str] = set()  # of handlers
_WAITING = """
SELECT lane, count(*) FILTER (WHERE created_on < %(moment)s OR key = ANY(%(keys)s)),
    count(*) FILTER (WHERE created_on >= %(moment)s AND key <> ALL(%(keys)s))
FROM messaging_outboxmessage
WHERE delivered_on IS NULL AND withdrawn_on IS NULL
    AND (kind <> 'Handler' OR lane = ANY(%(lanes)s))
GROUP BY lane ORDER BY lane
"""
_WITHDRAW = """
UPDATE messaging_outboxmessage SET withdrawn_on = statement_timestamp(), dead_on = NULL,
    reason = %(reason)s
WHERE delivered_on IS NULL AND withdrawn_on IS NULL
    AND (created_on < %(moment)s OR key = ANY(%(keys)s))
    AND (kind <> 'Handler' OR lane = ANY(%(lanes)s))
"""


def register_held_steps(*names: str) -> None:
    """Hold these steps of handlers too; `apps.py` does, at start-up."""
    _HELD_LANES.update(f"{HANDLER}{name}" for name in names)


def is_holding() -> bool:
    return bool(settings.DELIVERIES == HELD)


def is_held(lane: str) -> bool:
    """Return whether nothing of a lane is delivered now."""
    return is_holding() and (not is_ours(lane) or lane in _HELD_LANES)


def waiting_around(moment: datetime, keys: Sequence[str] = ()) -> Sequence[tuple[str, int, int]]:
    """Return of each lane that is held how many messages are of before a moment, and of since.

    :param keys: of messages that are of before, whenever they were posted.
    """
    return fetch_rows(_WAITING, _given(moment, keys))


@transaction.atomic
def withdraw_before(moment: datetime, keys: Sequence[str] = ()) -> int:
    """Withdraw for good what is held and of before a moment; return how many messages."""
    return run_statement(_WITHDRAW, {**_given(moment, keys), "reason": WITHDRAWN})


def _given(moment: datetime, keys: Sequence[str]) -> dict[str, Any]:
    return {"moment": moment, "keys": list(keys), "lanes": sorted(_HELD_LANES)}
