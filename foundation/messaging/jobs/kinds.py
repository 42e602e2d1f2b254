"""The kinds of long jobs: an app registers one for each of its models of jobs."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar, Generic, TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from foundation.messaging.jobs.models import LongJob
from foundation.records.batches import do_batch, note_left_out

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

        def do_whole(some: Sequence[Row]) -> None:
            with transaction.atomic():
                do(some)

        def leave_out(row: Row, error: Exception) -> None:
            note_left_out(self.name, row, error, job.pk)
            left_out.append(row)

        do_batch(rows, do_whole, leave_out)
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
