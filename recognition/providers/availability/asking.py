"""Asking a provider: not while it is paused, and noting whether it answers.

After `PROVIDER_PAUSE_AFTER_FAILURES` failures with no success between them it is paused for
`PROVIDER_PAUSE`, then twice as long after each probe that fails, `PROVIDER_PAUSE_CAP` at most.

Photos that come meanwhile are given times after the pause, `PROVIDER_RESUME_PER_SECOND` of them a
second at most and no more than the provider takes, so that few of them come while it is still away.
When it answers, the sweep takes those that wait before their times.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from redis.exceptions import RedisError

from messaging import circuit
from messaging.models import Outage
from recognition.providers.availability import pace
from recognition.providers.availability.pace import Provider
from recognition.providers.failures import Busy, FinalFailure, Postponed, ProcessingFailure

log = structlog.get_logger(__name__)

# While a probe is under way the others wait at least so long.
PROBE_TAKES = timedelta(seconds=5)
IS_PAUSED = " is paused since "


def check_available(provider: Provider, now: datetime) -> None:
    """Refuse where the provider could not be asked now, before anything is prepared for it.

    :raises Postponed: the provider is paused, or has too much to do.
    """
    outage = circuit.find_outage(provider.key)
    if outage is not None and outage.refuses(now):
        raise _postponed(provider, outage, now)
    pace.foresee_slot(provider)


def is_paused(provider: Provider, now: datetime) -> bool:
    """Say whether the provider may not be asked, without taking a time from those who wait."""
    outage = circuit.find_outage(provider.key)
    return outage is not None and outage.refuses(now)


@contextmanager
def asking(provider: Provider, now: datetime) -> Iterator[None]:
    """Ask within; a failure that is the provider's own is counted, and may pause it.

    A failure that pauses the provider, or comes while it is paused, is turned into `Postponed`: the
    photo waits like all others and has not used up an attempt. An answer that finds fault with the
    photo, or says that the provider is busy, is neither a failure of the provider nor a sign that
    it works. A failure that asks to wait for longer than the pause makes this photo wait so long.

    :raises Postponed: the provider is paused.
    :raises ProcessingFailure: whatever was raised within.
    """
    try:
        admission = circuit.admit(provider.key, now)
    except circuit.Paused as paused:
        raise _postponed(provider, paused.outage, now) from None
    try:
        yield
    except (FinalFailure, Busy):
        circuit.give_back(admission)
        raise
    except ProcessingFailure as failure:
        outage = _note(provider, failure, admission, now)
        if outage.since is None:
            raise
        if failure.retry_after and failure.retry_after > outage.remaining(now):
            # Not `Postponed`: what waits for the pause becomes due when that ends.
            raise Busy(failure.reason, retry_after=failure.retry_after) from failure
        # The provider may fail because of this photo: another one should be the next probe.
        behind = outage.pause_seconds * random.uniform(0.25, 0.5)
        raise _postponed(provider, outage, now, behind) from failure
    circuit.note_success(admission, now)


def _note(
    provider: Provider, failure: ProcessingFailure, admission: circuit.Admission, now: datetime
) -> Outage:
    return circuit.note_failure(
        circuit.NoteFailureCommand(
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
    )


def _postponed(provider: Provider, outage: Outage, now: datetime, behind: float = 0) -> Postponed:
    """Give the photo a time after the pause; with Redis away it is drawn.

    :param behind: seconds after that time.
    """
    soonest = (outage.remaining(now) or PROBE_TAKES).total_seconds()
    rates = (settings.PROVIDER_RESUME_PER_SECOND, provider.per_second)
    interval = 1 / min(rate for rate in rates if rate)
    try:
        name = f"{provider.key}:paused:{outage.pk}"
        wait = pace.next_free(name, soonest=soonest, interval=interval, now=now)
    except RedisError as error:
        log.warning("provider_unpaced", provider=provider.key, error=str(error))
        wait = soonest + outage.pause_seconds * random.random()
    return Postponed(f"{pause_in_words(outage)}: {outage.reason}", timedelta(seconds=wait + behind))


def pause_in_words(outage: Outage) -> str:
    """Return what the reason of everything begins with that waits for this pause."""
    return f"The {outage.name}{IS_PAUSED}{outage.since:%Y-%m-%d %H:%M:%S} UTC"
