"""Whether a provider may be asked now: its pauses, and its requests per second.

Pauses: `messaging.circuit`. Photos that arrive during a pause get times after it, at most
`PROVIDER_RESUME_PER_SECOND` and no more than the provider accepts.

Pace: requests are spaced evenly over all processes, by the generic cell rate algorithm without a
burst. If the next slot is near, the process waits for it; otherwise the photo gets a time of its
own. Without Redis requests are not paced: the provider then answers 429, which uses no attempts.
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

from messaging import circuit
from messaging.models import Outage
from messaging.quick_redis import quick_redis
from recognition.providers.failures import Busy, FinalFailure, Postponed, ProcessingFailure
from records.database import give_connection_back

log = structlog.get_logger(__name__)

SLOT_TIMEOUT = 1.0  # seconds that a process waits for its slot
SLOT_TIMEOUT_MIDWAY = 10.0  # the same, for a photo of which a part is done already
IS_PAUSED = " is paused since "
_PROBE_SECONDS = 5.0  # while a probe is under way the others wait at least so long
_KEPT_MS = 24 * 3600 * 1000

# KEYS: the key of the next free time. ARGV, in microseconds: now (empty: the clock of Redis), the
# soonest from then on, the interval, the longest wait (empty: any); then milliseconds to keep it.
# Returns the wait, or -1 if it would be longer than allowed: then no time is reserved.
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
    """A provider, or a competitor service, which may be down.

    `key` names it in Redis, `name` in sentences; `per_second` limits all processes together.
    """

    key: str
    name: str
    per_second: float | None = None


def check_available(provider: Provider, now: datetime) -> None:
    """Refuse if the provider could not be asked now, without reserving a slot.

    :raises Postponed: the provider is paused, or has too much to do.
    """
    if outage := _pause(provider, now):
        raise _after_pause(provider, outage, now)
    _slot(provider, SLOT_TIMEOUT, reserve=False)


def is_paused(provider: Provider, now: datetime) -> bool:
    return _pause(provider, now) is not None


def _pause(provider: Provider, now: datetime) -> Outage | None:
    outage = circuit.find_outage(provider.key)
    return outage if outage is not None and outage.refuses(now) else None


@contextmanager
def asking(provider: Provider, now: datetime) -> Iterator[None]:
    """Ask the provider within; count a failure of the provider, which may pause it.

    A failure that pauses the provider, or happens while it is paused, becomes `Postponed`: the
    photo waits like all others and has not used up an attempt. An answer that finds fault with the
    photo, or that says the provider is busy, is neither a failure nor a success. If a failure asks
    to wait for longer than the pause, this photo waits that long.

    :raises Postponed: the provider is paused.
    :raises ProcessingFailure: raised within.
    """
    try:
        admission = circuit.admit(provider.key, now)
    except circuit.Paused as paused:
        raise _after_pause(provider, paused.outage, now) from None
    try:
        yield
    except (FinalFailure, Busy):
        circuit.give_back(admission)
        raise
    except ProcessingFailure as failure:
        outage = _note_failure(provider, failure, admission, now)
        if outage.since is None:
            raise
        if failure.retry_after and failure.retry_after > outage.remaining(now):
            # Not `Postponed`: what waits for the pause becomes due when the pause ends.
            raise Busy(failure.reason, retry_after=failure.retry_after) from failure
        # The provider may fail because of this photo: another one should be the next probe.
        behind = outage.pause_seconds * random.uniform(0.25, 0.5)
        raise _after_pause(provider, outage, now, behind) from failure
    circuit.note_success(admission, now)


def pause_in_words(outage: Outage) -> str:
    """Return the beginning of the reason of everything that waits for this pause."""
    return f"The {outage.name}{IS_PAUSED}{outage.since:%Y-%m-%d %H:%M:%S} UTC"


def take_slot(provider: Provider, *, timeout: float = SLOT_TIMEOUT) -> None:
    """Wait until a request may be sent, at most `timeout` seconds.

    :raises Postponed: the next free slot is later than that.
    """
    wait = _slot(provider, timeout)
    if wait > 0:
        give_connection_back()
        time.sleep(wait)


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
        is_probe=admission.probe_until is not None,
    )


def _after_pause(provider: Provider, outage: Outage, now: datetime, behind: float = 0) -> Postponed:
    """Give the photo a time after the pause, and `behind` seconds; if Redis is down, at random."""
    remaining = outage.remaining(now)
    soonest = remaining.total_seconds() if remaining else _PROBE_SECONDS
    rates = (settings.PROVIDER_RESUME_PER_SECOND, provider.per_second)
    interval = 1 / min(rate for rate in rates if rate)
    try:
        name = f"{provider.key}:paused:{outage.pk}"
        wait = _next_free(name, soonest=soonest, interval=interval, now=now)
    except RedisError as error:
        log.warning("provider_unpaced", provider=provider.key, error=str(error))
        wait = soonest + outage.pause_seconds * random.random()
    return Postponed(f"{pause_in_words(outage)}: {outage.reason}", timedelta(seconds=wait + behind))


def _slot(provider: Provider, timeout: float, *, reserve: bool = True) -> float:
    """Return the seconds until the next free slot, at most `timeout`; reserve it."""
    if not provider.per_second:
        return 0
    interval = 1 / provider.per_second
    try:
        # With an interval of 0 the slot stays free.
        wait = _next_free(f"{provider.key}:slot", interval=interval * reserve, longest=timeout)
        if wait >= 0:
            return wait
        later = _next_free(f"{provider.key}:return", soonest=timeout, interval=interval)
    except RedisError as error:
        log.warning("provider_unpaced", provider=provider.key, error=str(error))
        return 0
    reason = f"The {provider.name} takes {provider.per_second:g} requests a second."
    raise Postponed(reason, timedelta(seconds=later))


def _next_free(
    name: str,
    *,
    soonest: float = 0,
    interval: float,
    longest: float | None = None,
    now: datetime | None = None,
) -> float:
    """Reserve the next free time under a name; return the wait, negative if it is too long.

    All in seconds from `now` on; None: from the time of Redis.

    :raises redis.exceptions.RedisError: Redis is down.
    """
    with quick_redis() as client:
        microseconds = client.eval(
            _NEXT_FREE, 1, f"recognition:provider:{name}",
            "" if now is None else round(now.timestamp() * 1e6), round(soonest * 1e6),
            round(interval * 1e6), "" if longest is None else round(longest * 1e6), _KEPT_MS,
        )  # fmt: skip
    return int(microseconds) / 1e6  # type: ignore[arg-type, unused-ignore]
