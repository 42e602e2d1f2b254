"""Samples who waits for a lock of the database, and how long."""

from contextlib import suppress
from dataclasses import dataclass
from threading import Event, Thread

import psycopg

BETWEEN_SECONDS = 0.02

# Who builds an index CONCURRENTLY waits for transactions (`virtualxid`), and blocks no other.
_WAITING = """
SELECT lock.pid, lock.locktype, coalesce(lock.relation::regclass::text, ''),
    extract(epoch FROM clock_timestamp() - lock.waitstart)::float8, left(activity.query, 80),
    coalesce(holder.state, ''), coalesce(left(holder.query, 400), '')
FROM pg_locks lock JOIN pg_stat_activity activity USING (pid)
    LEFT JOIN pg_stat_activity holder ON holder.pid = (pg_blocking_pids(lock.pid))[1]
WHERE NOT lock.granted AND lock.waitstart IS NOT NULL AND lock.locktype <> 'virtualxid'
    AND activity.datname = current_database()
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waited:
    """The longest wait that was seen of one process for one lock, and what its holder did."""

    kind: str
    table: str
    seconds: float
    query: str
    holder: str

    def __str__(self) -> str:
        held = f"{self.seconds * 1000:.0f} ms ({self.kind} {self.table}): {self.query}"
        return f"{held}; held by {self.holder}"


class LockSampler:
    """Looks fifty times a second until it is stopped; `longest` first."""

    def __init__(self, database_url: str) -> None:
        self._url = database_url
        self._stop = Event()
        self._waited: dict[tuple[int, str, str], Waited] = {}
        self._thread = Thread(target=self._look, daemon=True)
        self._thread.start()

    def stop(self) -> list[Waited]:
        """Stop, and return the waits, the longest first."""
        self._stop.set()
        self._thread.join()
        return sorted(self._waited.values(), key=lambda each: -each.seconds)

    def _look(self) -> None:
        # Where the server is stopped before this is, the run has failed already.
        with (
            suppress(psycopg.OperationalError),
            psycopg.connect(self._url, autocommit=True) as connection,
        ):
            while not self._stop.wait(BETWEEN_SECONDS):
                for pid, kind, table, seconds, query, state, last in connection.execute(_WAITING):
                    key = (pid, kind, table)
                    if key not in self._waited or seconds > self._waited[key].seconds:
                        self._waited[key] = Waited(
                            kind=kind,
                            table=table,
                            seconds=seconds,
                            query=" ".join(query.split()),
                            holder=" ".join(f"{state}: {last}".split()),
                        )
