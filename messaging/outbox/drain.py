"""Draining lanes: read a batch, deliver it, write down what became of it, until nothing is due."""

import time
from datetime import timedelta

import structlog
from django.conf import settings
from django.utils import timezone

from messaging import circuit
from messaging.outbox import lanes, rows
from messaging.outbox.delivery import Batch, Report, deliver
from messaging.outbox.lanes import Hold

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
    """Deliver batch after batch in a lane that is ours, and release it whatever happens.

    Return whether there is more to do. Rows that a late worker has locked are due, but its to end.
    """
    try:
        report = _deliver_batch(hold)
        while _goes_on(report, until) and (renewed := lanes.renew(hold)) is not None:
            hold = renewed
            report = _deliver_batch(hold)
    finally:
        more = lanes.release(hold)
    return more and (report.tried > 0 or report.rows == 0)


def _goes_on(report: Report, until: float) -> bool:
    full = report.rows >= settings.OUTBOX_BATCH
    return full and report.tried > 0 and not report.down and time.monotonic() < until


def _deliver_batch(hold: Hold) -> Report:
    """Deliver one batch and write down how it went."""
    batch = Batch(hold=hold, rows=list(rows.due(hold.name)[: settings.OUTBOX_BATCH]))
    report = deliver(batch)
    written = rows.write(hold, report.attempts)
    for attempt in report.attempts:
        if attempt.dead and attempt.outbox_id in written:
            log.error("outbox_row_dead", outbox_id=attempt.outbox_id, reason=attempt.reason)
    if report.down and written:  # nothing written: another worker has taken the lane since
        _pause(hold, report)
    elif hold.failing and report.tried and not report.down:
        services = [lanes.service_of(hold.name)]
        circuit.end_outages(circuit.EndOutagesCommand(services=services, now=timezone.now()))
    return report


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
            is_probe=True,  # no other worker has the lane
            at_least=timedelta(seconds=min(report.asked, settings.OUTBOX_BACKOFF_CAP)),
        )
    )
