"""Delivering a batch to one of the four kinds of destination. No transaction is open meanwhile."""

import base64
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Lock

from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend

from messaging.bus import broker
from messaging.bus.cloud_events import Event
from messaging.models import DestinationKind, OutboxMessage
from messaging.outbox import handlers, mails, peers, rows
from messaging.outbox.lanes import Hold
from messaging.outbox.rows import RowResult
from records.backoff import backoff

# So many failures and not one success: the rest of the batch is not tried.
PEER_GIVES_UP_AFTER = 8
# The longest that a publication takes: to connect, to publish and to confirm.
TOPIC_SECONDS = 3 * broker.CONFIRM_SECONDS
# How long a handler should take at most. One that takes longer is late, which harms nothing.
HANDLER_SECONDS = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """The rows that a worker delivers while it holds their lane."""

    hold: Hold
    rows: Sequence[OutboxMessage]

    def is_late(self, longest: float) -> bool:
        """Say whether an attempt of `longest` seconds at most could outlive the lease.

        Begun so late it could come after what another worker has delivered since.
        """
        lease = settings.OUTBOX_LEASE.total_seconds()
        return time.monotonic() > self.hold.since + max(lease - longest, lease / 4)

    def in_time(self, longest: float) -> Iterator[OutboxMessage]:
        """Yield row after row until it is too late for the next."""
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


def deliver(batch: Batch) -> BatchResult:
    """Deliver the rows of one lane, which are of one kind."""
    if not batch.rows:
        return BatchResult()
    result = _DELIVERERS[DestinationKind(batch.rows[0].kind)](batch)
    return replace(result, rows=len(batch.rows))


def to_topics(batch: Batch) -> BatchResult:
    """Publish with confirms, in order, until the broker fails or it is too late."""
    results: list[RowResult] = []
    for row in batch.in_time(TOPIC_SECONDS):
        try:
            _publish(row)
        except broker.BusDown as error:
            results.append(RowResult(outbox_id=row.pk, reason=str(error)))
            return BatchResult(results=results, down=str(error))
        results.append(_delivered(row.pk))
    return BatchResult(results=results)


def to_handlers(batch: Batch) -> BatchResult:
    """Run the lane's handler on one row after the other."""
    name = batch.rows[0].destination
    if not handlers.is_registered(name):
        dead = RowResult(outbox_id=0, dead=True, counted=0, reason=f"No handler {name!r}.")
        return BatchResult(results=[replace(dead, outbox_id=row.pk) for row in batch.rows])
    return BatchResult(handled=sum(handlers.handle(row) for row in batch.in_time(HANDLER_SECONDS)))


def to_peers(batch: Batch) -> BatchResult:
    """Make the requests of a batch, `OUTBOX_PEER_CONNECTIONS` at a time."""
    requests = _PeerRequests(batch)
    with ThreadPoolExecutor(settings.OUTBOX_PEER_CONNECTIONS, "outbox-peer") as pool:
        outcomes = list(pool.map(requests.send, batch.rows))
    return requests.result([outcome for outcome in outcomes if outcome is not None])


def to_mail(batch: Batch) -> BatchResult:
    """Send mails over one connection, one after the other, until the server is away."""
    try:
        with get_connection() as connection:
            return _send_mails(batch, connection)
    except OSError as error:  # of the connection itself
        reason = f"{type(error).__name__}: {error}"
        return BatchResult(
            results=[RowResult(outbox_id=batch.rows[0].pk, reason=reason)], down=reason
        )


def _send_mails(batch: Batch, connection: BaseEmailBackend) -> BatchResult:
    """Send and write mail after mail: a worker that dies doubles one mail at most."""
    results: list[RowResult] = []
    sent = 0
    for row in batch.in_time(3 * settings.EMAIL_TIMEOUT):
        outcome = mails.send(row, connection)
        if isinstance(outcome, peers.Delivered):
            if not rows.write(batch.hold, [_delivered(row.pk)]):
                break  # another worker has the lane since
            sent += 1
            continue
        away = isinstance(outcome, peers.Failed) and outcome.unavailable
        results.append(_row_result(row, outcome, away))
        if away:
            return BatchResult(results=results, handled=sent, down=outcome.reason)
    return BatchResult(results=results, handled=sent)


