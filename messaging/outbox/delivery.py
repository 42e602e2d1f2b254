"""Delivering claimed rows to the three kinds of destination. No transaction is open meanwhile."""

import base64
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

import structlog
from django.conf import settings
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from messaging.bus import broker
from messaging.bus.cloud_events import Event
from messaging.models import DestinationKind, OutboxMessage
from messaging.outbox import handlers, peers
from messaging.outbox.rows import Claim, Setback
from records.backoff import backoff

log = structlog.get_logger(__name__)

# So many failures and not one success: the rest of the batch is not tried.
PEER_GIVES_UP_AFTER = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What became of a batch. `down`: the far side as a whole, and why; `asked`: its Retry-After.

    Rows in none of the lists keep their lease (a handler's, until its task has run).
    """

    delivered: Sequence[int] = ()
    setbacks: Sequence[Setback] = ()
    down: str = ""
    asked: float = 0.0


def deliver(claim: Claim) -> Report:
    """Deliver the rows of one claim; all of them are of one lane and so of one kind."""
    return _DELIVERERS[DestinationKind(claim.rows[0].kind)](claim)


def to_topics(claim: Claim) -> Report:
    """Publish with confirms, in order, until the broker fails or the lease comes to its end."""
    rows, delivered = claim.rows, list[int]()
    last_start = _last_start(claim, 3 * broker.CONFIRM_SECONDS)
    for row in rows:
        if time.monotonic() > last_start:
            break
        try:
            _publish(row)
        except broker.BusDown as error:
            return _stopped(rows, delivered, str(error))
        delivered.append(row.pk)
    untried = [_untried(row.pk) for row in rows[len(delivered) :]]
    return Report(delivered=delivered, setbacks=untried)


def to_handlers(claim: Claim) -> Report:
    """Send each row's Celery message; the row stays leased until its handler has run."""
    rows = claim.rows
    unknown = [row for row in rows if not handlers.is_registered(row.destination)]
    dead = [
        Setback(outbox_id=row.pk, reason=f"No handler {row.destination!r}.", dead=True, counted=0)
        for row in unknown
    ]
    known = [row for row in rows if row not in unknown]
    for place, row in enumerate(known):
        try:
            handlers.dispatch(row)
        except (KombuError, RedisError, OSError) as error:
            stopped = _stopped(known[place:], [], f"{type(error).__name__}: {error}")
            return Report(setbacks=[*dead, *stopped.setbacks], down=stopped.down)
    return Report(setbacks=dead)


def to_peers(claim: Claim) -> Report:
    """Make the requests of a batch, `OUTBOX_PEER_CONNECTIONS` at a time."""
    batch = _PeerBatch(claim)
    with ThreadPoolExecutor(settings.OUTBOX_PEER_CONNECTIONS, "outbox-peer") as pool:
        attempts = pool.map(batch.attempt, claim.rows)
        outcomes = [outcome for outcome in attempts if outcome is not None]
    return batch.report(outcomes)


class _PeerBatch:
    """The attempts of one batch, which know of each other when to stop."""

    def __init__(self, claim: Claim) -> None:
        self._rows = {row.pk: row for row in claim.rows}
        self._lock = Lock()
        self._successes = 0
        self._unavailable = 0
        self._last_start = _last_start(claim, 3 * settings.PEER_TIMEOUT)

    def attempt(self, row: OutboxMessage) -> peers.Outcome | None:
        """Try one row; None where it is not worth trying any more."""
        if time.monotonic() > self._last_start or self._given_up():
            return None
        outcome = peers.send(row)
        with self._lock:
            self._successes += isinstance(outcome, peers.Delivered | peers.Refused)
            self._unavailable += isinstance(outcome, peers.Failed) and outcome.unavailable
        return outcome

    def report(self, outcomes: Sequence[peers.Outcome]) -> Report:
        """Return what became of every row of the batch, tried or not."""
        failed = [outcome for outcome in outcomes if isinstance(outcome, peers.Failed)]
        unavailable = [outcome for outcome in failed if outcome.unavailable]
        down = bool(unavailable) and not self._successes
        tried = {outcome.outbox_id for outcome in outcomes}
        return Report(
            delivered=[o.outbox_id for o in outcomes if isinstance(o, peers.Delivered)],
            setbacks=[
                *(self._dead(o) for o in outcomes if isinstance(o, peers.Refused)),
                *(self._retried(o, down) for o in failed),
                *(_untried(pk) for pk in self._rows if pk not in tried),
            ],
            down=unavailable[0].reason if down else "",
            asked=max((outcome.retry_after for outcome in failed), default=0.0),
        )

    def _given_up(self) -> bool:
        return self._successes == 0 and self._unavailable >= PEER_GIVES_UP_AFTER

    def _dead(self, outcome: peers.Refused) -> Setback:
        return Setback(outbox_id=outcome.outbox_id, reason=outcome.reason, dead=True)

    def _retried(self, outcome: peers.Failed, down: bool) -> Setback:
        """A row of a peer that is down waits with its lane, and is not refused by it either."""
        pk, reason = outcome.outbox_id, outcome.reason
        if down:
            return Setback(outbox_id=pk, reason=reason)
        row, refused = self._rows[pk], int(outcome.refused)
        if refused and row.refusals + 1 >= settings.OUTBOX_MAX_REFUSALS:
            last = f"Refused {row.refusals + 1} times, at last with {reason}"
            return Setback(outbox_id=pk, reason=last, dead=True, refused=1)
        wait = backoff(
            row.attempts + 1,
            base=settings.OUTBOX_BACKOFF_BASE,
            cap=settings.OUTBOX_BACKOFF_CAP,
            at_least=outcome.retry_after,
        )
        return Setback(outbox_id=pk, reason=reason, wait=wait, refused=refused)


def _last_start(claim: Claim, longest: float) -> float:
    """Return when the last attempt may begin, which takes `longest` seconds at most.

    Begun later it could outlive the lease, and come after what another has delivered since.
    """
    lease = settings.OUTBOX_LEASE.total_seconds()
    return claim.since + max(lease - longest, lease / 4)


def _publish(row: OutboxMessage) -> None:
    if row.attributes.get("encoding") == "base64":
        body = base64.b64decode(row.body["base64"])
        content_type = row.attributes["contentType"]
        broker.publish_raw(
            body,
            exchange=broker.EXCHANGE.name,
            routing_key=row.destination,
            content_type=content_type,
        )
        return
    broker.publish(_event(row), row.destination)


def _event(row: OutboxMessage) -> Event:
    return Event(
        id=str(row.message_id),
        source=settings.EVENT_SOURCE,
        type=row.destination,
        subject=row.attributes["subject"],
        time=datetime.fromisoformat(row.attributes["time"]),
        data=row.body,
    )


def _stopped(rows: Sequence[OutboxMessage], delivered: Sequence[int], reason: str) -> Report:
    left = [row for row in rows if row.pk not in set(delivered)]
    return Report(
        delivered=delivered,
        setbacks=[
            Setback(outbox_id=row.pk, reason=reason, counted=int(place == 0))
            for place, row in enumerate(left)
        ],
        down=reason,
    )


def _untried(outbox_id: int) -> Setback:
    return Setback(outbox_id=outbox_id, reason="", counted=0)


_DELIVERERS: dict[DestinationKind, Callable[[Claim], Report]] = {
    DestinationKind.PEER: to_peers,
    DestinationKind.TOPIC: to_topics,
    DestinationKind.HANDLER: to_handlers,
}
