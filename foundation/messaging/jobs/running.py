"""Working on long jobs: claims, portions, wake-ups, retries and the end."""

import time
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import structlog
from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from foundation.messaging import wakeups
from foundation.messaging.jobs.kinds import JOB_KINDS, Job, JobKind, kind_of
from foundation.messaging.jobs.models import WAKEUP_GRACE, LongJob, LongJobState
from foundation.records.batches import do_each
from foundation.records.plain_words import reason_of

log = structlog.get_logger(__name__)

RUN_TASK = "messaging.run_job"
AT_ONCE = 500  # due jobs of a kind for which one sweep sends wake-ups
_MOVED = ("position", "total", "done", "state", "finished_on", "claim_id", "leased_until",
          "next_attempt_on", "attempts", "reason")  # fmt: skip


class ClaimLost(Exception):
    """The job has ended or was cancelled, or another process works on it."""


def wake(job: LongJob) -> None:
    """Wake a worker for a new job, after the commit."""
    transaction.on_commit(partial(_send_wakeup, kind_of(type(job)), job))


def run(kind_name: str, job_id: UUID) -> None:
    """Work on a job for its kind's slice of time; it goes on at once, after an error later."""
    kind, claim_id = JOB_KINDS[kind_name], uuid4()
    until = time.monotonic() + kind.slice_seconds
    try:
        for _ in portions(kind.model, job_id, claim_id):
            if time.monotonic() > until:
                break
    except ClaimLost:
        return
    except Exception as error:
        held = kind.model._default_manager.filter(pk=job_id, claim_id=claim_id)
        held.update(reason=reason_of(error)[:1000])
        raise
    _queue_again(kind, job_id, claim_id)


def portions(model: type[Job], job_id: UUID, claim_id: UUID) -> Iterator[Job]:
    """Claim a job and work on it until it is finished or ClaimLost; yield it after each portion."""
    claim(model, job_id, claim_id)
    kind, is_over = kind_of(model), False
    while not is_over:
        kind.prepare(job_id)
        job = do_portion(kind, job_id, claim_id)
        is_over = job.is_over
        yield job


def claim(model: type[LongJob], job_id: UUID, claim_id: UUID) -> None:
    """Claim a job, or renew the claim of this id; otherwise ClaimLost."""
    now = timezone.now()
    lease = now + kind_of(model).lease()
    free = Q(leased_until=None) | Q(leased_until__lte=now) | Q(claim_id=claim_id)
    taken = model._default_manager.filter(free, pk=job_id, finished_on=None).update(
        state=LongJobState.RUNNING,
        claim_id=claim_id,
        leased_until=lease,
        next_attempt_on=lease,
        attempts=F("attempts") + 1,
        started_on=Coalesce("started_on", now),
    )
    if not taken:
        raise ClaimLost


def sweep(now: datetime) -> None:
    """Wake workers for the due jobs of all kinds; a sweep that finds too many leaves some."""
    do_each("messaging.sweep_jobs", JOB_KINDS, partial(_sweep_kind, now)).report()


def _sweep_kind(now: datetime, name: str) -> None:
    for job in claim_wakeups(JOB_KINDS[name], now):
        _send_wakeup(JOB_KINDS[name], job)


@transaction.atomic
def claim_wakeups(kind: JobKind[Job], now: datetime) -> list[Job]:
    """Return the jobs that no process continued in time; those that failed too often end here."""
    due = kind.jobs().filter(next_attempt_on__lte=now).order_by("next_attempt_on")
    found = []
    for job in due.select_for_update(of=("self",), skip_locked=True)[:AT_ONCE]:
        if job.attempts >= kind.max_attempts():
            reason = f"Failed {job.attempts} times. {job.reason}"[:1000]
            ended = kind.model._default_manager.filter(pk=job.pk)
            ended.update(**_ended(LongJobState.FAILED, now), reason=reason)
            log.error("job_failed", kind=kind.name, job_id=str(job.pk))
        else:
            job.next_attempt_on = now + kind.lease()
            job.save(update_fields=["next_attempt_on"])
            found.append(job)
    return found


def cancel(model: type[LongJob], job_id: UUID, actor: str, now: datetime) -> bool:
    """End a job; return whether it was unfinished.

    The process that works on it stops at its next portion.
    """
    unfinished = model._default_manager.filter(pk=job_id, finished_on=None)
    ended = unfinished.update(
        **_ended(LongJobState.CANCELLED, now), reason=f"Cancelled by {actor}."
    )
    return ended == 1


def prune(now: datetime) -> None:
    """Delete the old jobs of all kinds."""
    do_each("messaging.prune_jobs", JOB_KINDS, lambda name: JOB_KINDS[name].prune(now)).report()


@transaction.atomic
def do_portion(kind: JobKind[Job], job_id: UUID, claim_id: UUID) -> Job:
    """Do a portion and save the job, if its claim still holds at the end; otherwise ClaimLost.

    The job's row is written last, so a cancellation need not wait for the portion.
    """
    job = kind.jobs().filter(pk=job_id, claim_id=claim_id).first()
    if job is None:
        raise ClaimLost
    has_more = kind.portion(job, timezone.now())
    lease = timezone.now() + kind.lease()
    end = {"leased_until": lease, "next_attempt_on": lease}
    changes = end if has_more else _ended(LongJobState.FINISHED, timezone.now())
    for name, value in {**changes, "attempts": 0, "reason": ""}.items():
        setattr(job, name, value)
    held = kind.model._default_manager.filter(pk=job_id, claim_id=claim_id)
    if not held.update(**{name: getattr(job, name) for name in (*_MOVED, *kind.columns)}):
        raise ClaimLost
    return job


def _queue_again(kind: JobKind[Job], job_id: UUID, claim_id: UUID) -> None:
    """End the claim on a job, and wake a worker; a job that has ended stays as it is."""
    held = kind.jobs().filter(pk=job_id, claim_id=claim_id)
    if job := held.first():
        due = timezone.now() + WAKEUP_GRACE
        if held.update(claim_id=None, leased_until=None, next_attempt_on=due):
            _send_wakeup(kind, job)


def _ended(state: LongJobState, now: datetime) -> dict[str, Any]:
    unclaimed = dict.fromkeys(("claim_id", "leased_until", "next_attempt_on"))
    return {"state": state, "finished_on": now, **unclaimed}


def _send_wakeup(kind: JobKind[Job], job: Job) -> None:
    wakeups.send(
        RUN_TASK,
        queue=kind.queue,
        priority=kind.priority(job),
        expires=kind.lease().total_seconds(),  # after that the sweep sends another one
        kind=kind.name,
        job_id=str(job.pk),
    )
