"""Draining lanes: claim, deliver, write down, until nothing is due."""

import time
from dataclasses import dataclass, field, replace
from datetime import timedelta

import structlog
from django.conf import settings

from messaging import lanes, outbox_rows
from messaging.delivery import Report, deliver

log = structlog.get_logger(__name__)

HANDLER_PREFIX = "handler:"
PEER_PREFIX = "peer:"
# A lane that never runs dry gives its worker back after this and queues up again.
DRAIN_SECONDS = 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Turn:
    """One holding of a lane: rows claimed in all, how the last batch went, whether more is due."""

    claimed: int = 0
    last: Report = field(default_factory=Report)
    more: bool = False


def drain(lane: str) -> bool:
    """Deliver what is due in a lane; return whether some of it is left for another drain.

    Left to someone else who drains it, or to the end of its far side's outage, is nothing left.
    """
    until = time.monotonic() + DRAIN_SECONDS
    # Due and not to be had twice running: full window, or rows that a running handler has locked.
    empty_turns = 0
    while empty_turns < 2 and (failures := lanes.acquire(lane)) is not None:
        turn = _take_turn(lane, failures, until)
        if not turn.more or time.monotonic() >= until:
            return turn.more
        empty_turns = 0 if turn.claimed else empty_turns + 1
    return False


def _take_turn(lane: str, failures: int, until: float) -> _Turn:
    """Drain a lane that is ours, and let go of it whatever happens."""
    turn = _Turn()
    try:
        turn = _drain_batches(lane, until)
    finally:
        more = _let_go(lane, failures, turn.last)
    return replace(turn, more=more)


def _drain_batches(lane: str, until: float) -> _Turn:
    """Deliver batch after batch; a batch that is not full is the last of this turn."""
    turn = _Turn()
    while True:
        limit = _limit(lane)
        claimed, report = _deliver_batch(lane, limit)
        turn = _Turn(claimed=turn.claimed + claimed, last=report)
        if claimed < max(limit, 1) or report.down or time.monotonic() >= until:
            return turn
        lanes.renew(lane)


def _deliver_batch(lane: str, limit: int) -> tuple[int, Report]:
    """Claim and deliver one batch and write down how it went."""
    claim = outbox_rows.claim(lane, limit)
    if not claim.rows:
        return 0, Report()
    report = deliver(claim.rows)
    outbox_rows.deliver(claim.lease, report.delivered)
    outbox_rows.set_back(claim.lease, report.setbacks)
    for setback in report.setbacks:
        if setback.dead:
            log.error("outbox_row_dead", outbox_id=setback.outbox_id, reason=setback.reason)
    return len(claim.rows), report


def _let_go(lane: str, failures: int, report: Report) -> bool:
    """Release the lane, paused for a while where its far side is down; say whether more is due."""
    if not report.down:
        return lanes.release(lane)
    failures += 1
    pause: timedelta = lanes.pause_after(failures, at_least=report.asked)
    log.warning("outbox_lane_paused", lane=lane, reason=report.down, failures=failures)
    return lanes.release(lane, failures=failures, pause=pause, reason=report.down)


def _limit(lane: str) -> int:
    # A handler's rows wait in the table, where priority orders them, and not in Celery's queue.
    if lane.startswith(HANDLER_PREFIX):
        return int(settings.OUTBOX_HANDLER_WINDOW) - outbox_rows.in_flight(lane)
    return int(settings.OUTBOX_BATCH)
