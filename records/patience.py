"""Connections to PostgreSQL that notice that it hangs: that it neither answers nor refuses.

A statement may take its time. When it has taken `PATIENCE`, a new connection asks whether the
database still answers anyone; if it does, the statement goes on, else it fails at once, and so do
the others of this process that wait. One that waits for a lock is given up by the database itself.
"""

import time
from collections.abc import Generator
from threading import Lock
from typing import Any, TypeVar

import psycopg
from psycopg.conninfo import make_conninfo

R = TypeVar("R")

PATIENCE = 1.0  # seconds until the database is asked, and between two such questions
PROBE_SECONDS = 2  # for the answer; libpq takes no less
_FRESH = 1.0  # seconds for which a finding counts
# For a row that another process has locked: with it wait the caller and a thread of the server.
LOCK_SECONDS = 3


class DatabaseHangs(psycopg.OperationalError):
    """The database did not answer, also not on a new connection."""


class Probe:
    """Whether the database hangs, asked by one thread for all."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._asked_on = -_FRESH
        self._hangs = False

    def found_hanging(self) -> bool:
        """Say whether it was found to hang just now; nothing is asked."""
        return self._hangs and self._is_fresh()

    def note_answer(self) -> None:
        """Forget that it was found to hang: it has just answered."""
        self._hangs = False

    def hangs(self, connection: "ImpatientConnection") -> bool:
        """Ask by a new connection to where this one goes, unless another thread just has."""
        with self._lock:
            if not self._is_fresh():
                self._hangs = not _answers(connection)
                self._asked_on = time.monotonic()
            return self._hangs

    def _is_fresh(self) -> bool:
        return time.monotonic() - self._asked_on < _FRESH


class ImpatientConnection(psycopg.Connection[Any]):
    """A connection that fails with `DatabaseHangs`, and is closed, where the database hangs."""

    probe = Probe()

    @classmethod
    def connect(cls, *args: Any, **options: Any) -> "ImpatientConnection":
        """Connect as psycopg does, and bound what is waited for a lock."""
        connection = super().connect(*args, **options)
        cls.probe.note_answer()
        connection.execute(f"SET lock_timeout = {LOCK_SECONDS * 1000:.0f}")
        if not connection.autocommit:
            connection.commit()
        return connection

    def wait(self, gen: Generator[Any, Any, R], *args: Any, **options: Any) -> R:
        """Wait as psycopg does, which resumes the generator ten times a second."""
        try:
            return super().wait(self._watched(gen), *args, **options)
        except DatabaseHangs:
            self.pgconn.finish()  # whatever it was doing, nothing can be said about it any more
            raise

    def _watched(self, gen: Generator[Any, Any, R]) -> Generator[Any, Any, R]:
        ask_on = time.monotonic() + PATIENCE
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if ready:
                    self.probe.note_answer()
                elif self.probe.found_hanging() or time.monotonic() >= ask_on:
                    if self.probe.hangs(self):
                        raise DatabaseHangs("the database does not answer")
                    ask_on = time.monotonic() + PATIENCE
                wanted = gen.send(ready)
        except StopIteration as end:
            result: R = end.value
            return result


def _answers(connection: ImpatientConnection) -> bool:
    """Say whether the server answers at all; a refusal is an answer."""
    info = connection.info
    timeout = str(PROBE_SECONDS)
    address = make_conninfo(info.dsn, password=info.password, connect_timeout=timeout)
    try:
        psycopg.connect(address).close()
    except psycopg.errors.ConnectionTimeout:
        return False
    except psycopg.OperationalError:
        return True
    return True
