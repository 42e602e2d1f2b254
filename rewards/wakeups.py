"""Wake-ups for the workers: Celery messages that say that a dry run is due.

The database says what is due, so a wake-up that is lost costs the time until the next sweep.
"""

from uuid import UUID

import structlog
from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from messaging.quick_redis import quick_redis

log = structlog.get_logger(__name__)

TASK = "rewards.work_on_dry_run"
QUEUE = "maintenance"
LAST = 9  # Celery's priority on Redis: behind all messages of all queues


def work_on_dry_run(dry_run_id: UUID) -> None:
    """Have a worker that has nothing else to do work on a dry run."""
    try:
        with quick_redis():
            current_app.send_task(
                TASK,
                kwargs={"dry_run_id": str(dry_run_id)},
                queue=QUEUE,
                priority=LAST,
                # After that the sweep sends another.
                expires=settings.DRY_RUN_LEASE.total_seconds(),
                retry=False,
            )
    except (OperationalError, RedisError, OSError) as error:
        log.info("dry_run_wakeup_not_sent", error=str(error))
