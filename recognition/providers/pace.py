"""Pace: how many requests a second a provider gets from all processes together.

Redis has the next free time of each provider. A process that reserves it moves it on by an interval
(the generic cell rate algorithm, without a burst). With 4 requests a second the interval is 250 ms:
requests at 0, 10 and 20 ms get the times 0, 250 and 500 ms, so they wait 0, 240 and 480 ms.

If the time is near, the process waits for it; otherwise the photo gets a time of its own. Without
Redis requests are not paced: the provider then answers 429, which uses no attempts.
"""

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from redis.exceptions import RedisError

from foundation.messaging import circuit
from foundation.messaging.models import Outage
from foundation.messaging.traffic import CallEnd, count_call
from foundation.records.database import give_connection_back
from foundation.records.quick_redis import quick_redis
from foundation.records.texts import in_utc
from recognition.providers.failures import Busy, FinalFailure, Postponed, ProcessingFailure

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


# Whether a provider may be asked now: while it is paused (`foundation.messaging.circuit`),
# everything waits.
#
# What waits gets times after the pause, at most `PROVIDER_RESUME_PER_SECOND` and no more than the
# provider accepts.


IS_PAUSED = " is paused since "
_PROBE_SECONDS = 5.0  # while a probe is under way the others wait at least so long


def check_available(provider: Provider, now: datetime) -> None:
    """Refuse if the provider could not be asked now, without reserving a slot.

    :raises Postponed: the provider is paused, or has too much to do.
    """
    if outage := _pause(provider, now):
        raise _after_pause(provider, outage, now)
    check_slot(provider)


def is_paused(provider: Provider, now: datetime) -> bool:
    return _pause(provider, now) is not None


def _pause(provider: Provider, now: datetime) -> Outage | None:
    outage = circuit.find_outage(provider.key)
    return outage if outage is not None and outage.refuses(now) else None


@contextmanager
def asking(provider: Provider, now: datetime) -> Iterator[None]:
    """Ask the provider within; count a failure of the provider, which may pause it.

    - An answer that finds fault with the photo, or that says the provider is busy, says nothing
      about the provider: it is neither a failure nor a success.
    - Another failure counts against the provider. If the provider is paused then, the photo waits
      like all others and has not used up an attempt.

    :raises Postponed: the provider is paused.
    :raises ProcessingFailure: raised within.
    """
    try:
        admission = circuit.admit(provider.key, now)
    except circuit.Paused as paused:
        raise _after_pause(provider, paused.outage, now) from None
    started = time.monotonic()
    try:
        yield
    except (FinalFailure, Busy) as answer:
        circuit.give_back(admission)
        end = CallEnd.BUSY if isinstance(answer, Busy) else CallEnd.ANSWERED
        count_call(provider.key, end, time.monotonic() - started, now)
        raise
    except ProcessingFailure as failure:
        count_call(provider.key, CallEnd.FAILED, time.monotonic() - started, now)
        outage = _note_failure(provider, failure, admission, now)
        if outage.since is None:
            raise
        raise _paused_by(provider, failure, outage, now) from failure
    count_call(provider.key, CallEnd.ANSWERED, time.monotonic() - started, now)
    circuit.note_success(admission, now)


def pause_in_words(outage: Outage) -> str:
    """Return the beginning of the reason of everything that waits for this pause."""
    return f"The {outage.name}{IS_PAUSED}{in_utc(outage.since)}"


def _note_failure(
    provider: Provider, failure: ProcessingFailure, admission: circuit.Admission, now: datetime
) -> Outage:
    return circuit.note_failure(
        service=provider.key,
        name=provider.name,
        reason=failure.reason,
        policy=circuit.Policy(
            failures=settings.PROVIDER_PAUSE_AFTER_FAILURES,
            first=settings.PROVIDER_PAUSE,
            longest=settings.PROVIDER_PAUSE_CAP,
        ),
        now=now,
        is_probe=admission.leased_until is not None,
    )


def _paused_by(
    provider: Provider, failure: ProcessingFailure, outage: Outage, now: datetime
) -> Busy:
    """Return how the photo waits whose failure has paused the provider, or came in the pause."""
    if failure.retry_after and failure.retry_after > outage.remaining(now):
        # Not `Postponed`: what waits for the pause becomes due when the pause ends.
        return Busy(failure.reason, retry_after=failure.retry_after)
    # The provider may fail because of this photo: another one should be the next probe.
    behind_others = outage.pause_seconds * random.uniform(0.25, 0.5)
    return _after_pause(provider, outage, now, behind_others)


def _after_pause(
    provider: Provider, outage: Outage, now: datetime, behind_others: float = 0
) -> Postponed:
    """Give the photo a time after the pause, so many seconds behind; without Redis, at random."""
    remaining = outage.remaining(now)
    least_wait = remaining.total_seconds() if remaining else _PROBE_SECONDS
    rates = (settings.PROVIDER_RESUME_PER_SECOND, provider.per_second)
    interval = 1 / min(rate for rate in rates if rate)
    try:
        name = f"{provider.key}:paused:{outage.pk}"
        wait = reserve(name, interval=interval, least_wait=least_wait, now=now)
    except RedisError as error:
        warn_unpaced(provider, error)
        wait = least_wait + outage.pause_seconds * random.random()
    reason = f"{pause_in_words(outage)}: {outage.reason}"
    return Postponed(reason, timedelta(seconds=wait + behind_others))
