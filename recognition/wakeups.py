"""Wake-ups for recognition's workers: which task, in which queue, how urgent.

How they are sent, and what a lost one costs: `foundation.messaging.in_redis`.
"""

from typing import Any
from uuid import UUID

from celery import current_app
from django.conf import settings

from foundation.messaging import in_redis

QUEUE = "recognition"
SWEEP_TASK = "recognition.sweep_photos"
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
    """Sweep again in half a second, before beat does; one such sweep waits at a time."""
    in_redis.send_wakeup(
        SWEEP_TASK,
        queue="maintenance",
        once=SWEEP_TASK,
        countdown=_SWEEP_AGAIN_SECONDS,
        expires=5,
        again="yes",
    )


def take_sweep_again() -> None:
    """Let `sweep_again` send the next one."""
    in_redis.wakeup_taken(SWEEP_TASK)


def process_photo(photo_id: UUID, claim_id: UUID, priority: int) -> None:
    """Wake a worker to process a claimed photo. Priority 0–100, higher first."""
    in_redis.send_wakeup(
        "recognition.process_photo",
        queue=QUEUE,
        priority=celery_priority(priority),
        # After that another process may take the photo over, with a claim and a wake-up of its own.
        expires=settings.PROCESSING_LEASE.total_seconds(),
        photo_id=str(photo_id),
        claim_id=str(claim_id),
    )


def apply_callback(callback_id: UUID, priority: int) -> None:
    """Wake a worker to apply a stored callback. Priority 0–100, higher first."""
    in_redis.send_wakeup(
        "recognition.apply_callback",
        queue=QUEUE,
        priority=celery_priority(priority),
        callback_id=str(callback_id),
    )


def celery_priority(priority: int) -> int:
    """Return Celery's priority on Redis (0 first, 9 last) for ours (0 to 100, higher first)."""
    return 9 - min(9, max(0, priority) // 10)
