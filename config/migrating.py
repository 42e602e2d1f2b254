"""Migrations beside the work that goes on: none of their statements waits long for a lock.

Who waits for a lock on a table holds off all others that want the table, readers too. So a
migration gives up after `LOCK_MILLISECONDS` and tries again later, until `RETRY_SECONDS` are over.
"""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db import OperationalError, connection, transaction

LOCK_MILLISECONDS = 100
RETRY_SECONDS = 600.0
PAUSE_SECONDS = 1.0  # on average

_WAIT_SHORTLY = f"SET lock_timeout = '{LOCK_MILLISECONDS}ms'"
_WAIT = "SET lock_timeout = 0"


def repeat_while_locked(act: Callable[[], object], say: Callable[[str], None]) -> None:
    """Do something with the database again and again until it gets its locks.

    :raises OperationalError: it did not get them in `RETRY_SECONDS`.
    """
    until = time.monotonic() + RETRY_SECONDS
    while True:
        try:
            act()
        except OperationalError as error:
            if not _is_locked(error) or time.monotonic() > until:
                raise
        else:
            return
        say("A table is in use; trying again.")
        _pause()


@contextmanager
def short_locks(say: Callable[[str], None]) -> Iterator[None]:
    """Let no statement of the block wait long for a lock.

    Outside a transaction the statement alone is repeated. One that works CONCURRENTLY may wait: it
    waits for transactions, blocking no other.
    """

    def run(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if "CONCURRENTLY" in sql.upper():
            _do(_WAIT)
            try:
                return execute(sql, params, many, context)
            finally:
                _do(_WAIT_SHORTLY)
        if not transaction.get_autocommit():
            return execute(sql, params, many, context)
        done: list[Any] = []
        repeat_while_locked(lambda: done.append(execute(sql, params, many, context)), say)
        return done[0]

    _do(_WAIT_SHORTLY)
    with connection.execute_wrapper(run):
        yield
    _do("RESET lock_timeout")


def _do(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def _is_locked(error: OperationalError) -> bool:
    return isinstance(error.__cause__, psycopg.errors.LockNotAvailable)


def _pause() -> None:
    # Not `until a table is free`: nothing tells when that is.
    time.sleep(PAUSE_SECONDS * (0.5 + random.random()))
