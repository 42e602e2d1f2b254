"""A kind of long job that posts a message in each portion; its jobs are rows of a real table."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

from activities.models import ActivityReplay
from foundation.messaging.jobs import JobKind
from foundation.messaging.models import OutboxMessage
from foundation.messaging.outbox import TopicMessage, post

TOPIC = "tests.counted"
Job = ActivityReplay


class Counting(JobKind[Job]):
    """Counts to `total`, one a portion, and posts each number."""

    model = Job
    slice_seconds = 600.0

    def __init__(self, during: Callable[[Job], Any] = lambda _: None) -> None:
        self._during = during

    def portion(self, job: Job, now: datetime) -> bool:
        job.position = job.done = job.done + 1
        post(TopicMessage(topic=TOPIC, key=job.pk, subject="", data={"number": job.done}))
        self._during(job)
        return job.done < (job.total or 0)

    def lease(self) -> timedelta:
        return timedelta(seconds=30)

    def max_attempts(self) -> int:
        return 3


def new_job(total: int = 5) -> Job:
    """Return a new job that counts so far."""
    now = timezone.now()
    return Job.objects.create(pk=uuid4(), created_before=now, created_on=now, total=total)


def posted(job_id: UUID) -> list[int]:
    """Return the numbers that the job posted, in their order."""
    rows = OutboxMessage.objects.filter(destination=TOPIC, key=str(job_id)).order_by("pk")
    return [row.body["number"] for row in rows]
