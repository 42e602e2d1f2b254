"""A provider that keeps failing is not asked for a while: the state of that, in Redis.

After `PROVIDER_PAUSE_AFTER_FAILURES` failures with no success between them the provider is paused
for `PROVIDER_PAUSE`. The first photo after that is the probe; there is one probe at a time. Where
it fails, the pause is twice as long as the one before, at most `PROVIDER_PAUSE_CAP`; where it
succeeds, the pause is over.

Photos that come meanwhile are given times after the pause, `PROVIDER_RESUME_PER_SECOND` of them a
second at most and no more than the provider takes, so that they do not all come at its end.

Times here are the caller's, who has them from its command. With Redis away nothing is paused.
"""

import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

import structlog
from django.conf import settings
from redis.exceptions import RedisError

from recognition.providers.availability.services import Provider
from recognition.providers.availability.shared_state import PREFIX, client
from recognition.providers.failures import Postponed

log = structlog.get_logger(__name__)

# A probe that says nothing for so long has died with its process.
PROBE_LEASE = timedelta(seconds=120)
# While a probe is under way the others wait at least so long.
PROBE_TAKES = timedelta(seconds=5)
_KEPT = 24 * 3600

# The hash of a provider: failures, since, until, reason, length of the pause, probe (until when one
# has the right to be), back (the next free time for those who wait). Times in seconds.

# ARGV: now, lease of a probe, how long a probe takes, interval of those who come back, whether to
# give out the probe and a time, seconds to keep.
# Answers {'ask', failures}, {'probe', failures} or {'wait', seconds, since, reason}.
_ADMIT = """
local key, now = KEYS[1], tonumber(ARGV[1])
local failures = redis.call('HGET', key, 'failures') or '0'
local till = tonumber(redis.call('HGET', key, 'until'))
if not till then return {'ask', failures} end
local probe = tonumber(redis.call('HGET', key, 'probe') or 0)
if now >= till and now >= probe then
  if ARGV[5] == '1' then redis.call('HSET', key, 'probe', string.format('%.6f', now + ARGV[2])) end
  return {'probe', failures}
end
local soonest = math.max(till, now + (now >= till and tonumber(ARGV[3]) or 0))
local back = math.max(tonumber(redis.call('HGET', key, 'back') or 0), soonest)
redis.call('HSET', key, 'back', string.format('%.6f', back + ARGV[4]))
redis.call('EXPIRE', key, ARGV[6])
local since, reason = redis.call('HGET', key, 'since'), redis.call('HGET', key, 'reason')
return {'wait', string.format('%.6f', back - now), since, reason}
"""

# ARGV: now, failures that are too many, first pause, longest pause, whether it was the probe,
# reason, seconds to keep. Answers {what, length of the pause, failures}, with `what` counted (not
# paused), late (asked before the pause), paused (from now on) or prolonged (the probe failed).
_FAILED = """
local key, now = KEYS[1], tonumber(ARGV[1])
local failures = redis.call('HINCRBY', key, 'failures', 1)
redis.call('EXPIRE', key, ARGV[7])
local till = tonumber(redis.call('HGET', key, 'until'))
if till and ARGV[5] ~= '1' then return {'late', '0', failures} end
if not till and failures < tonumber(ARGV[2]) then return {'counted', '0', failures} end
local length = tonumber(ARGV[3])
if till then
  length = math.min(tonumber(redis.call('HGET', key, 'length')) * 2, tonumber(ARGV[4]))
else
  redis.call('HSET', key, 'since', now)
end
redis.call('HSET', key, 'until', string.format('%.6f', now + length), 'length', length,
           'reason', ARGV[6])
redis.call('HDEL', key, 'probe')
return {till and 'prolonged' or 'paused', tostring(length), failures}
"""

# ARGV: since, until, first pause, reason, seconds to keep.
_RESTORE = """
if redis.call('HEXISTS', KEYS[1], 'until') == 1 then return end
redis.call('HSET', KEYS[1], 'since', ARGV[1], 'until', ARGV[2], 'length', ARGV[3],
           'reason', ARGV[4])
redis.call('EXPIRE', KEYS[1], ARGV[5])
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """Leave to ask. `failures` came one after the other before; a probe asks a paused provider."""

    failures: int
    is_probe: bool


class Effect(StrEnum):
    """What a failure does to whoever would ask next."""

    COUNTED = "counted"  # nothing yet
    LATE = "late"  # nothing: the provider was paused meanwhile
    PAUSED = "paused"  # the provider is paused
    PROLONGED = "prolonged"  # it stays paused: the probe failed


@dataclass(frozen=True, slots=True, kw_only=True)
class NotedFailure:
    """What a failure did; `failures` came one after the other, `length` is the pause's."""

    effect: Effect
    length: timedelta
    failures: int


