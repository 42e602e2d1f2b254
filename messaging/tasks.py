"""Celery's entry points: the sweep of the outbox, the drain of one lane, the pruning.

The queue `outbox` has what waits for others, in a process on gevent; the queue `handlers` has our
own handlers, which compute.
"""

from celery import shared_task

from messaging import commands
from messaging.outbox import drain, lanes, wakeups


@shared_task(name=wakeups.SWEEP_TASK, soft_time_limit=110, time_limit=120)
def sweep_outbox() -> None:
    """Drain every lane that holds something due; beat sends it, and so does every wake-up.

    The first to others is drained here; each other lane gets a task of its own, so that none waits
    for a slow one.
    """
    wakeups.take_wakeup()
    due = lanes.due()
    ours = [lane for lane in due if lanes.is_ours(lane)]
    others = [lane for lane in due if not lanes.is_ours(lane)]
    for lane in ours:
        if wakeups.queue_drain(lane):
            drain_lane.apply_async(kwargs={"lane": lane}, queue="handlers")
    for lane in others[1:]:
        drain_lane.apply_async(kwargs={"lane": lane}, queue="outbox")
    for lane in others[:1]:
        drain_lane(lane=lane)


@shared_task(name="messaging.drain_lane", soft_time_limit=110, time_limit=120)
def drain_lane(*, lane: str) -> None:
    """Drain one lane."""
    if lanes.is_ours(lane):
        wakeups.take_drain(lane)
    if drain.drain(lane):
        wakeups.send_wakeup()


@shared_task(name="messaging.prune", soft_time_limit=110, time_limit=120)
def prune() -> None:
    """Delete what was delivered or received long enough ago; the next task deletes the rest."""
    if commands.prune():
        prune.apply_async(queue="maintenance")
