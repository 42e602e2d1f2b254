"""A provider's requests, spaced evenly over all processes: it sells so many a second.

The spacing is the generic cell rate algorithm without a burst: Redis holds the time of the next
free slot. A request whose slot is near is waited for in place. A photo whose slot is farther off,
or whose provider is paused, is given a time of its own to return at, each next one later by the
same interval, so that those who wait do not return together.

With Redis away requests go unpaced: the provider then says itself what is too much (429), and that
does not use up attempts either.
"""

import time
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from redis.exceptions import RedisError

from messaging.quick_redis import quick_redis
from recognition.providers.failures import Postponed
from records.database import give_connection_back

log = structlog.get_logger(__name__)

PATIENCE = 1.0
PATIENCE_MIDWAY = 10.0
_KEPT_MS = 24 * 3600 * 1000

# KEYS: where the next free time is held. ARGV, in microseconds: now (empty: by Redis's own clock),
# the soonest from then on, the interval, the longest wait (empty: any); then milliseconds to keep.
# Answers the wait, or -1 where it would be longer: then nothing is taken.
_NEXT_FREE = """
local now = tonumber(ARGV[1])
if not now then
  local t = redis.call('TIME')
  now = t[1] * 1000000 + t[2]
end
local free = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now + ARGV[2])
local longest = tonumber(ARGV[4])
if longest and free - now > longest then return -1 end
redis.call('SET', KEYS[1], string.format('%.0f', free + ARGV[3]), 'PX', ARGV[5])
return free - now
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """A provider, or a competitor service, as one that takes so many requests and may be down.

    `key` names it in Redis and as a service that may be down, `name` in sentences; `per_second` is
    how many requests all processes together may send, None for as many as there are.
    """

    key: str
    name: str
    per_second: float | None = None


def take_slot(provider: Provider, *, patience: float = PATIENCE) -> None:
    """Wait until a request may be sent, `patience` seconds at most.

    :raises Postponed: the next free slot is farther off.
    """
    wait = _slot(provider, patience, take=True)
    if wait > 0:
        give_connection_back()
        time.sleep(wait)


def foresee_slot(provider: Provider) -> None:
    """Refuse where a request would have to be postponed, before anything is prepared for it.

    :raises Postponed: the next free slot is farther off than is waited for in place.
    """
    _slot(provider, PATIENCE, take=False)


def _slot(provider: Provider, patience: float, *, take: bool) -> float:
    if not provider.per_second:
        return 0
    interval = 1 / provider.per_second
    try:
        # Looked at without an interval, the slot stays free.
        wait = next_free(f"{provider.key}:slot", interval=interval * take, longest=patience)
        if wait >= 0:
            return wait
        later = next_free(f"{provider.key}:return", soonest=patience, interval=interval)
    except RedisError as error:
        log.warning("provider_unpaced", provider=provider.key, error=str(error))
        return 0
    reason = f"The {provider.name} takes {provider.per_second:g} requests a second."
    raise Postponed(reason, timedelta(seconds=later))


def next_free(
    name: str,
    *,
    soonest: float = 0,
    interval: float,
    longest: float | None = None,
    now: datetime | None = None,
) -> float:
    """Take the next free time under a name; return the wait, negative where it is too long.

    All in seconds from `now` on, or from Redis's own time.

    :raises redis.exceptions.RedisError: Redis is away.
    """
    with quick_redis() as client:
        microseconds = client.eval(
            _NEXT_FREE, 1, f"recognition:provider:{name}",
            "" if now is None else round(now.timestamp() * 1e6), round(soonest * 1e6),
            round(interval * 1e6), "" if longest is None else round(longest * 1e6), _KEPT_MS,
        )  # fmt: skip
    return int(microseconds) / 1e6  # type: ignore[arg-type, unused-ignore]
