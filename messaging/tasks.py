"""Celery's entry points: the sweep of the outbox, the drain of one lane, the pruning, long jobs.

The queue `outbox` has what waits for others, in a process on gevent; the queue `handlers` has our
own handlers, which compute.
"""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from messaging import commands
from messaging.jobs import running
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


@shared_task(name=running.RUN_TASK)
def run_job(*, kind: str, job_id: str) -> None:
    """Work on a long job for some seconds."""
    running.run(kind, UUID(job_id))


@shared_task(name="messaging.sweep_jobs", queue="maintenance")
def sweep_jobs() -> None:
    """Wake workers for the long jobs that no process works on."""
    running.sweep(timezone.now())


@shared_task(name="messaging.prune_jobs", queue="maintenance")
def prune_jobs() -> None:
    """Delete long jobs that ended long ago."""
    running.prune(timezone.now())
