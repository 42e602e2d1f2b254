"""A live server that works for one test at a time.

A browser that is closed leaves requests behind: some under way, some that the server has not yet
taken from its socket. Their rows would meet the emptying of the tables, or the next test.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from pytest_django.live_server_helper import LiveServer

LONGEST_REQUEST = 60  # s


class Door:
    """Lets requests through to an application while a test runs, and drops the others."""

    def __init__(self, application: WSGIApplication) -> None:
        self._application = application
        self._changed = threading.Condition()
        self._is_open = False
        self._inside = 0

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterator[bytes]:
        """Answer, or end the connection without an answer.

        :raises ConnectionAbortedError: no test runs; the server takes it as the client's doing.
        """
        with self._passing():
            answer: Any = self._application(environ, start_response)
            try:
                yield from answer
            finally:
                answer.close()

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Let requests through; at the end, wait for those inside."""
        with self._changed:
            self._is_open = True
        yield
        with self._changed:
            self._is_open = False
            self._changed.wait_for(lambda: not self._inside, timeout=LONGEST_REQUEST)

    @contextmanager
    def _passing(self) -> Iterator[None]:
        with self._changed:
            if not self._is_open:
                raise ConnectionAbortedError("no test runs")
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()


@cache
def door_to(server: LiveServer) -> Door:
    """Return the server's door, which is put before its application at the first call."""
    httpd = server.thread.httpd
    application = httpd.get_app()
    assert application
    door = Door(application)
    httpd.set_app(door)
    return door
