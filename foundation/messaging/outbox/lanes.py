"""Lanes: what is drained together (a peer, the bus, a handler), by one worker at a time.

So a slow far side costs one worker and not all of them. Beside a slow row of our own handlers
another worker takes the lane's other rows, after `HANDLER_LEASE`. A lane whose far side is down has
an outage (`foundation.messaging.circuit`). The worker renews and releases the lane, and writes what
became of the rows, only while it holds the lease.
"""

import time
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, cast

from django.conf import settings

from foundation.messaging import wakeups
from foundation.messaging.models import LANE
from foundation.records.leases import FREE
from foundation.records.statements import fetch_row, fetch_rows

BUS = "bus"
MAIL = "mail"
HANDLER = "handler:"  # and its name

SWEEP_TASK = "messaging.sweep_outbox"
DRAIN_TASK = "messaging.drain_lane"
# Short, so that a slow row does not keep other workers off: `rows.take` lets each row be done once
# and in order, also by several workers.
HANDLER_LEASE = timedelta(seconds=5)
# By queue: a batch of one message costs as many statements, and a task. Our own steps follow each
# other, so that they wait less.
GATHER_SECONDS = {"handlers": 0.2, "outbox": 0.5}

# As `WAITING` of the models.
_WAITS = "delivered_on IS NULL AND dead_on IS NULL AND withdrawn_on IS NULL"

# `lanes` has every lane with waiting rows. It jumps from one to the next along the index, where a
# DISTINCT would read every waiting row; behind the last one it finds NULL.
_DUE = f"""
WITH RECURSIVE lanes(name) AS (
    (SELECT lane FROM messaging_outboxmessage WHERE {_WAITS} ORDER BY lane LIMIT 1)
    UNION ALL
    SELECT (SELECT lane FROM messaging_outboxmessage WHERE {_WAITS} AND lane > lanes.name
            ORDER BY lane LIMIT 1)
    FROM lanes WHERE lanes.name IS NOT NULL
)
SELECT lanes.name FROM lanes LEFT JOIN messaging_outboxlane taken USING (name)
LEFT JOIN messaging_outage outage
    ON outage.service = %(prefix)s || lanes.name AND outage.ended_on IS NULL
WHERE lanes.name IS NOT NULL
  AND {FREE.format("taken")}
  AND (outage.next_probe_on IS NULL OR outage.next_probe_on <= statement_timestamp())
  AND EXISTS (SELECT FROM messaging_outboxmessage
              WHERE lane = lanes.name AND {_WAITS} AND due_on <= statement_timestamp())
ORDER BY lanes.name
"""  # noqa: S608 (a constant)

_ACQUIRE = f"""
INSERT INTO messaging_outboxlane AS lane (name, leased_until)
SELECT %(name)s, statement_timestamp() + %(lease)s
WHERE NOT EXISTS (
    SELECT 1 FROM messaging_outage
    WHERE service = %(service)s AND ended_on IS NULL AND next_probe_on > statement_timestamp())
ON CONFLICT (name) DO UPDATE SET leased_until = excluded.leased_until
WHERE {FREE.format("lane")}
RETURNING leased_until, EXISTS (
    SELECT 1 FROM messaging_outage WHERE service = %(service)s AND ended_on IS NULL)
"""  # noqa: S608 (a constant)

_RENEW = """
UPDATE messaging_outboxlane SET leased_until = statement_timestamp() + %(lease)s
WHERE name = %(name)s AND leased_until = %(until)s
RETURNING leased_until
"""

# A message is due and waits for no earlier row of its lane and key: `rows.due`, to which a test
# compares it.
IS_DUE = f"""{_WAITS} AND due_on <= statement_timestamp() AND NOT EXISTS (
    SELECT FROM messaging_outboxmessage
    WHERE lane = message.lane AND key = message.key AND id < message.id AND {_WAITS})
"""
_DUE_IN_LANE = f"""
SELECT FROM messaging_outboxmessage message WHERE lane = released.name AND {IS_DUE}
"""

# The lane was taken, or renewed, one lease before the end of the lease.
_RELEASE = f"""
UPDATE messaging_outboxlane released SET leased_until = NULL
WHERE name = %(name)s AND leased_until = %(until)s
RETURNING EXISTS ({_DUE_IN_LANE}), EXISTS ({_DUE_IN_LANE} AND due_on <= %(until)s - %(lease)s)
"""  # noqa: S608 (a constant)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """A lane that is ours until `until`; `failing`: it has an outage."""

    name: str
    until: datetime
    since: float  # by this machine's monotonic clock
    failing: bool = False

    @property
    def lease(self) -> timedelta:
        return lease_of(self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """Whether something is due in a lane; `was_due`: something that was when it was taken."""

    is_due: bool = False
    was_due: bool = False


def wake(*names: str, gather: bool = True) -> None:
    """Wake a worker for each lane, unless a wake-up that none has taken yet is under way."""
    for name in names:
        queue = "handlers" if is_ours(name) else "outbox"
        once, seconds = f"{DRAIN_TASK} {name}", GATHER_SECONDS[queue] if gather else 0
        wakeups.send_wakeup(DRAIN_TASK, queue=queue, once=once, countdown=seconds, lane=name)


def due() -> list[str]:
    """Return the lanes with something due that are not paused and that no worker drains."""
    return [name for (name,) in fetch_rows(_DUE, {"prefix": LANE})]


def acquire(name: str) -> Hold | None:
    """Take a lane for its lease; None where another worker has it, or it is paused."""
    since = time.monotonic()
    wanted = {"name": name, "service": service_of(name), "lease": lease_of(name)}
    row = fetch_row(_ACQUIRE, wanted)
    return Hold(name=name, until=row[0], since=since, failing=row[1]) if row else None


def renew(hold: Hold) -> Hold | None:
    """Keep a lane for another lease; None where another has taken it since."""
    since = time.monotonic()
    row = fetch_row(_RENEW, _held(hold))
    return replace(hold, until=row[0], since=since) if row else None


def release(hold: Hold) -> Rest:
    """Release a lane that is still ours; return whether more is due in it.

    The answer and the release are one statement, so a row whose wake-up found the lane taken is
    seen either by the holder's last batch or here. What waited for a handler's row that outlived
    the lease was not seen at all: perhaps it is due. (`drain` leaves what it finds in the hands of
    others to them, and what comes just then to the next sweep.)
    """
    row = fetch_row(_RELEASE, _held(hold))
    return Rest(is_due=row[0], was_due=row[1]) if row else Rest(is_due=is_ours(hold.name))


def is_ours(lane: str) -> bool:
    """Return whether the lane is one of our own handlers, and not one to another service."""
    return lane.startswith(HANDLER)


def lease_of(lane: str) -> timedelta:
    """Return for how long a worker takes a lane."""
    return HANDLER_LEASE if is_ours(lane) else settings.OUTBOX_LEASE


def now() -> datetime:
    """Return the database's time, by which lanes are leased and paused."""
    [moment] = fetch_row("SELECT statement_timestamp()")
    return cast("datetime", moment)


def service_of(lane: str) -> str:
    return f"{LANE}{lane}"


def _held(hold: Hold) -> dict[str, Any]:
    return {"name": hold.name, "until": hold.until, "lease": hold.lease}
