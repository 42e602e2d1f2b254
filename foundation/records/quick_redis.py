"""Redis on the way of a request: it has a short time to answer, and is then left alone a while.

What is asked of it here can be done without: a call passes its throttle, a wake-up is lost.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import redis
import structlog
from django.conf import settings
from kombu.exceptions import OperationalError
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

log = structlog.get_logger(__name__)

PAUSE = 5.0  # seconds until this process asks again
_away_until: dict[str, float] = {}  # by address, on the monotonic clock


@contextmanager
def quick_redis() -> Iterator["redis.Redis"]:
    """Use the Redis of the settings within. Ask it before another client, which would wait longer.

    :raises RedisError: it is unavailable, or was a moment ago.
    """
    url = settings.REDIS_URL
    if time.monotonic() < _away_until.get(url, 0.0):
        raise redis.ConnectionError("Redis did not answer a moment ago.")
    client = _client(url)
    try:
        yield client
    except (RedisError, OperationalError, OSError) as error:
        _away_until[url] = time.monotonic() + PAUSE
        log.warning("redis_away", error=str(error), pause_seconds=PAUSE)
        raise


@cache
def _client(url: str) -> "redis.Redis":
    return redis.Redis.from_url(
        url,
        socket_connect_timeout=settings.REDIS_TIMEOUT,
        socket_timeout=settings.REDIS_TIMEOUT,
        retry=Retry(NoBackoff(), 0),
    )
