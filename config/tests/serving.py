"""A live server that finishes its requests before the next test needs empty tables."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.signals import request_finished, request_started

SECONDS = 10  # for a request that hangs


class _RunningRequests:
    """The requests that the server's threads have begun and not finished."""

    def __init__(self) -> None:
        self._threads: set[int] = set()
        self._changed = threading.Condition()

    def begin(self, **_: object) -> None:
        with self._changed:
            if threading.current_thread() is not threading.main_thread():
                self._threads.add(threading.get_ident())

    def end(self, **_: object) -> None:
        with self._changed:
            self._threads.discard(threading.get_ident())
            self._changed.notify_all()

    def wait(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: not self._threads, timeout=SECONDS)


@contextmanager
def finishing_requests() -> Iterator[None]:
    """Wait at the end for the requests that were begun meanwhile."""
    running = _RunningRequests()
    request_started.connect(running.begin)
    request_finished.connect(running.end)
    yield
    running.wait()
    request_started.disconnect(running.begin)
    request_finished.disconnect(running.end)
