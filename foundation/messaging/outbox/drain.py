"""Draining lanes: read a batch, deliver it, write down what became of it, until nothing is due."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction

from foundation.messaging import circuit
from foundation.messaging.models import DestinationKind, OutboxMessage, receiver_in_words
from foundation.messaging.outbox import lanes, rows
from foundation.messaging.outbox.holding import is_held
from foundation.messaging.outbox.lanes import Hold, Rest
from foundation.messaging.outbox.rows import Batch, BatchResult, record_failure, take, traced
from foundation.messaging.outbox.sending import to_mail, to_peers, to_topics
from foundation.records import database
from foundation.records.texts import reason_of

log = structlog.get_logger(__name__)

# Our own handlers, which the drain of their lane runs. A handler's effects and the row's end are
# one transaction under the row's lock: they happen once.

OutboxHandler = Callable[[Mapping[str, Any]], None]

FAILURES = 4  # before `after_failures`: a quarter of a minute, with the shortest back-off of 1 s


@dataclass(frozen=True, slots=True, kw_only=True)
class Registered:
    """A handler, and what is run in its place after `FAILURES` failed attempts."""

    handler: OutboxHandler
    after_failures: OutboxHandler

    def at(self, attempts: int) -> OutboxHandler:
        return self.handler if attempts < FAILURES else self.after_failures


_registered: dict[str, Registered] = {}


def outbox_handler(
    name: str, *, after_failures: OutboxHandler | None = None
) -> Callable[[OutboxHandler], OutboxHandler]:
    """Register a function as the handler `name` of HandlerMessages.

    It gets the payload inside a transaction, and must not call the network there. What it raises
    rolls everything back and is retried, `OUTBOX_MAX_ATTEMPTS` times; then the row is dead until
    staff send it back. The decorator belongs in a module that the app imports in `ready()`.

    :param after_failures: run in its place once it has failed `FAILURES` times: of a handler that
        does several steps at once, one that posts each step by itself.
    """

    def register(function: OutboxHandler) -> OutboxHandler:
        _registered[name] = Registered(handler=function, after_failures=after_failures or function)
        return function

    return register


def to_handlers(batch: Batch) -> BatchResult:
    """Run the lane's handler on one row after the other."""
    name = batch.rows[0].destination
    if name not in _registered:
        # Perhaps of a newer version that runs beside this one: a worker of that one takes it later.
        reason = f"There is no {receiver_in_words(batch.rows[0].lane)}."
        for row in batch.rows:
            record_failure(row, reason)
        return BatchResult(handled=len(batch.rows))
    handled = 0
    for row in batch.rows:
        # It may take longer than the lease: who takes the lane meanwhile skips a locked row.
        if handled and batch.is_late(0):
            break
        handled += handle(row)
    return BatchResult(handled=handled)


def handle(row: OutboxMessage) -> bool:
    """Run the handler on a due row, record how that went; return whether it was run.

    A row that another worker has locked or ended meanwhile is left alone. If the database went
    away, the row is still due.
    """
    try:
        with traced(row), transaction.atomic():
            attempts = take(row)
            if attempts is not None:
                _registered[row.destination].at(attempts)(row.body)
            return attempts is not None
    # The outermost frame of the row: whatever the handler raises becomes the row's reason.
    except Exception as error:
        if database.is_away(error):
            raise
        log.warning(
            "outbox_handler_failed", handler=row.destination, outbox_id=row.pk, exc_info=error
        )
        record_failure(row, reason_of(error))
        return True


# A lane that never runs dry gives its worker back after this and queues up again.
DRAIN_SECONDS = 20.0
LONGEST_PAUSE = timedelta(seconds=30)
_DELIVERERS: dict[DestinationKind, Callable[[Batch], BatchResult]] = {
    DestinationKind.PEER: to_peers,
    DestinationKind.TOPIC: to_topics,
    DestinationKind.HANDLER: to_handlers,
    DestinationKind.MAIL: to_mail,
}


def drain(lane: str) -> bool:
    """Deliver what is due in a lane; return whether some of it is left for another drain.

    What waits for another worker, or for the end of an outage, does not count.
    """
    if is_held(lane):
        return False
    until = time.monotonic() + DRAIN_SECONDS
    while (hold := lanes.acquire(lane)) is not None:
        rest = _drain_held(hold, until)
        # Our handlers get what is new at once; to others it gathers until the next wake-up.
        is_more_to_do = rest.is_due if lanes.is_ours(lane) else rest.was_due
        if not is_more_to_do or time.monotonic() >= until:
            return rest.is_due
    return False


def _drain_held(hold: Hold, until: float) -> Rest:
    """Deliver batch after batch, and release the lane; return what is left for us to do."""
    try:
        result = _deliver_batch(hold)
        while result.is_full and time.monotonic() < until and (renewed := lanes.renew(hold)):
            hold = renewed
            result = _deliver_batch(hold)
    finally:
        rest = lanes.release(hold)
    # Rows that could not be tried are another worker's, or it is too late in the lease for them.
    is_left_to_others = result.rows > 0 and result.tried == 0
    return Rest() if is_left_to_others else rest


def _deliver_batch(hold: Hold) -> BatchResult:
    """Deliver one batch and write down how it went."""
    batch = Batch(hold=hold, rows=list(rows.due(hold.name)[: settings.OUTBOX_BATCH]))
    result = deliver(batch)
    written = rows.write(hold, result.results)
    for row in result.results:
        if row.dead and row.outbox_id in written:
            log.error("outbox_row_dead", outbox_id=row.outbox_id)
    if result.why_down and written:  # nothing written: another worker has taken the lane since
        _pause(hold, result)
    elif hold.failing and result.tried and not result.why_down:
        services = [lanes.service_of(hold.name)]
        circuit.end_outages(circuit.EndOutagesCommand(services=services, now=lanes.now()))
    return result


def deliver(batch: Batch) -> BatchResult:
    """Deliver the rows of one lane, which are of one kind. No transaction is open meanwhile."""
    if not batch.rows:
        return BatchResult()
    result = _DELIVERERS[DestinationKind(batch.rows[0].kind)](batch)
    return replace(result, rows=len(batch.rows))


def _pause(hold: Hold, result: BatchResult) -> None:
    policy = circuit.Policy(
        failures=1, first=timedelta(seconds=settings.OUTBOX_BACKOFF_BASE), longest=LONGEST_PAUSE
    )
    circuit.note_failure(
        service=lanes.service_of(hold.name),
        name=receiver_in_words(hold.name),
        reason=result.why_down,
        policy=policy,
        now=lanes.now(),
        is_probe=True,  # no other worker has the lane
        at_least=timedelta(seconds=min(result.retry_after, settings.OUTBOX_BACKOFF_CAP)),
    )
