"""When a worker last finished a task of a queue, and a task that only beat sends: in Redis.

And which tasks fail each time. A lost note costs one metric until the next task.
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.conf import settings
from redis.exceptions import RedisError

from foundation.records.quick_redis import quick_redis

# Sent by beat alone, every five seconds: it shows that beat runs.
OF_BEAT = "messaging.sweep_jobs"
EVERY = 5.0  # seconds between two notes of a process about the same
_NOTED = "heartbeat:"
_FAILING = "tasks:failing"  # by task, when it first failed since its last success
_FAILING_KEPT = timedelta(days=40)  # without any failure: then a task may be one of an old version
_next: dict[str, float] = {}  # on the monotonic clock


def note(task: str, queue: str) -> None:
    """Note that a task of a queue ended, well or not."""
    for name in (queue, task) if task == OF_BEAT else (queue,):
        if time.monotonic() < _next.get(name, 0.0):
            continue
        _next[name] = time.monotonic() + EVERY
        with suppress(RedisError, OSError), quick_redis() as client:
            client.set(f"{_NOTED}{name}", time.time())


def note_failure(task: str) -> None:
    """Note that a task failed, if it did not fail before."""
    with suppress(RedisError, OSError), quick_redis() as client, client.pipeline() as pipe:
        pipe.hsetnx(_FAILING, task, str(time.time()))
        pipe.expire(_FAILING, _FAILING_KEPT)
        pipe.execute()


def note_success(task: str) -> None:
    """Forget the failures of a task."""
    with suppress(RedisError, OSError), quick_redis() as client:
        client.hdel(_FAILING, task)


def failing() -> Mapping[str, float]:
    """Return since how many seconds a task has failed each time, of those that do.

    :raises RedisError: Redis is unavailable.
    """
    with quick_redis() as client:
        noted: Any = client.hgetall(_FAILING)
    now = time.time()
    return {task.decode(): max(now - float(since), 0.0) for task, since in noted.items()}


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
