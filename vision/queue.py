"""The queue of accepted requests, in a file: neither kill -9 nor a restart loses one.

A request waits to be recognised, then to be delivered, and then it is deleted. If it cannot be
recognised or delivered, it stays as failed, with the reason, for some days.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from threading import Lock

from vision.numbers.formats import NumberFormat
from vision.requests import RecognitionRequest, RecognitionType

TABLES = """
CREATE TABLE IF NOT EXISTS requests (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    image_url TEXT NOT NULL,
    callback_url TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    due REAL NOT NULL,
    changed REAL NOT NULL,
    answer TEXT,
    reason TEXT
);
CREATE INDEX IF NOT EXISTS requests_state_due ON requests (state, due);
"""
# What files of earlier versions lack.
LATER_COLUMNS = {"number_format": "TEXT NOT NULL DEFAULT 'Digits'"}


class Step(StrEnum):
    """The next step of a request; `Failed`: none."""

    RECOGNISE = "Recognise"
    DELIVER = "Deliver"
    FAILED = "Failed"


class QueueFull(Exception):
    """The queue is full."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A request at a step; `attempts` counts failures at this step, `answer` is JSON."""

    id: str
    request: RecognitionRequest
    attempts: int
    answer: str | None


class Queue:
    """Keeps requests in an SQLite file. Safe to use from several threads of one process.

    Running jobs are known only to this object: after a crash they are due again.
    """

    def __init__(self, path: Path, *, limit: int) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._limit = limit
        self._lock = Lock()
        self._running: set[str] = set()
        self._connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.execute("PRAGMA secure_delete = ON")  # zeros instead of what was deleted
        self._connection.executescript(TABLES)
        _add_columns(self._connection)

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def add(self, job_id: str, request: RecognitionRequest) -> None:
        """Store a request; when this returns, it is on the disk.

        :raises QueueFull: `limit` requests wait to be recognised.
        """
        now = time.time()
        with self._changing() as connection:
            if _count(connection, Step.RECOGNISE) >= self._limit:
                raise QueueFull
            connection.execute(
                "INSERT INTO requests"
                " (id, name, type, image_url, callback_url, number_format, state, due, changed)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    job_id,
                    request.name,
                    request.type,
                    request.image_url,
                    request.callback_url,
                    request.number_format,
                    Step.RECOGNISE,
                    now,
                    now,
                ],
            )

    def take(self, step: Step) -> Job | None:
        """Start the job at a step that has been due for longest, if any."""
        query = "SELECT * FROM requests WHERE state = ? AND due <= ? ORDER BY due"
        with self._changing() as connection:
            for row in connection.execute(query, [step, time.time()]):
                if row["id"] not in self._running:
                    self._running.add(row["id"])
                    return _job(row)
        return None

    def put_back(self, job: Job) -> None:
        """Mark a job as not running; the file has its state."""
        with self._lock:
            self._running.discard(job.id)

    def recognised(self, job: Job, answer: str) -> None:
        """Store the answer; delivery is the next step."""
        self._change(
            "UPDATE requests SET state = ?, answer = ?, attempts = 0, reason = NULL,"
            " due = ?, changed = ? WHERE id = ?",
            [Step.DELIVER, answer, time.time(), time.time(), job.id],
        )

    def delivered(self, job: Job) -> None:
        self._change("DELETE FROM requests WHERE id = ?", [job.id])

    def postpone(self, job: Job, *, reason: str, seconds: float) -> None:
        """Count a failed attempt; the next one is due after a wait."""
        now = time.time()
        self._change(
            "UPDATE requests SET attempts = attempts + 1, reason = ?, due = ?, changed = ?"
            " WHERE id = ?",
            [reason, now + seconds, now, job.id],
        )

    def fail(self, job: Job, *, reason: str) -> None:
        """Mark a job as failed; it stays in the file with the reason."""
        self._change(
            "UPDATE requests SET state = ?, attempts = attempts + 1, reason = ?, changed = ?"
            " WHERE id = ?",
            [Step.FAILED, reason, time.time(), job.id],
        )

    def forget_failed(self, *, days: int) -> int:
        """Delete requests that failed more than `days` ago; return their number."""
        before = time.time() - days * 86_400
        with self._changing() as connection:
            query = "DELETE FROM requests WHERE state = ? AND changed < ?"
            return connection.execute(query, [Step.FAILED, before]).rowcount

    def forget_naming(self, text: str) -> None:
        """Delete failed requests whose answer has this text; nothing of them stays in the files."""
        with self._changing() as connection:
            query = "DELETE FROM requests WHERE state = ? AND instr(answer, ?)"
            connection.execute(query, [Step.FAILED, text])
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def seconds_to_next(self, step: Step) -> float | None:
        """Return the seconds until the next waiting job is due; None if there is none."""
        query = "SELECT id, due FROM requests WHERE state = ? ORDER BY due"
        with self._changing() as connection:
            for row in connection.execute(query, [step]):
                if row["id"] not in self._running:
                    return max(0.0, float(row["due"]) - time.time())
        return None

    def count(self, step: Step) -> int:
        with self._changing() as connection:
            return _count(connection, step)

    def _change(self, statement: str, values: list[object]) -> None:
        with self._changing() as connection:
            connection.execute(statement, values)

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._connection.row_factory = sqlite3.Row
            yield self._connection


def _add_columns(connection: sqlite3.Connection) -> None:
    there = {row[1] for row in connection.execute("PRAGMA table_info(requests)")}
    for name, definition in LATER_COLUMNS.items():
        if name not in there:
            connection.execute(f"ALTER TABLE requests ADD COLUMN {name} {definition}")


def _count(connection: sqlite3.Connection, step: Step) -> int:
    query = "SELECT count(*) FROM requests WHERE state = ?"
    return int(connection.execute(query, [step]).fetchone()[0])


def _job(row: sqlite3.Row) -> Job:
    request = RecognitionRequest(
        name=row["name"],
        type=RecognitionType(row["type"]),
        image_url=row["image_url"],
        callback_url=row["callback_url"],
        number_format=NumberFormat(row["number_format"]),
    )
    return Job(id=row["id"], request=request, attempts=row["attempts"], answer=row["answer"])
