"""Whether the processes that were started do their work, asked from outside."""

import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path

from tools.local.refusals import CannotRun

Check = Callable[[], bool]

PAUSE_SECONDS = 0.2
SAY_SECONDS = 15.0


def answers(url: str) -> Check:
    """Return a check: does this address answer with success?"""

    def ask() -> bool:
        try:
            # Never through a proxy: it is this machine.
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            with opener.open(url, timeout=5) as response:
                return bool(response.status < 300)
        except OSError:
            return False

    return ask


def touched(path: Path) -> Check:
    """Return a check: was this file touched since the check was made?"""
    asked_on = time.time()
    return lambda: path.exists() and path.stat().st_mtime > asked_on


def celery_worker_answers(name: str) -> Check:
    """Return whether this machine's Celery worker of a name answers a ping through the broker."""
    from celery.utils.nodenames import gethostname, nodename  # large, and `up` stays
    from kombu.exceptions import OperationalError

    from config.celery import app

    node = nodename(name, gethostname())

    def answered() -> bool:
        try:
            return bool(
                app.control.broadcast("ping", reply=True, limit=1, timeout=1.0, destination=[node])
            )
        except OperationalError:
            return False

    return answered


def await_health(
    checks: Mapping[str, Check],
    *,
    seconds: float,
    meanwhile: Callable[[], None],
    say: Callable[[str], object],
) -> None:
    """Ask until every check was true once; say now and then which were not.

    :raises CannotRun: the time is over; names those that were not.
    """
    said_on = time.monotonic()
    deadline = said_on + seconds
    waiting = dict(checks)
    while waiting := {name: check for name, check in waiting.items() if not check()}:
        now, names = time.monotonic(), ", ".join(waiting)
        if now > deadline:
            raise CannotRun(f"not ready after {seconds:.0f} s: {names} (logs in var/log)")
        if now > said_on + SAY_SECONDS:
            said_on = now
            say(f"Waiting for {names} (logs in var/log)")
        meanwhile()
        time.sleep(PAUSE_SECONDS)
