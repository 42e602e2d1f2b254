"""The Redis where processes tell each other how providers are doing.

It is asked on the way to every request, so it is given little time. Whoever uses it goes on without
it: a Redis that is away costs pace and pauses, never a photo.
"""

from functools import cache

import redis
from django.conf import settings

PREFIX = "recognition:provider:"


def client() -> "redis.Redis":
    """Return the process's client of the Redis that the settings name."""
    return _client(settings.REDIS_URL)


@cache
def _client(url: str) -> "redis.Redis":
    return redis.Redis.from_url(
        url, socket_connect_timeout=1, socket_timeout=1, health_check_interval=30
    )
