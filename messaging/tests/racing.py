"""Work in threads with database connections of their own, and what it waits for."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection, connections


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


def somebody_waits_for_us() -> bool:
    """Say whether another connection waits for a lock of this one."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks"
            " WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
        )
        return bool(cursor.fetchone()[0])
