"""Pace: how many requests a second a provider gets from all processes together.

Redis has the next free time of each provider. A process that reserves it moves it on by an interval
(the generic cell rate algorithm, without a burst). With 4 requests a second the interval is 250 ms:
requests at 0, 10 and 20 ms get the times 0, 250 and 500 ms, so they wait 0, 240 and 480 ms.

If the time is near, the process waits for it; otherwise the photo gets a time of its own. Without
Redis requests are not paced: the provider then answers 429, which uses no attempts.
"""

import time
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from redis.exceptions import RedisError

from foundation.messaging.quick_redis import quick_redis
from foundation.records.database import give_connection_back
from recognition.providers.failures import Postponed

log = structlog.get_logger(__name__)

SLOT_TIMEOUT = 1.0  # seconds that a process waits for its slot
SLOT_TIMEOUT_MIDWAY = 10.0  # the same, for a photo of which a part is done already
_KEPT_MS = 24 * 3600 * 1000

# In microseconds, but for the last argument. Returns the wait until the reserved time; -1: it would
# be longer than allowed, so nothing is reserved.
_RESERVE = """
local now = tonumber(ARGV[1])  -- nil: the clock of Redis
local least_wait, interval = tonumber(ARGV[2]), tonumber(ARGV[3])
local longest_wait = tonumber(ARGV[4])  -- nil: any
local kept_ms = ARGV[5]
if not now then
  local clock = redis.call('TIME')
  now = clock[1] * 1000000 + clock[2]
end
local next_free = tonumber(redis.call('GET', KEYS[1]) or 0)
local reserved = math.max(next_free, now + least_wait)
if longest_wait and reserved - now > longest_wait then return -1 end
redis.call('SET', KEYS[1], string.format('%.0f', reserved + interval), 'PX', kept_ms)
return reserved - now
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """A provider, or a competitor service, which may be down.

    `key` names it in Redis, `name` in sentences; `per_second` limits all processes together.
    """

    key: str
    name: str
    per_second: float | None = None


def take_slot(provider: Provider, *, timeout: float = SLOT_TIMEOUT) -> None:
    """Wait until a request may be sent, at most `timeout` seconds.

    :raises Postponed: the next free slot is later than that.
    """
    wait = _next_slot(provider, timeout, taken=1)
    if wait > 0:
        give_connection_back()
        time.sleep(wait)


def check_slot(provider: Provider) -> None:
    """Refuse if the next slot is too late; it stays free.

    :raises Postponed: `take_slot` would refuse too.
    """
    _next_slot(provider, SLOT_TIMEOUT, taken=0)


def _next_slot(provider: Provider, timeout: float, taken: int) -> float:
    """Return the seconds until the next slot, and take so many: one, or none."""
    if not provider.per_second:
        return 0
    interval = 1 / provider.per_second
    try:
        wait = reserve(f"{provider.key}:slot", interval=interval * taken, longest_wait=timeout)
        if wait >= 0:
            return wait
        later = reserve(f"{provider.key}:return", interval=interval, least_wait=timeout)
    except RedisError as error:
        warn_unpaced(provider, error)
        return 0
    reason = f"The {provider.name} takes {provider.per_second:g} requests a second."
    raise Postponed(reason, timedelta(seconds=later))


def reserve(
    name: str,
    *,
    interval: float,
    least_wait: float = 0,
    longest_wait: float | None = None,
    now: datetime | None = None,
) -> float:
    """Reserve the next free time under a name; return the wait, in seconds like all others.

    The wait is negative if it would be longer than `longest_wait`; then nothing is reserved.

    :param now: None: the time of Redis.
    :raises redis.exceptions.RedisError: Redis is down.
    """
    with quick_redis() as client:
        wait = client.eval(
            _RESERVE, 1, f"recognition:provider:{name}",
            "" if now is None else round(now.timestamp() * 1e6),
            round(least_wait * 1e6), round(interval * 1e6),
            "" if longest_wait is None else round(longest_wait * 1e6), _KEPT_MS,
        )  # fmt: skip
    return int(wait) / 1e6  # type: ignore[arg-type, unused-ignore]


def warn_unpaced(provider: Provider, error: RedisError) -> None:
    log.warning("provider_unpaced", provider=provider.key, error=str(error))
