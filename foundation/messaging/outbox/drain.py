"""Draining lanes: read a batch, deliver it, write down what became of it, until nothing is due."""

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import structlog
from django.conf import settings

from foundation.messaging import circuit
from foundation.messaging.models import DestinationKind
from foundation.messaging.outbox import lanes, rows
from foundation.messaging.outbox.handlers import to_handlers
from foundation.messaging.outbox.holding import is_held
from foundation.messaging.outbox.lanes import Hold, Rest
from foundation.messaging.outbox.mails import to_mail
from foundation.messaging.outbox.peers import to_peers
from foundation.messaging.outbox.rows import Batch, BatchResult
from foundation.messaging.outbox.topics import to_topics
from foundation.messaging.words import receiver_in_words

log = structlog.get_logger(__name__)

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