def admit(provider: Provider, now: datetime, *, ask: bool = True) -> Admission:
    """Let a request through, as the probe where it is time for one.

    :param ask: false only looks whether it would be let through.
    :raises Postponed: the provider is paused, or a probe is under way.
    """
    try:
        answer = _run(
            _ADMIT, provider, now.timestamp(), PROBE_LEASE.total_seconds(),
            PROBE_TAKES.total_seconds(), _interval(provider), int(ask), _KEPT,
        )  # fmt: skip
    except RedisError as error:
        log.warning("provider_pauses_unknown", provider=provider.key, error=str(error))
        return Admission(failures=0, is_probe=False)
    if answer[0] == b"wait":
        raise _postponed(provider, *answer[1:])
    return Admission(failures=int(answer[1]), is_probe=answer[0] == b"probe")


def is_paused(provider: Provider, now: datetime) -> bool:
    """Say whether nobody may ask, without taking a time from those who wait."""
    try:
        known: Any = client().hmget(f"{PREFIX}{provider.key}:pause", "until", "probe")
    except RedisError as error:
        log.warning("provider_pauses_unknown", provider=provider.key, error=str(error))
        return False
    return now.timestamp() < max(float(moment or 0) for moment in known)


def note_failure(
    provider: Provider, admission: Admission, reason: str, now: datetime
) -> NotedFailure:
    """Count a failure, which may pause the provider."""
    try:
        effect, length, failures = _run(
            _FAILED, provider, now.timestamp(), settings.PROVIDER_PAUSE_AFTER_FAILURES,
            settings.PROVIDER_PAUSE.total_seconds(), settings.PROVIDER_PAUSE_CAP.total_seconds(),
            int(admission.is_probe), reason, _KEPT,
        )  # fmt: skip
    except RedisError as error:
        log.warning("provider_failure_not_counted", provider=provider.key, error=str(error))
        return NotedFailure(effect=Effect.COUNTED, length=timedelta(0), failures=0)
    return NotedFailure(
        effect=Effect(effect.decode()),
        length=timedelta(seconds=float(length)),
        failures=int(failures),
    )


def end(provider_key: str) -> None:
    """Forget the failures and the pause of a provider: it answers."""
    _quietly("provider_pause_not_ended", provider_key, "delete")


def release_probe(provider: Provider) -> None:
    """Give the right to be the probe back: the provider was not asked after all."""
    _quietly("provider_probe_not_released", provider.key, "hdel", "probe")


def restore(provider_key: str, since: datetime, until: datetime, reason: str) -> None:
    """Pause a provider that a record says is paused, where Redis does not know of it (any more).

    :raises redis.exceptions.RedisError: Redis is away.
    """
    client().eval(
        _RESTORE, 1, f"{PREFIX}{provider_key}:pause", since.timestamp(), until.timestamp(),
        settings.PROVIDER_PAUSE.total_seconds(), reason, _KEPT,
    )  # fmt: skip


def _interval(provider: Provider) -> float:
    """Seconds between two photos that come back."""
    rates = (settings.PROVIDER_RESUME_PER_SECOND, provider.per_second)
    return 1 / min(rate for rate in rates if rate)


def _postponed(provider: Provider, wait: bytes, since: bytes, reason: bytes) -> Postponed:
    began = datetime.fromtimestamp(float(since), UTC)
    jitter = random.uniform(0, _interval(provider))
    return Postponed(
        f"The {provider.name} is paused since {began:%Y-%m-%d %H:%M:%S} UTC: {reason.decode()}",
        timedelta(seconds=float(wait) + jitter),
    )


def _run(script: str, provider: Provider, *args: Any) -> Any:
    return client().eval(script, 1, f"{PREFIX}{provider.key}:pause", *args)


def _quietly(event: str, provider_key: str, method: str, *args: str) -> None:
    try:
        getattr(client(), method)(f"{PREFIX}{provider_key}:pause", *args)
    except RedisError as error:
        log.warning(event, provider=provider_key, error=str(error))
