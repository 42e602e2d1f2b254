"""Celery's entry points: the sweep of the outbox, the drain of one lane, the pruning."""

import structlog
from celery import shared_task

from messaging import commands
from messaging.outbox import drain, lanes, wakeups

log = structlog.get_logger(__name__)


@shared_task(name=wakeups.SWEEP_TASK, soft_time_limit=110, time_limit=120)
def sweep_outbox() -> None:
    """Drain every lane that holds something due; beat sends it, and so does every hint.

    The bus and the handlers, where a row takes a millisecond, come first. Of several peers each
    gets a task of its own, so that a slow one does not hold up the others.
    """
    wakeups.take_hint()
    due = lanes.due()
    peers = [lane for lane in due if lane.startswith(drain.PEER_PREFIX)]
    for lane in due:
        if lane not in peers:
            _drain(lane)
    for lane in peers[1:]:
        drain_lane.apply_async(kwargs={"lane": lane}, queue="outbox")
    for lane in peers[:1]:
        _drain(lane)


@shared_task(name="messaging.drain_lane", soft_time_limit=110, time_limit=120)
def drain_lane(*, lane: str) -> None:
    """Drain one lane."""
    _drain(lane)


@shared_task(name="messaging.prune", soft_time_limit=110, time_limit=120)
def prune() -> None:
    """Delete what has been delivered or taken in long enough ago; what is left over comes next."""
    if commands.prune():
        prune.apply_async(queue="maintenance")


def _drain(lane: str) -> None:
    if drain.drain(lane):
        wakeups.send_hint()
