"""Wake-ups: messages to the workers that the outbox holds something due.

The rows are the truth; a lost wake-up costs the seconds until the next sweep and nothing else.
"""

from functools import cache

import redis
import structlog
from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)

SWEEP_TASK = "messaging.sweep_outbox"
_PENDING = "messaging:wakeup-pending"
# A wake-up is for all that is committed meanwhile. One request to a peer costs a batch's statements
# and a task of its own; ten in a batch cost a fifth of that each.
GATHER_SECONDS = 0.1
# Longer than a wake-up usually waits in its queue, short enough that a lost one mutes little.
_PENDING_SECONDS = 5


def send_wakeup() -> None:
    """Wake the outbox, unless a wake-up that no worker has taken yet is already under way.

    A broker that cannot be reached fails nothing: the rows are committed, the next sweep has them.
    """
    try:
        if _client(settings.REDIS_URL).set(_PENDING, 1, nx=True, ex=_PENDING_SECONDS):
            current_app.send_task(SWEEP_TASK, queue="outbox", countdown=GATHER_SECONDS, retry=False)
    except (OperationalError, RedisError, OSError) as error:
        log.warning("outbox_wakeup_not_sent", error=str(error))


def take_wakeup() -> None:
    """Let the next commit send a wake-up again; called before the outbox is read, never after."""
    try:
        _client(settings.REDIS_URL).delete(_PENDING)
    except (RedisError, OSError) as error:
        log.warning("outbox_wakeup_not_taken", error=str(error))


@cache
def _client(url: str) -> "redis.Redis":
    return redis.Redis.from_url(url, socket_connect_timeout=2, socket_timeout=2)
