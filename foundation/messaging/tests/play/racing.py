"""Several connections: at the same moment, or one running into what another has not committed."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Barrier
from typing import Any, TypeVar

from django.db import connection, connections, transaction

from foundation.records.refusals import Refusal

DEADLINE = 60.0
Result = TypeVar("Result")


def at_once(*works: Callable[[], Result]) -> list[Result]:
    """Do all of it at the same moment, each on a connection of its own; return what they came to.

    What one of them raises is raised.
    """
    start = Barrier(len(works))

    def run(work: Callable[[], Result]) -> Result:
        try:
            start.wait(DEADLINE)
            return work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


def or_code(work: Callable[[], Result]) -> Callable[[], Result | str]:
    """Return what does it, and returns the code of a refusal."""

    def run() -> Result | str:
        try:
            return work()
        except Refusal as refusal:
            return refusal.code

    return run


def in_thread(work: Callable[[], Any]) -> threading.Thread:
    """Start doing something in a thread with a connection of its own."""

    def run() -> None:
        try:
            work()
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def race(first: Callable[[], Any], second: Callable[[], Any]) -> Any:
    """Run `second` while `first` has run but not committed; return what `second` came to.

    Commits `first` only when the database says that `second` waits for it. A refusal of `second` is
    returned, not raised.
    """
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            first()
            running = pool.submit(_in_its_own_connection, second)
            _wait_until_blocked(running)
        return running.exception(DEADLINE) or running.result()


def _in_its_own_connection(work: Callable[[], Any]) -> Any:
    try:
        with transaction.atomic():
            return work()
    finally:
        connections.close_all()


def _wait_until_blocked(running: "Future[Any]") -> None:
    deadline = time.monotonic() + DEADLINE
    while not another_waits_for_us():
        assert not running.done(), f"The second did not wait: {running.exception()}"
        assert time.monotonic() < deadline, "The second neither waits nor ends."
        time.sleep(0.01)


def another_waits_for_us() -> bool:
    """Return whether another connection waits for a lock of this one."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks"
            " WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
        )
        return bool(cursor.fetchone()[0])
