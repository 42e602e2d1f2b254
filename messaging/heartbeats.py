"""When a worker last finished a task of a queue, and a task that only beat sends: in Redis.

A lost note costs one metric until the next task.
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import suppress

from django.conf import settings
from redis.exceptions import RedisError

from messaging.quick_redis import quick_redis

# Sent by beat alone, every five seconds: it shows that beat runs.
OF_BEAT = "messaging.sweep_jobs"
EVERY = 5.0  # seconds between two notes of a process about the same
_NOTED = "heartbeat:"
_next: dict[str, float] = {}  # on the monotonic clock


def note(task: str, queue: str) -> None:
    """Note that a task of a queue is finished."""
    for name in (queue, task) if task == OF_BEAT else (queue,):
        if time.monotonic() < _next.get(name, 0.0):
            continue
        _next[name] = time.monotonic() + EVERY
        with suppress(RedisError, OSError), quick_redis() as client:
            client.set(f"{_NOTED}{name}", time.time())


def ages(*names: str) -> Mapping[str, float]:
    """Return how many seconds ago these queues and tasks were noted; without those never noted.

    :raises RedisError: Redis is unavailable.
    """
    with quick_redis() as client:
        noted = client.mget([f"{_NOTED}{name}" for name in names])
    now = time.time()
    return {
        name: max(now - float(when), 0.0)
        for name, when in zip(names, noted, strict=True)
        if when is not None
    }


def lengths() -> Iterator[tuple[str, int]]:
    """Yield each of Celery's queues and how many tasks wait in it, of all priorities.

    :raises RedisError: Redis is unavailable.
    """
    options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    with quick_redis() as client:
        for queue in settings.CELERY_TASK_QUEUES:
            names = [
                f"{queue.name}{options['sep']}{step}" if step else queue.name
                for step in options["priority_steps"]
            ]
            yield queue.name, sum(client.llen(name) for name in names)
