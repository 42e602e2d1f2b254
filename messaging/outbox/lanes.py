"""Lanes: what is drained together (a peer, the bus, a handler), by one worker at a time.

One worker a lane, so that a slow far side costs one worker and not all of them; and a pause a lane,
so that a far side that is down is asked by one batch now and then and not by every row.

Whoever has a lane holds a lease on it, the time in `busy_until`. It is renewed and ended on the
condition that it is still that very time: a worker that was late, and whose lane another has taken
since, leaves it alone.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection

from records.backoff import backoff
from records.reasons import bounded

PAUSE_CAP = 30.0

# Jumps from lane to lane along the index instead of reading every waiting row.
_DUE = """
WITH RECURSIVE lanes(name) AS (
    (SELECT lane FROM messaging_outboxmessage
     WHERE delivered_on IS NULL AND dead_on IS NULL AND withdrawn_on IS NULL
     ORDER BY lane LIMIT 1)
    UNION ALL
    SELECT (SELECT lane FROM messaging_outboxmessage
            WHERE delivered_on IS NULL AND dead_on IS NULL AND withdrawn_on IS NULL
              AND lane > lanes.name
            ORDER BY lane LIMIT 1)
    FROM lanes WHERE lanes.name IS NOT NULL
)
SELECT lanes.name FROM lanes LEFT JOIN messaging_outboxlane s USING (name)
WHERE lanes.name IS NOT NULL
  AND (s.busy_until IS NULL OR s.busy_until <= statement_timestamp())
  AND (s.paused_until IS NULL OR s.paused_until <= statement_timestamp())
  AND EXISTS (SELECT 1 FROM messaging_outboxmessage m
              WHERE m.lane = lanes.name
                AND m.delivered_on IS NULL AND m.dead_on IS NULL AND m.withdrawn_on IS NULL
                AND m.due_on <= statement_timestamp())
ORDER BY lanes.name
"""

_ACQUIRE = """
INSERT INTO messaging_outboxlane AS s (name, busy_until, failures, reason)
VALUES (%(name)s, statement_timestamp() + make_interval(secs => %(period)s), 0, '')
ON CONFLICT (name) DO UPDATE SET busy_until = excluded.busy_until
WHERE (s.busy_until IS NULL OR s.busy_until <= statement_timestamp())
  AND (s.paused_until IS NULL OR s.paused_until <= statement_timestamp())
RETURNING busy_until, failures
"""

_RENEW = """
UPDATE messaging_outboxlane
SET busy_until = statement_timestamp() + make_interval(secs => %(period)s)
WHERE name = %(name)s AND busy_until = %(until)s
RETURNING busy_until
"""

_RELEASE = """
UPDATE messaging_outboxlane
SET busy_until = NULL, failures = %(failures)s, reason = %(reason)s,
    paused_until = statement_timestamp() + %(pause)s
WHERE name = %(name)s AND busy_until = %(until)s
RETURNING paused_until IS NULL AND EXISTS (
    SELECT 1 FROM messaging_outboxmessage m
    WHERE m.lane = name AND m.delivered_on IS NULL AND m.dead_on IS NULL AND m.withdrawn_on IS NULL
      AND m.due_on <= statement_timestamp()
      AND NOT EXISTS (
          SELECT 1 FROM messaging_outboxmessage e
          WHERE e.destination = m.destination AND e.key = m.key AND e.id < m.id
            AND e.delivered_on IS NULL AND e.dead_on IS NULL AND e.withdrawn_on IS NULL))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """A lane that is ours until `until`, and how often in a row its far side failed before."""

    name: str
    until: datetime
    failures: int


def due() -> list[str]:
    """Return the lanes that hold something due, are not paused and that nobody drains."""
    with connection.cursor() as cursor:
        cursor.execute(_DUE)
        return [name for (name,) in cursor.fetchall()]


def acquire(name: str) -> Hold | None:
    """Take a lane for `OUTBOX_LEASE`; None where somebody has it, or it is paused.

    Whoever comes later goes home: the holder looks once more after letting go (see `release`).
    """
    row = _first(_ACQUIRE, {"name": name, "period": settings.OUTBOX_LEASE.total_seconds()})
    return Hold(name=name, until=row[0], failures=row[1]) if row else None


def renew(hold: Hold) -> Hold | None:
    """Keep a lane for another `OUTBOX_LEASE`; None where another has taken it since."""
    parameters = {
        "name": hold.name,
        "until": hold.until,
        "period": settings.OUTBOX_LEASE.total_seconds(),
    }
    row = _first(_RENEW, parameters)
    return replace(hold, until=row[0]) if row else None


def release(
    hold: Hold, *, failures: int = 0, pause: timedelta | None = None, reason: str = ""
) -> bool:
    """Let go of a lane, paused where its far side is down; say whether more is due in it.

    The answer and the release are one statement, so a row whose hint found the lane taken is seen
    either by the holder's last claim or here. Where another has taken the lane since, nothing is
    changed, and what is due is the other's to deliver.
    """
    parameters: dict[str, Any] = {
        "name": hold.name,
        "until": hold.until,
        "failures": failures,
        "pause": pause,
        "reason": bounded(reason),
    }
    row = _first(_RELEASE, parameters)
    return bool(row and row[0])


def pause_after(failures: int, *, at_least: float = 0.0) -> timedelta:
    """Return how long to leave a lane alone after so many failures in a row."""
    wait = backoff(failures, base=settings.OUTBOX_BACKOFF_BASE, cap=PAUSE_CAP)
    asked = timedelta(seconds=min(at_least, settings.OUTBOX_BACKOFF_CAP))
    return max(wait, asked)


def _first(statement: str, parameters: dict[str, Any]) -> tuple[Any, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        row: tuple[Any, ...] | None = cursor.fetchone()
    return row
