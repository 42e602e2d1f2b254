"""A steady load of photos and activities, and how long nothing of it was finished."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Any

import psycopg

from tools.bench.activities.sources import Body, publish_events, send_callbacks
from tools.bench.cluster.cluster import Cluster
from tools.bench.cluster.hosts import ADDRESSES, CALLERS
from tools.bench.publishing import Published, publish

SENDERS = 4
LOOK_SECONDS = 0.25
# A host that is cut off while it is asked never answers.
SOON_GIVEN_UP = "keepalives_idle=2&keepalives_interval=2&keepalives_count=2&tcp_user_timeout=8000"
_SETTLED = "SELECT count(*) FROM activities_activity WHERE state <> 'Created'"


class Paced(SimpleQueue[Any]):
    """Gives its items one by one, evenly over some seconds; a late one is given at once."""

    def __init__(self, items: Sequence[Any], seconds: float) -> None:
        self._pause = seconds / max(1, len(items))
        self._began = time.monotonic()
        self._given, self._lock = 0, Lock()
        for item in items:
            self.put(item)

    def get_nowait(self) -> Any:
        """Return the next item when its time has come.

        :raises Empty: all are given.
        """
        with self._lock:
            item = super().get_nowait()
            due = self._began + self._given * self._pause
            self._given += 1
        time.sleep(max(0.0, due - time.monotonic()))
        return item


@dataclass(slots=True, kw_only=True)
class Watch:
    """Notes when photos and activities were finished, and how long none was."""

    cluster: Cluster
    finished: dict[str, int] = field(default_factory=lambda: {"photos": 0, "activities": 0})
    longest: dict[str, float] = field(default_factory=dict)
    _last: dict[str, float] = field(default_factory=dict)
    _since: float | None = None
    # Kept: over slow lines, to connect takes seconds, and fails now and then.
    _database: "psycopg.Connection | None" = None

    def begin(self) -> None:
        """Count from now on, at the moment of the strike."""
        self._since = time.monotonic()
        self.longest = dict.fromkeys(self.finished, 0.0)
        self._last = dict.fromkeys(self.finished, self._since)

    def end(self) -> Mapping[str, float]:
        """Return the longest time without a finished one since `begin`, by kind."""
        self._note(time.monotonic())
        self._since = None
        return self.longest

    def look(self) -> None:
        """Read both counts; where a server does not answer, nothing is finished as far as seen."""
        counts = self.cluster.sandbox.photo_service_counts()
        seen = {"photos": min(counts.persons, counts.tags), "activities": self._settled()}
        now = time.monotonic()
        self._note(now, {kind for kind, count in seen.items() if count > self.finished[kind]})
        for kind, count in seen.items():
            self.finished[kind] = max(self.finished[kind], count)

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Look again and again until the block ends."""
        stop = Event()

        def look_on() -> None:
            while not stop.wait(LOOK_SECONDS):
                self.look()

        thread = Thread(target=look_on, daemon=True)
        thread.start()
        try:
            yield
        finally:
            stop.set()
            thread.join()

    def _note(self, now: float, moved: frozenset[str] | set[str] = frozenset()) -> None:
        if self._since is None:
            return
        for kind in self.finished:
            self.longest[kind] = max(self.longest[kind], now - self._last[kind])
            if kind in moved:
                self._last[kind] = now

    def _settled(self) -> int:
        hosts = ",".join(f"{ADDRESSES[name]}:5432" for name in ("one", "two"))
        options = f"target_session_attrs=read-write&{SOON_GIVEN_UP}"
        url = f"{self.cluster.direct}@{hosts}/finishline?{options}"
        try:
            if self._database is None:
                self._database = psycopg.connect(url, connect_timeout=4, autocommit=True)
            row = self._database.execute(_SETTLED).fetchone()
        except psycopg.Error:
            if self._database is not None:
                self._database.close()
            self._database = None
            return 0
        return int(row[0]) if row else 0


@contextmanager
def sending(
    photos: Sequence[Published], activities: Sequence[Body], token: str, seconds: float
) -> Iterator[Callable[[], bool]]:
    """Send all of it evenly; yields whether all is sent. Half of the activities are events.

    :raises Exception: what a sender did not expect, at the end of the block.
    """
    stop = Event()
    albums, callbacks, events = (
        Paced(items, seconds) for items in (photos, activities[::2], activities[1::2])
    )
    with ThreadPoolExecutor(3 * SENDERS) as threads:
        busy = []
        for _ in range(SENDERS):
            busy.append(threads.submit(_publish_photos, albums, stop))
            busy.append(threads.submit(send_callbacks, callbacks, token, stop, CALLERS))
            busy.append(threads.submit(publish_events, events, stop))
        try:
            yield lambda: all(one.done() for one in busy)
        finally:
            stop.set()
    for one in busy:
        one.result()


def _publish_photos(waiting: Paced, stop: Event) -> None:
    while not stop.is_set():
        try:
            photo = waiting.get_nowait()
        except Empty:
            return
        publish([photo], meanwhile=lambda: time.sleep(0.2))