class _PeerRequests:
    """The requests of one batch, which know of each other when to stop."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._lock = Lock()
        self._successes = 0
        self._unavailable = 0

    def send(self, row: OutboxMessage) -> peers.Outcome | None:
        """Try one row; None where it is not worth trying any more."""
        given_up = self._successes == 0 and self._unavailable >= PEER_GIVES_UP_AFTER
        if given_up or self._batch.is_late(3 * settings.PEER_TIMEOUT):
            return None
        outcome = peers.send(row)
        with self._lock:
            self._successes += isinstance(outcome, peers.Delivered | peers.Refused)
            self._unavailable += isinstance(outcome, peers.Failed) and outcome.unavailable
        return outcome

    def result(self, outcomes: Sequence[peers.Outcome]) -> BatchResult:
        """Return what became of the rows that were tried."""
        failed = [outcome for outcome in outcomes if isinstance(outcome, peers.Failed)]
        unavailable = [outcome.reason for outcome in failed if outcome.unavailable]
        down = unavailable[0] if unavailable and not self._successes else ""
        rows = {row.pk: row for row in self._batch.rows}
        return BatchResult(
            results=[_row_result(rows[o.outbox_id], o, bool(down)) for o in outcomes],
            down=down,
            asked=max((outcome.retry_after for outcome in failed), default=0.0),
        )


def _row_result(row: OutboxMessage, outcome: peers.Outcome, down: bool) -> RowResult:
    match outcome:
        case peers.Delivered():
            return _delivered(row.pk)
        case peers.Refused():
            return RowResult(outbox_id=row.pk, reason=outcome.reason, dead=True)
        case peers.Failed():
            return _failed(row, outcome, down)


def _delivered(outbox_id: int) -> RowResult:
    return RowResult(outbox_id=outbox_id, delivered=True, counted=0)


def _failed(row: OutboxMessage, outcome: peers.Failed, down: bool) -> RowResult:
    """A row of a peer that is down waits with its lane; the peer has not refused it either."""
    if down:
        return RowResult(outbox_id=row.pk, reason=outcome.reason)
    refused = int(outcome.refused)
    if refused and row.refusals + 1 >= settings.OUTBOX_MAX_REFUSALS:
        last = f"Refused {row.refusals + 1} times, finally with {outcome.reason}"
        return RowResult(outbox_id=row.pk, reason=last, dead=True, refused=1)
    wait = backoff(
        row.attempts + 1,
        base=settings.OUTBOX_BACKOFF_BASE,
        cap=settings.OUTBOX_BACKOFF_CAP,
        at_least=outcome.retry_after,
    )
    return RowResult(outbox_id=row.pk, reason=outcome.reason, wait=wait, refused=refused)


def _publish(row: OutboxMessage) -> None:
    if row.attributes.get("encoding") != "base64":
        broker.publish(event_of(row), row.destination)
        return
    broker.publish_raw(
        base64.b64decode(row.body["base64"]),
        exchange=broker.EXCHANGE.name,
        routing_key=row.destination,
        content_type=row.attributes["contentType"],
    )


def event_of(row: OutboxMessage) -> Event:
    """Return the event that a row stands for, as it is published."""
    return Event(
        id=str(row.message_id),
        source=settings.EVENT_SOURCE,
        type=row.attributes.get("type", row.destination),
        subject=row.attributes["subject"],
        time=datetime.fromisoformat(row.attributes["time"]),
        data=row.body,
    )


_DELIVERERS: dict[DestinationKind, Callable[[Batch], BatchResult]] = {
    DestinationKind.PEER: to_peers,
    DestinationKind.TOPIC: to_topics,
    DestinationKind.HANDLER: to_handlers,
    DestinationKind.MAIL: to_mail,
}
