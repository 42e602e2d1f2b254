"""Draining lanes: claim, deliver, write down, until nothing is due."""

import time
from dataclasses import dataclass, field, replace
from datetime import timedelta

import structlog
from django.conf import settings

from messaging.outbox import lanes, rows
from messaging.outbox.delivery import Report, deliver

log = structlog.get_logger(__name__)

HANDLER_PREFIX = "handler:"
PEER_PREFIX = "peer:"
# A lane that never runs dry gives its worker back after this and queues up again.
DRAIN_SECONDS = 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Turn:
    """One holding of a lane: rows claimed in all, how the last batch went, whether more is due.

    `full`: the last batch had all the rows that it may have, so there may be another.
    """

    hold: lanes.Hold
    claimed: int = 0
    full: bool = False
    last: Report = field(default_factory=Report)
    more: bool = False


def drain(lane: str) -> bool:
    """Deliver what is due in a lane; return whether some of it is left for another drain.

    Left to someone else who drains it, or to the end of its far side's outage, is nothing left.
    """
    until = time.monotonic() + DRAIN_SECONDS
    # Due and not to be had twice running: full window, or rows that a running handler has locked.
    empty_turns = 0
    while empty_turns < 2 and (hold := lanes.acquire(lane)) is not None:
        turn = _take_turn(hold, until)
        if not turn.more or time.monotonic() >= until:
            return turn.more
        empty_turns = 0 if turn.claimed else empty_turns + 1
    return False


def _take_turn(hold: lanes.Hold, until: float) -> _Turn:
    """Deliver batch after batch in a lane that is ours, and let go of it whatever happens.

    A lane that another has taken meanwhile, because a batch was slow, is the other's from then on.
    """
    turn = _Turn(hold=hold)
    try:
        turn = _deliver_batch(turn)
        while _goes_on(turn, until) and (renewed := lanes.renew(turn.hold)) is not None:
            turn = replace(turn, hold=renewed)
            turn = _deliver_batch(turn)
    finally:
        more = _let_go(turn)
    return replace(turn, more=more)


def _goes_on(turn: _Turn, until: float) -> bool:
    return turn.full and not turn.last.down and time.monotonic() < until


def _deliver_batch(turn: _Turn) -> _Turn:
    """Claim and deliver one batch and write down how it went."""
    limit = _limit(turn.hold.name)
    claim = rows.claim(turn.hold.name, limit)
    report = deliver(claim) if claim.rows else Report()
    rows.deliver(claim.lease, report.delivered)
    set_back = rows.set_back(claim.lease, report.setbacks)
    for setback in report.setbacks:
        if setback.dead and setback.outbox_id in set_back:
            log.error("outbox_row_dead", outbox_id=setback.outbox_id, reason=setback.reason)
    claimed = len(claim.rows)
    full = claimed >= max(limit, 1)
    return replace(turn, claimed=turn.claimed + claimed, full=full, last=report)


def _let_go(turn: _Turn) -> bool:
    """Release the lane, paused for a while where its far side is down; say whether more is due."""
    hold, report = turn.hold, turn.last
    if not report.down:
        return lanes.release(hold)
    failures = hold.failures + 1
    pause: timedelta = lanes.pause_after(failures, at_least=report.asked)
    log.warning("outbox_lane_paused", lane=hold.name, reason=report.down, failures=failures)
    return lanes.release(hold, failures=failures, pause=pause, reason=report.down)


def _limit(lane: str) -> int:
    # A handler's rows wait in the table, where priority orders them, and not in Celery's queue.
    if lane.startswith(HANDLER_PREFIX):
        return int(settings.OUTBOX_HANDLER_WINDOW) - rows.in_flight(lane)
    return int(settings.OUTBOX_BATCH)
