"""Long jobs: their kinds, claims, portions, wake-ups, retries and the end."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from importlib.util import find_spec
from typing import Any, ClassVar, Generic, Self, TypeVar
from uuid import UUID, uuid4

import structlog
from django.core.management.base import OutputWrapper
from django.db import transaction
from django.db.models import F, Model, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from foundation.messaging import wakeups
from foundation.messaging.models import WAKEUP_GRACE, LongJob, LongJobState
from foundation.records.database import do_batch, do_each, note_left_out
from foundation.records.texts import reason_of

log = structlog.get_logger(__name__)

Row = TypeVar("Row")
Job = TypeVar("Job", bound=LongJob)

LAST = 9  # Celery's priority on Redis: behind the messages of all other priorities


class JobKind(ABC, Generic[Job]):
    """What jobs of one model do, where they run, and how long they are kept."""

    model: type[Job]
    # What a portion changes of the job, besides its position, total and count.
    columns: ClassVar[tuple[str, ...]] = ()
    queue: ClassVar[str] = "maintenance"
    slice_seconds: float = 2.0  # then a job frees its worker, and waits in the queue again

    def prepare(self, job_id: UUID) -> None:
        """Ask other services for what the next portion needs, outside of its transaction.

        It may run again without that portion. What it raises is stored as the job's reason, and
        tried again after the lease.
        """

    @abstractmethod
    def portion(self, job: Job, now: datetime) -> bool:
        """Do the next portion, and move the job's position; return whether there may be more.

        It runs in a transaction, in which the caller saves the job. It may run again if the process
        is killed or its claim is lost; then nothing of the first run is stored.
        """

    @property
    def name(self) -> str:
        """The model's label, as messages to workers have it: `rewards.FormulaDryRun`."""
        return self.model._meta.label

    def do_rows(
        self, job: Job, rows: Sequence[Row], do: Callable[[Sequence[Row]], object]
    ) -> list[Row]:
        """Do rows of a portion; return those that were left out, as each failed by itself.

        What `do` raises rolls back what it stored. It must not change the job before it succeeds.
        """
        left_out: list[Row] = []

        def leave_out(row: Row, error: Exception) -> None:
            note_left_out(self.name, row, error, job.pk)
            left_out.append(row)

        do_batch(rows, transaction.atomic(do), leave_out)
        return left_out

    def jobs(self) -> QuerySet[Job]:
        """Return all jobs, with the related rows that `portion` and `priority` read."""
        return self.model._default_manager.all()

    def priority(self, job: Job) -> int:
        """Return Celery's priority of the job: 0 first, 9 last."""
        return LAST

    def lease(self) -> timedelta:
        """Return how long a claim lasts: much longer than a portion takes."""
        return timedelta(seconds=60)

    def max_attempts(self) -> int:
        """Return after how many starts without a portion done the job fails."""
        return 8

    def keep(self) -> timedelta | None:
        """Return how long a job is kept after its end; None: for ever."""
        return timedelta(days=30)

    def prune(self, now: datetime) -> None:
        """Delete the jobs that ended long enough ago."""
        if (keep := self.keep()) is not None:
            self.model._default_manager.filter(finished_on__lt=now - keep).delete()


JOB_KINDS: dict[str, JobKind[Any]] = {}  # by name, as the apps register them


def register_job_kind(kind: JobKind[Any]) -> None:
    JOB_KINDS[kind.name] = kind


def kind_of(model: type[Job]) -> JobKind[Job]:
    return JOB_KINDS[model._meta.label]


M = TypeVar("M", bound=Model)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowPosition:
    """The last row that was read: when it was created, and its id."""

    created_on: datetime
    pk: UUID

    @classmethod
    def of(cls, job: LongJob) -> Self | None:
        if job.position is None:
            return None
        on, pk = job.position["createdOn"], job.position["id"]
        return cls(created_on=datetime.fromisoformat(on), pk=UUID(pk))

    def as_json(self) -> dict[str, str]:
        return {"createdOn": self.created_on.isoformat(), "id": str(self.pk)}


def rows_after(rows: QuerySet[M], position: RowPosition | None) -> QuerySet[M]:
    """Return the rows behind a position, by `created_on` and id, in this order."""
    if position is not None:
        on = position.created_on
        # The condition on `created_on` alone is what an index can use.
        later = Q(created_on__gt=on) | Q(created_on=on, pk__gt=position.pk)
        rows = rows.filter(later, created_on__gte=on)
    return rows.order_by("created_on", "pk")


@contextmanager
def shown_progress(stderr: OutputWrapper, what: str) -> Iterator[Callable[[LongJob], None]]:
    """Yield a function that shows how far a job is: a bar, or a line where there is no `rich`."""
    if find_spec("rich") is None:
        yield lambda job: stderr.write(in_words(job, what), style_func=str)
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task(what.capitalize(), total=None)
        yield lambda job: progress.update(task, completed=job.done, total=job.total)


def in_words(job: LongJob, what: str) -> str:
    return f"{job.done:,} of {job.total or 0:,} {what}"


RUN_TASK = "messaging.run_job"
AT_ONCE = 500  # due jobs of a kind for which one sweep sends wake-ups
_MOVED = ("position", "total", "done", "state", "finished_on", "claim_id", "next_attempt_on",
          "attempts", "reason")  # fmt: skip


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
        held(kind, job_id, claim_id).update(reason=reason_of(error)[:1000])
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
    free = model.leased.free(now) | model.leased.held(claim_id)
    taken = model._default_manager.filter(free, pk=job_id, finished_on=None).update(
        **model.leased.values(now + kind_of(model).lease(), claim_id),
        state=LongJobState.RUNNING,
        attempts=F("attempts") + 1,
        started_on=Coalesce("started_on", now),
    )
    if not taken:
        raise ClaimLost


def held(kind: JobKind[Job], job_id: UUID, claim_id: UUID) -> QuerySet[Job]:
    """Return the job while this claim holds it, else nothing."""
    return kind.jobs().filter(kind.model.leased.held(claim_id), pk=job_id)


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
            job.claim_id, job.next_attempt_on = None, now + kind.lease()
            job.save(update_fields=["claim_id", "next_attempt_on"])
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
    job = held(kind, job_id, claim_id).first()
    if job is None:
        raise ClaimLost
    has_more = kind.portion(job, timezone.now())
    now = timezone.now()
    renewed = job.leased.values(now + kind.lease(), claim_id)
    changes = renewed if has_more else _ended(LongJobState.FINISHED, now)
    for name, value in {**changes, "attempts": 0, "reason": ""}.items():
        setattr(job, name, value)
    moved = {name: getattr(job, name) for name in (*_MOVED, *kind.columns)}
    if not held(kind, job_id, claim_id).update(**moved):
        raise ClaimLost
    return job


def _queue_again(kind: JobKind[Job], job_id: UUID, claim_id: UUID) -> None:
    """End the claim on a job, and wake a worker; a job that has ended stays as it is."""
    ours = held(kind, job_id, claim_id)
    if job := ours.first():
        due = timezone.now() + WAKEUP_GRACE
        if ours.update(**job.leased.values(due)):
            _send_wakeup(kind, job)


def _ended(state: LongJobState, now: datetime) -> dict[str, Any]:
    return {"state": state, "finished_on": now, **LongJob.leased.values(None)}


def _send_wakeup(kind: JobKind[Job], job: Job) -> None:
    wakeups.send_wakeup(
        RUN_TASK,
        queue=kind.queue,
        priority=kind.priority(job),
        expires=kind.lease().total_seconds(),  # after that the sweep sends another one
        kind=kind.name,
        job_id=str(job.pk),
    )
