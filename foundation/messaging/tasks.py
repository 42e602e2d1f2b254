"""Celery's entry points. The queue `outbox` waits for others on gevent; `handlers` computes."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from foundation.messaging import commands, jobs, wakeups
from foundation.messaging.outbox import drain, lanes


@shared_task(name=lanes.SWEEP_TASK, soft_time_limit=110, time_limit=120)
def sweep_outbox() -> None:
    """Drain every lane that holds something due: what a lost wake-up, or an outage, has left.

    The first to others is drained here; each other lane gets a task of its own, so that none waits
    for a slow one.
    """
    due = lanes.due()
    others = [lane for lane in due if not lanes.is_ours(lane)]
    lanes.wake(*(lane for lane in due if lane not in others[:1]), gather=False)
    for lane in others[:1]:
        drain_lane(lane=lane)


@shared_task(name=lanes.DRAIN_TASK, soft_time_limit=110, time_limit=120)
def drain_lane(*, lane: str) -> None:
    """Drain a lane; every commit that posts something for it sends this."""
    wakeups.wakeup_taken(f"{lanes.DRAIN_TASK} {lane}")
    if drain.drain(lane):
        lanes.wake(lane)


@shared_task(name="messaging.prune", soft_time_limit=110, time_limit=120)
def prune() -> None:
    """Delete what was delivered or received long enough ago; the next task deletes the rest."""
    pruned = commands.prune(timezone.now())
    if any(pruned.results):
        prune.apply_async(queue="maintenance")
    pruned.report()


@shared_task(name=jobs.RUN_TASK)
def run_job(*, kind: str, job_id: str) -> None:
    """Work on a long job for some seconds."""
    jobs.run(kind, UUID(job_id))


@shared_task(name="messaging.sweep_jobs")
def sweep_jobs() -> None:
    """Wake workers for the long jobs that no process works on."""
    jobs.sweep(timezone.now())


@shared_task(name="messaging.prune_jobs")
def prune_jobs() -> None:
    jobs.prune(timezone.now())
