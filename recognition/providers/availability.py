"""Whether a provider may be asked now: while it is paused (`foundation.messaging.circuit`), everything waits.

What waits gets times after the pause, at most `PROVIDER_RESUME_PER_SECOND` and no more than the
provider accepts. How many requests a provider gets otherwise: `recognition.providers.pace`.
"""

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.conf import settings
from redis.exceptions import RedisError

from foundation.messaging import circuit
from foundation.messaging.models import Outage
from foundation.messaging.traffic import CallEnd, count_call
from foundation.records.plain_words import in_utc
from recognition.providers.failures import Busy, FinalFailure, Postponed, ProcessingFailure
from recognition.providers.pace import Provider, check_slot, reserve, warn_unpaced

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
        is_probe=admission.probe_until is not None,
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
