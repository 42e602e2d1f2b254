"""Redis on the way of a request: it gets `REDIS_PATIENCE`, and is then left alone for some seconds.

A Redis that hangs, instead of refusing, would otherwise hold every request. What is asked of it
there can be done without: a throttle lets the call pass, a lost wake-up costs seconds. The log has
one line when Redis goes away and one when it is back.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock

import redis
import structlog
from django.conf import settings
from kombu.exceptions import OperationalError
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

log = structlog.get_logger(__name__)

REST = 5.0  # seconds until the next request tries again
_FRESH = 1.0  # seconds for which an answer vouches for what other clients send


class Redis:
    """The Redis at an address, as this process last found it."""

    def __init__(self, url: str) -> None:
        self.client = redis.Redis.from_url(
            url,
            socket_connect_timeout=settings.REDIS_PATIENCE,
            socket_timeout=settings.REDIS_PATIENCE,
            retry=Retry(NoBackoff(), 0),
        )
        self._lock = Lock()
        self._answered_on = 0.0
        self._away_since: float | None = None
        self._retry_on = 0.0

    @contextmanager
    def using(self) -> Iterator["redis.Redis"]:
        """Use it within, also by other clients than this one: it has answered a moment ago.

        :raises RedisError: it is away, or was a moment ago. `OperationalError` and `OSError`, by
            which other clients say so, are noted and go on.
        """
        self._refuse_while_away()
        try:
            if time.monotonic() - self._answered_on > _FRESH:
                self.client.ping()
            yield self.client
        except (RedisError, OperationalError, OSError) as error:
            self._note_away(error)
            raise
        self._note_answer()

    def _refuse_while_away(self) -> None:
        """Let one caller try when the pause is over, and refuse the others meanwhile."""
        with self._lock:
            now = time.monotonic()
            if self._away_since is None or now >= self._retry_on:
                if self._away_since is not None:
                    self._retry_on = now + REST
                return
        raise redis.ConnectionError("Redis did not answer a moment ago.")

    def _note_away(self, error: Exception) -> None:
        with self._lock:
            is_new, now = self._away_since is None, time.monotonic()
            self._retry_on, self._answered_on = now + REST, 0.0
            if is_new:
                self._away_since = now
        if is_new:
            log.warning("redis_away", error=str(error))

    def _note_answer(self) -> None:
        with self._lock:
            since, self._away_since = self._away_since, None
            self._answered_on = time.monotonic()
        if since is not None:
            log.warning("redis_back", away_seconds=round(self._answered_on - since, 1))


@contextmanager
def quick_redis() -> Iterator["redis.Redis"]:
    """Use the Redis of the settings within; see `Redis.using`."""
    with _at(settings.REDIS_URL).using() as client:
        yield client


@cache
def _at(url: str) -> Redis:
    return Redis(url)
