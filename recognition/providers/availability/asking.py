"""Asking a provider: not while it is paused, and noting whether it is well."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from recognition.providers.availability import pauses
from recognition.providers.availability.pace import foresee_turn
from recognition.providers.availability.pauses import Admission, Effect
from recognition.providers.availability.record import (
    PauseProviderCommand,
    ResumeProvidersCommand,
    pause_provider,
    resume_providers,
)
from recognition.providers.availability.services import Provider
from recognition.providers.failures import Busy, FinalFailure, Postponed, ProcessingFailure


def await_turn(provider: Provider, now: datetime) -> None:
    """Refuse where the provider could not be asked now, before anything is prepared for it.

    :raises Postponed: the provider is paused, or has too much to do.
    """
    pauses.admit(provider, now, ask=False)
    foresee_turn(provider)


@contextmanager
def asking(provider: Provider, now: datetime) -> Iterator[None]:
    """Ask within; a failure that is the provider's own is counted, and may pause it.

    A failure that pauses the provider, or comes while it is paused, is turned into `Postponed`: the
    photo waits like all others and has not used up an attempt. An answer that finds fault with the
    photo, or says that the provider is busy, is neither a failure of the provider nor a sign that
    it is well.

    :raises Postponed: the provider is paused.
    :raises ProcessingFailure: whatever was raised within.
    """
    admission = pauses.admit(provider, now)
    try:
        yield
    except ProcessingFailure as failure:
        if isinstance(failure, FinalFailure | Busy):
            if admission.is_probe:
                pauses.release_probe(provider)
            raise
        _note(provider, admission, failure, now)
        raise
    if admission.is_probe:
        resume_providers(ResumeProvidersCommand(providers=[provider.key], now=now))
    elif admission.failures:
        pauses.end(provider.key)


def _note(
    provider: Provider, admission: Admission, failure: ProcessingFailure, now: datetime
) -> None:
    noted = pauses.note_failure(provider, admission, failure.reason, now)
    if noted.effect is Effect.COUNTED:
        return
    if noted.effect is not Effect.LATE:
        pause_provider(
            PauseProviderCommand(
                provider=provider,
                reason=failure.reason,
                failures=noted.failures,
                length=noted.length,
                now=now,
            )
        )
    _postpone(provider, noted.length, failure, now)


def _postpone(
    provider: Provider, length: timedelta, failure: ProcessingFailure, now: datetime
) -> None:
    """Give the photo a time after the pause, like all that wait, but not the first.

    It may be this photo that the provider fails on: another one had better be the next probe.
    """
    try:
        pauses.admit(provider, now, ask=False)
    except Postponed as postponed:
        behind = length * random.uniform(0.25, 0.5)
        raise Postponed(postponed.reason, postponed.wait + behind) from failure
