"""Migrations beside the work that goes on: none of their statements waits long for a lock.

A statement that works long says every `PROGRESS_SECONDS` how far it is, as PostgreSQL tells it.

Who waits for a lock on a table holds off all others that want the table, readers too. So a
migration gives up after `LOCK_MILLISECONDS` and tries again later, until `RETRY_SECONDS` are over.
"""

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db import OperationalError, connection, transaction

from foundation.records.statements import fetch_row, fetch_rows, run_statement

LOCK_MILLISECONDS = 100
RETRY_SECONDS = 600.0
PAUSE_SECONDS = 1.0  # on average
PROGRESS_SECONDS = 10.0

_WAIT_SHORTLY = f"SET lock_timeout = '{LOCK_MILLISECONDS}ms'"
_WAIT = "SET lock_timeout = 0"
# An index counts transactions it waits for in one phase, tuples in another, blocks in a third.
_PROGRESS = r"""
SELECT round(extract(epoch FROM clock_timestamp() - a.query_start)) || ' s: '
    || left(regexp_replace(a.query, '\s+', ' ', 'g'), 80)
    || coalesce(': ' || p.phase, '')
    || coalesce(', ' || coalesce(
        100 * p.lockers_done / nullif(p.lockers_total, 0),
        100 * p.tuples_done / nullif(p.tuples_total, 0),
        100 * p.blocks_done / nullif(p.blocks_total, 0)) || ' %%', '')
FROM pg_stat_activity a LEFT JOIN pg_stat_progress_create_index p USING (pid)
WHERE a.pid = %s AND a.state = 'active'
    AND clock_timestamp() - a.query_start > make_interval(secs => %s)
"""


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
            run_statement(_WAIT)
            try:
                return execute(sql, params, many, context)
            finally:
                run_statement(_WAIT_SHORTLY)
        if not transaction.get_autocommit():
            return execute(sql, params, many, context)
        done: list[Any] = []
        repeat_while_locked(lambda: done.append(execute(sql, params, many, context)), say)
        return done[0]

    run_statement(_WAIT_SHORTLY)
    with connection.execute_wrapper(run):
        yield
    run_statement("RESET lock_timeout")


@contextmanager
def telling_progress(say: Callable[[str], None]) -> Iterator[None]:
    """Say of each statement of the block that works long how long, and how much of it is done.

    Nothing is said behind a pooler by transaction, where the server's process is not known.
    """
    [pid] = fetch_row("SELECT pg_backend_pid()")
    has_ended = threading.Event()

    def watch() -> None:
        try:
            while not has_ended.wait(PROGRESS_SECONDS):
                for (line,) in fetch_rows(_PROGRESS, [pid, PROGRESS_SECONDS / 2]):
                    say(line)
        finally:
            connection.close()  # this thread's own

    watcher = threading.Thread(target=watch, name="progress", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        has_ended.set()
        watcher.join()


def _is_locked(error: OperationalError) -> bool:
    return isinstance(error.__cause__, psycopg.errors.LockNotAvailable)


def _pause() -> None:
    # Not `until a table is free`: nothing tells when that is.
    time.sleep(PAUSE_SECONDS * (0.5 + random.random()))
