"""Wake-ups: messages to the workers that the outbox holds something due.

The rows are the truth; a lost wake-up costs the seconds until the next sweep and nothing else.
"""

import structlog
from celery import current_app
from django.core.cache import cache
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)

SWEEP_TASK = "messaging.sweep_outbox"
_PENDING = "messaging:wakeup-pending"
# Longer than a wake-up usually waits in its queue, short enough that a lost one mutes little.
_PENDING_SECONDS = 5


def send_wakeup() -> None:
    """Wake the outbox, unless a wake-up that no worker has taken yet is already under way.

    A broker that cannot be reached fails nothing: the rows are committed, the next sweep has them.
    """
    try:
        if cache.add(_PENDING, 1, _PENDING_SECONDS):
            current_app.send_task(SWEEP_TASK, queue="outbox", retry=False)
    except (OperationalError, RedisError, OSError) as error:
        log.warning("outbox_wakeup_not_sent", error=str(error))


def take_wakeup() -> None:
    """Let the next commit send a wake-up again; called before the outbox is read, never after."""
    try:
        cache.delete(_PENDING)
    except (RedisError, OSError) as error:
        log.warning("outbox_wakeup_not_taken", error=str(error))
