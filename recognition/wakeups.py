"""Hints to the workers: there is something to do for this row.

The database says what is due, so a hint that cannot be sent, or is lost, costs the time until the
next sweep and nothing else.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

import structlog
from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)

QUEUE = "recognition"
# A sweep chooses by priority among so many of what has been due longest. Bounded, since in a great
# backlog it would otherwise sort all of it every few seconds.
CANDIDATES = 2000


def room() -> int:
    """Say how many hints more Celery's queue may hold; the rest of what is due waits in the table.

    Without a bound every sweep would add to a queue that the workers do not keep up with, until all
    that they get to are hints whose lease is over, which are worth nothing.
    """
    with current_app.connection_for_write() as connection:
        queue = current_app.amqp.queues[QUEUE](connection.channel())
        declared: Any = queue.queue_declare()
    return max(0, int(settings.PROCESSING_HINT_WINDOW) - int(declared.message_count))


def process_photo(photo_id: UUID, claimed_until: datetime, priority: int) -> None:
    """Have a worker process a photo that was claimed for it. Priority 0–100, higher first."""
    _send(
        "recognition.process_photo",
        priority,
        # Once the lease is over somebody else has claimed the photo, or will.
        expires=settings.PROCESSING_LEASE.total_seconds(),
        photo_id=str(photo_id),
        claimed_until=claimed_until.isoformat(),
    )


def apply_callback(callback_id: UUID, priority: int) -> None:
    """Have a worker apply a stored callback, however late. Priority 0–100, higher first."""
    _send("recognition.apply_callback", priority, callback_id=str(callback_id))


def process_album(job_id: UUID, priority: int) -> None:
    """Have a worker go on with a job, however late. Priority 0–100, higher first."""
    _send("recognition.process_album", priority, job_id=str(job_id))


def _send(task: str, priority: int, *, expires: float | None = None, **kwargs: str) -> None:
    try:
        current_app.send_task(
            task,
            kwargs=kwargs,
            queue=QUEUE,
            priority=celery_priority(priority),
            expires=expires,
            retry=False,
        )
    except (OperationalError, RedisError, OSError) as error:
        log.warning("recognition_hint_not_sent", task=task, error=str(error))


def celery_priority(priority: int) -> int:
    """Return Celery's priority on Redis (0 first, 9 last) for ours (0 to 100, higher first)."""
    return 9 - min(9, max(0, priority) // 10)
