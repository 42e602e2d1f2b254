"""Draining lanes: read a batch, deliver it, write down what became of it, until nothing is due."""

import time
from dataclasses import replace
from datetime import timedelta

import structlog
from django.conf import settings
from django.utils import timezone

from messaging import circuit
from messaging.outbox import lanes, rows
from messaging.outbox.delivery import Batch, Report, deliver
from messaging.outbox.lanes import Hold
from messaging.outbox.rows import BatchEnd

log = structlog.get_logger(__name__)

# A lane that never runs dry gives its worker back after this and queues up again.
DRAIN_SECONDS = 20.0
LONGEST_PAUSE = timedelta(seconds=30)


def drain(lane: str) -> bool:
    """Deliver what is due in a lane; return whether some of it is left for another drain.

    What waits for another worker, or for the end of an outage, does not count.
    """
    until = time.monotonic() + DRAIN_SECONDS
    while (hold := lanes.acquire(lane)) is not None:
        more = _drain_held(hold, until)
        if not more or time.monotonic() >= until:
            return more
    return False


def _drain_held(hold: Hold, until: float) -> bool:
    """Deliver batch after batch in a lane that is ours; return whether there is more to do."""
    try:
        end = _deliver_batch(hold, until)
        while end.hold is not None:
            hold = end.hold
            end = _deliver_batch(hold, until)
    except BaseException:
        lanes.release(hold)
        raise
    return end.more


def _deliver_batch(hold: Hold, until: float) -> BatchEnd:
    """Deliver one batch, write down how it went, and keep the lane where there may be another."""
    batch = Batch(hold=hold, rows=list(rows.due(hold.name)[: settings.OUTBOX_BATCH]))
    report = deliver(batch)
    full = len(batch.rows) >= settings.OUTBOX_BATCH
    goes_on = full and report.tried and not report.down and time.monotonic() < until
    end = rows.end_batch(hold, report.attempts, settings.OUTBOX_LEASE if goes_on else None)
    _note_health(hold, report, end)
    for attempt in report.attempts:
        if attempt.dead and attempt.outbox_id in end.written:
            log.error("outbox_row_dead", outbox_id=attempt.outbox_id, reason=attempt.reason)
    # Rows of which none was tried are due, but a late worker has them locked.
    stuck = batch.rows and not report.tried
    return replace(end, more=False) if stuck else end


def _note_health(hold: Hold, report: Report, end: BatchEnd) -> None:
    """Pause the lane whose far side is down, and end its outage where it answers.

    A worker that has written nothing was late: another has the lane.
    """
    if report.down and end.written:
        _pause(hold, report)
    elif hold.failing and report.tried and not report.down:
        services = [lanes.service_of(hold.name)]
        circuit.end_outages(circuit.EndOutagesCommand(services=services, now=timezone.now()))


def _pause(hold: Hold, report: Report) -> None:
    policy = circuit.Policy(
        failures=1, first=timedelta(seconds=settings.OUTBOX_BACKOFF_BASE), longest=LONGEST_PAUSE
    )
    circuit.note_failure(
        circuit.NoteFailureCommand(
            service=lanes.service_of(hold.name),
            name=hold.name,
            reason=report.down,
            policy=policy,
            now=timezone.now(),
            at_least=timedelta(seconds=min(report.asked, settings.OUTBOX_BACKOFF_CAP)),
        )
    )
