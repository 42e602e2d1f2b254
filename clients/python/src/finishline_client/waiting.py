"""Waits for what goes on at the server."""

import time
from collections.abc import Callable
from typing import Protocol, TypeVar

from finishline_client.problems import FinishlineError


class LongJob(Protocol):
    """What goes on for a while: an answer with a `state`, which is `Finished` in the end."""

    @property
    def state(self) -> str: ...


T = TypeVar("T")
J = TypeVar("J", bound=LongJob)
UNDONE = ("Failed", "Cancelled")


class JobNotDone(FinishlineError):
    """A job failed, or was cancelled."""


class WaitedTooLong(FinishlineError):
    """What was waited for did not come in time."""


def wait_for(
    read: Callable[[], T], until: Callable[[T], bool], *, timeout: float = 300, pause: float = 0.5
) -> T:
    """Read again and again until it is as wanted, and return it.

    :raises WaitedTooLong: it was not within `timeout` seconds.
    """
    end = time.monotonic() + timeout
    while not until(found := read()):
        if time.monotonic() + pause > end:
            raise WaitedTooLong(f"after {timeout:g} s it is still {found!r}")
        time.sleep(pause)
    return found


def wait_for_job(read: Callable[[], J], *, timeout: float = 300, pause: float = 0.5) -> J:
    """Read a job again and again until it is finished, and return it.

    :raises JobNotDone: it failed, or was cancelled.
    :raises WaitedTooLong: it goes on after `timeout` seconds.
    """
    ends = ("Finished", *UNDONE)
    job = wait_for(read, lambda found: found.state in ends, timeout=timeout, pause=pause)
    if job.state in UNDONE:
        raise JobNotDone(repr(job))
    return job
