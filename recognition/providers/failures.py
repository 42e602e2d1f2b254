"""What can go wrong while a photo is processed, and when it is tried again."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.conf import settings

from foundation.records.database import backoff, is_away
from foundation.records.texts import UNFORESEEN

# What differs from photo to photo: a time, a kind of error, an id, a long number, and all details.
_DETAILS = re.compile(r": | since [-\d]|(?<=[.!?]) ")
_VARIES = re.compile(r" ?\([^)]*\)|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4,}|https?://\S+")


def group_of_reason(reason: str) -> str:
    """Return a reason as one plain sentence without its details: the same for all such failures."""
    first = _DETAILS.split(_VARIES.sub("", reason), maxsplit=1)[0]
    sentence = " ".join(first.split()).rstrip(" .,;")
    return f"{sentence}." if sentence else ""


class ProcessingFailure(Exception):
    """A step that failed; it is tried again after a back-off. The text becomes the photo's reason.

    :param retry_after: how long the other side asked us to wait, if it did.
    """

    uses_an_attempt = True

    def __init__(self, reason: str, *, retry_after: timedelta | None = None) -> None:
        super().__init__(reason)
        self.retry_after = retry_after

    @property
    def reason(self) -> str:
        return str(self)

    def next_attempt_on(self, attempts: int, now: datetime) -> datetime | None:
        """Return when a step that failed for the `attempts`-th time is tried again; None: never.

        Exponential with jitter, and never before the other side's Retry-After.
        """
        if attempts >= settings.PROCESSING_MAX_ATTEMPTS:
            return None
        wait = backoff(
            attempts, base=settings.PROCESSING_BACKOFF_BASE, cap=settings.PROCESSING_BACKOFF_CAP
        )
        return now + max(wait, (self.retry_after or timedelta(0)) + wait / 10)


class FinalFailure(ProcessingFailure):
    """Trying again cannot help."""

    def next_attempt_on(self, attempts: int, now: datetime) -> datetime | None:
        return None


class PictureMissing(FinalFailure):
    """The picture's host does not have it. It may be on its way to a host that copies it."""

    def while_it_may_come(self) -> ProcessingFailure:
        """Return the failure of a photo that was published a moment ago: it is tried again."""
        return ProcessingFailure(self.reason)


class Away(ProcessingFailure):
    """The other side is down or does not answer."""


class Busy(ProcessingFailure):
    """The other side works, but has too much to do: waiting uses no attempt."""

    uses_an_attempt = False


class Postponed(Busy):
    """The photo waits for a time that was set aside for it. Such times are spread already."""

    def __init__(self, reason: str, wait: timedelta) -> None:
        super().__init__(reason, retry_after=wait)
        self.wait = wait

    def next_attempt_on(self, attempts: int, now: datetime) -> datetime | None:
        return now + self.wait


@contextmanager
def counting_unforeseen(note: Callable[[ProcessingFailure], None]) -> Iterator[None]:
    """Store an unforeseen exception as a failed attempt by `note`, and raise it.

    Otherwise a fault of ours would be repeated after every lease, for ever. A database that is down
    is no attempt.
    """
    try:
        yield
    except Exception as error:
        if not is_away(error):
            note(ProcessingFailure(UNFORESEEN))
        raise
