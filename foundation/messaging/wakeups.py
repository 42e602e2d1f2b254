"""Wake-ups: Celery messages that tell a worker that the database holds something due.

One that cannot be sent, or is lost, costs the time until the next sweep and nothing else.
"""

from contextlib import suppress
from typing import Any

import structlog
from celery import current_app
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from foundation.records.quick_redis import quick_redis

log = structlog.get_logger(__name__)

_NAMED = "wakeup:"  # and the name
# Longer than a wake-up usually waits in its queue, short enough that a lost one mutes little.
_NAMED_SECONDS = 5


def send_wakeup(
    task: str,
    *,
    queue: str,
    once: str = "",
    countdown: float = 0,
    expires: float | None = None,
    priority: int | None = None,
    **kwargs: str,
) -> None:
    """Send a message for a Celery task with these arguments; log one that cannot be sent.

    :param once: a name; nothing is sent while a wake-up of this name is under way, which is until
        the worker calls `taken`, or for five seconds.
    :param countdown: seconds for more rows to gather; `expires`: after so many it is ignored.
    """
    options = {"countdown": countdown or None, "expires": expires, "priority": priority}
    given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    try:
        with quick_redis() as client:
            if not once:
                client.ping()  # Celery's client would wait longer for a Redis that hangs
            elif not client.set(f"{_NAMED}{once}", 1, nx=True, ex=_NAMED_SECONDS):
                return
            current_app.send_task(task, kwargs=kwargs, queue=queue, retry=False, **given)
    except (OperationalError, RedisError, OSError) as error:
        log.info("wakeup_not_sent", task=task, error=str(error))


def wakeup_taken(once: str) -> None:
    """Let the next wake-up of this name be sent; the worker calls it before it reads the rows."""
    with suppress(RedisError, OSError), quick_redis() as client:
        client.delete(f"{_NAMED}{once}")
