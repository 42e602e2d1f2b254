"""Wake-ups: Celery messages that tell a worker that the database holds something due.

The rows are the truth. A wake-up that cannot be sent, or is lost, costs the time until the next
sweep and nothing else.
"""

from contextlib import suppress
from typing import Any

import structlog
from celery import current_app
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from messaging.quick_redis import quick_redis

log = structlog.get_logger(__name__)

_NAMED = "wakeup:"  # and the name
# Longer than a wake-up usually waits in its queue, short enough that a lost one mutes little.
_NAMED_SECONDS = 5


def send(
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
    :param countdown: seconds until a worker starts it; more rows gather meanwhile.
    :param expires: seconds after which workers ignore it.
    :param priority: Celery's, 0 to 9.
    """
    try:
        with quick_redis() as client:
            named = (f"{_NAMED}{once}", 1)
            if not (client.set(*named, nx=True, ex=_NAMED_SECONDS) if once else client.ping()):
                return
            current_app.send_task(
                task, kwargs=kwargs, queue=queue, retry=False,
                **_options(countdown=countdown or None, expires=expires, priority=priority),
            )  # fmt: skip
    except (OperationalError, RedisError, OSError) as error:
        log.info("wakeup_not_sent", task=task, error=str(error))


def taken(once: str) -> None:
    """Let the next wake-up of this name be sent; the worker calls it before it reads the rows."""
    with suppress(RedisError, OSError), quick_redis() as client:
        client.delete(f"{_NAMED}{once}")


def _options(**options: Any) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}
