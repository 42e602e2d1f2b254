"""Connections that notice that PostgreSQL hangs: that it neither answers nor refuses.

The kernel still acknowledges the packets of a stopped server, so neither keepalives nor
`tcp_user_timeout` end the wait, and libpq has no timeout for a statement.
"""

import time
from collections.abc import Generator
from typing import Any, TypeVar

import psycopg
from psycopg.conninfo import make_conninfo

R = TypeVar("R")

ASK_SECONDS = 1.0  # until the server is asked whether it answers, and between two such questions
ANSWER_SECONDS = 2  # for its answer; libpq takes no less


class DatabaseHangs(psycopg.OperationalError):
    """The database did not answer, also not on a new connection."""


class WatchedConnection(psycopg.Connection[Any]):
    """A connection whose statements fail, and which is closed, where the server hangs.

    A statement may take its time: each second a new connection asks whether the server answers.
    """

    def wait(self, gen: Generator[Any, Any, R], *args: Any, **options: Any) -> R:
        """Wait as psycopg does (undocumented), which resumes the generator ten times a second."""
        return super().wait(self._watched(gen), *args, **options)

    def _watched(self, gen: Generator[Any, Any, R]) -> Generator[Any, Any, R]:
        ask_on = time.monotonic() + ASK_SECONDS
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if not ready and time.monotonic() >= ask_on:
                    if not self._answers():
                        self.close()
                        raise DatabaseHangs("the database does not answer")
                    ask_on = time.monotonic() + ASK_SECONDS
                wanted = gen.send(ready)
        except StopIteration as end:
            result: R = end.value
            return result

    def _answers(self) -> bool:
        """Return whether the server answers a new connection; a refusal is an answer."""
        address = make_conninfo(
            self.info.dsn, password=self.info.password, connect_timeout=str(ANSWER_SECONDS)
        )
        try:
            psycopg.connect(address).close()
        except psycopg.errors.ConnectionTimeout:
            return False
        except psycopg.OperationalError:
            return True
        return True
