"""What can go wrong while a photo is processed, and when it is tried again."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.conf import settings

from messaging.backoff import backoff
from messaging.database import is_away


class ProcessingFailure(Exception):
    """A step that could not be done; the text goes into the photo's reason.

    :param retry_after: how long the other side asked us to wait, if it did.
    :param permanent: trying again cannot help.
    :param throttled: the other side is well but busy: waiting does not use up an attempt.
    :param away: the other side is down or does not answer; it has not said no.
    """

    def __init__(
        self,
        reason: str,
        *,
        retry_after: timedelta | None = None,
        permanent: bool = False,
        throttled: bool = False,
        away: bool = False,
    ) -> None:
        super().__init__(reason)
        self.retry_after = retry_after
        self.permanent = permanent
        self.throttled = throttled
        self.away = away

    @property
    def reason(self) -> str:
        return str(self)


class Postponed(ProcessingFailure):
    """The photo waits for a time that was set aside for it; none of its attempts is used up."""

    def __init__(self, reason: str, wait: timedelta) -> None:
        super().__init__(reason, retry_after=wait, throttled=True)
        self.wait = wait


def next_attempt_on(failure: ProcessingFailure, attempts: int, now: datetime) -> datetime | None:
    """Return when a step that failed for the `attempts`-th time is tried again; None: never.

    Exponential with jitter, and never before the other side's Retry-After. What was postponed comes
    exactly when its time is: that is spread already.
    """
    if isinstance(failure, Postponed):
        return now + failure.wait
    if failure.permanent or attempts >= settings.PROCESSING_MAX_ATTEMPTS:
        return None
    wait = backoff(
        attempts,
        base=settings.PROCESSING_BACKOFF_BASE,
        cap=settings.PROCESSING_BACKOFF_CAP,
    )
    return now + max(wait, (failure.retry_after or timedelta(0)) + wait / 10)


@contextmanager
def counting_unforeseen(note: Callable[[ProcessingFailure], None]) -> Iterator[None]:
    """Have `note` write an unforeseen exception down as a failed attempt, and let it go on.

    Otherwise a fault of ours would be met again at the end of every lease, for ever. That the
    database is away is no attempt.
    """
    try:
        yield
    except Exception as error:
        if not is_away(error):
            # The type alone: a text may hold an address with a token in it.
            note(ProcessingFailure(f"Something unforeseen: {type(error).__name__}."))
        raise
