"""A provider's requests, spaced evenly over all processes: it sells so many a second.

The spacing is the generic cell rate algorithm without a burst: Redis holds the theoretical arrival
time of the next request, by Redis's own clock, so that the processes' clocks do not matter. A
request whose turn is near is waited for in place. One whose turn is farther off is postponed: its
photo is given a time of its own, each next one later by the same interval, so that those who wait
do not come back together.

With Redis away requests go unpaced: the provider then says itself what is too much (429), and that
does not use up attempts either.
"""

import time
from datetime import timedelta

import structlog
from redis.exceptions import RedisError

from recognition.providers.availability.services import Provider
from recognition.providers.availability.shared_state import PREFIX, client
from recognition.providers.failures import Postponed

log = structlog.get_logger(__name__)

PATIENCE = 1.0
PATIENCE_MIDWAY = 10.0
_KEPT_MS = 24 * 3600 * 1000

# KEYS: the next free turn; the next free time for those who come back. ARGV, in microseconds:
# interval, patience; then 1 to take the turn, 0 to see whether there is one; milliseconds to keep.
# Answers {1, wait} or {0, time to come back in}.
_TURN = """
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local interval, patience = tonumber(ARGV[1]), tonumber(ARGV[2])
local turn = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now)
if turn - now <= patience then
  if ARGV[3] == '1' then
    redis.call('SET', KEYS[1], string.format('%.0f', turn + interval), 'PX', ARGV[4])
  end
  return {1, turn - now}
end
local back = math.max(tonumber(redis.call('GET', KEYS[2]) or 0), now + patience)
redis.call('SET', KEYS[2], string.format('%.0f', back + interval), 'PX', ARGV[4])
return {0, back - now}
"""


def take_turn(provider: Provider, *, patience: float = PATIENCE) -> None:
    """Wait until a request may be sent, `patience` seconds at most.

    :raises Postponed: the turn is farther off.
    """
    wait = _turn(provider, patience, take=True)
    if wait > 0:
        time.sleep(wait)


def foresee_turn(provider: Provider) -> None:
    """Refuse where a request would have to be postponed, before anything is prepared for it.

    :raises Postponed: the turn is farther off than is waited for in place.
    """
    _turn(provider, PATIENCE, take=False)


def _turn(provider: Provider, patience: float, *, take: bool) -> float:
    if not provider.per_second:
        return 0
    try:
        free, microseconds = _ask(provider, 1 / provider.per_second, patience, take)
    except RedisError as error:
        log.warning("provider_unpaced", provider=provider.key, error=str(error))
        return 0
    seconds = microseconds / 1e6
    if not free:
        raise Postponed(
            f"The {provider.name} takes {provider.per_second:g} requests a second.",
            timedelta(seconds=seconds),
        )
    return seconds


def _ask(provider: Provider, interval: float, patience: float, take: bool) -> tuple[int, int]:
    key = f"{PREFIX}{provider.key}"
    free, microseconds = client().eval(  # type: ignore[misc, unused-ignore]
        _TURN, 2, f"{key}:turn", f"{key}:return",
        round(interval * 1e6), round(patience * 1e6), int(take), _KEPT_MS,
    )  # fmt: skip
    return int(free), int(microseconds)
