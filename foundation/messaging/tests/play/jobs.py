"""Playing the sweep and the workers of long jobs, in the test's own thread."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, TypeVar
from unittest.mock import patch
from uuid import uuid4

from django.utils import timezone

from foundation.messaging import jobs
from foundation.messaging.jobs import kind_of
from foundation.messaging.models import LongJob

Job = TypeVar("Job", bound=LongJob)


def work_on(job: Job) -> Job:
    """Do with a job what a worker does for a slice of time."""
    jobs.run(job._meta.label, job.pk)
    job.refresh_from_db()
    return job


def finish_jobs(model: type[LongJob]) -> None:
    """Work on every unfinished job of a model until it ends, as if all leases were over."""
    unfinished = model._default_manager.filter(finished_on=None)
    unfinished.update(claim_id=None)
    while job := unfinished.first():
        work_on(job)


def store_portions(job: Job, count: int) -> Job:
    """Do so many portions of a job, and then no more, as a process that was killed."""
    portions = jobs.portions(type(job), job.pk, uuid4())
    for _ in range(count):
        next(portions)
    job.refresh_from_db()
    return job


def due_jobs(model: type[Job], **after: float) -> list[Job]:
    """Return the jobs that the sweep finds once this much time has passed."""
    return jobs.claim_wakeups(kind_of(model), timezone.now() + timedelta(**after))


def go_on(model: type[LongJob], **after: float) -> None:
    """Do with due jobs what the sweep and a worker do, once this much time has passed."""
    for job in due_jobs(model, **after):
        jobs.run(job._meta.label, job.pk)


@contextmanager
def wakeups_sent() -> Iterator[list[dict[str, Any]]]:
    """Collect the wake-ups of jobs that are sent within, and send none."""
    sent: list[dict[str, Any]] = []
    with patch("foundation.messaging.wakeups.send_wakeup", lambda task, **how: sent.append(how)):
        yield sent
