"""Wake-ups for the workers: Celery messages that say that a row is due.

The database says what is due, so a wake-up that cannot be sent, or is lost, costs the time until
the next sweep and nothing else.
"""

from typing import Any
from uuid import UUID

import structlog
from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from messaging.quick_redis import quick_redis

log = structlog.get_logger(__name__)

QUEUE = "recognition"
SWEEP_TASK = "recognition.sweep_photos"
_SWEEP_PENDING = "recognition:sweep-pending"
_SWEEP_AGAIN_SECONDS = 0.5


def room() -> int:
    """Return how many more wake-ups Celery's queue may hold; the rest waits in the table.

    Without a bound every sweep would add to a queue that the workers do not keep up with, until
    they only receive wake-ups whose photos other processes have taken over.
    """
    with current_app.connection_for_write() as connection:
        queue = current_app.amqp.queues[QUEUE](connection.channel())
        declared: Any = queue.queue_declare()
    return max(0, int(settings.PROCESSING_WAKEUP_WINDOW) - int(declared.message_count))


def sweep_again() -> None:
    """Have what is due swept before beat has it swept; however many ask, once in half a second."""
    try:
        with quick_redis() as client:
            milliseconds = round(_SWEEP_AGAIN_SECONDS * 1000)
            if client.set(_SWEEP_PENDING, 1, nx=True, px=milliseconds):
                current_app.send_task(
                    SWEEP_TASK,
                    queue="maintenance",
                    countdown=_SWEEP_AGAIN_SECONDS,
                    expires=5,
                    retry=False,
                )
    except (OperationalError, RedisError, OSError) as error:
        log.info("recognition_wakeup_not_sent", task=SWEEP_TASK, error=str(error))


def process_photo(photo_id: UUID, claim_id: UUID, priority: int) -> None:
    """Have a worker process a claimed photo. Priority 0–100, higher first."""
    _send(
        "recognition.process_photo",
        priority,
        # After that another process may take the photo over, by a claim and a wake-up of its own.
        expires=settings.PROCESSING_LEASE.total_seconds(),
        photo_id=str(photo_id),
        claim_id=str(claim_id),
    )


def apply_callback(callback_id: UUID, priority: int) -> None:
    """Have a worker apply a stored callback, however late. Priority 0–100, higher first."""
    _send("recognition.apply_callback", priority, callback_id=str(callback_id))


def _send(task: str, priority: int, *, expires: float | None = None, **kwargs: str) -> None:
    try:
        with quick_redis():
            current_app.send_task(
                task,
                kwargs=kwargs,
                queue=QUEUE,
                priority=celery_priority(priority),
                expires=expires,
                retry=False,
            )
    except (OperationalError, RedisError, OSError) as error:
        log.info("recognition_wakeup_not_sent", task=task, error=str(error))


def celery_priority(priority: int) -> int:
    """Return Celery's priority on Redis (0 first, 9 last) for ours (0 to 100, higher first)."""
    return 9 - min(9, max(0, priority) // 10)
