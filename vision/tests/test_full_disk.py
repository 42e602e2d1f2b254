"""What vision does while the disk of its queue is full: SQLite's own error, by a limit of pages."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from structlog.testing import capture_logs

from vision import work
from vision.metrics import Metrics
from vision.queue import Job, Queue, Step
from vision.requests import RecognitionRequest, RecognitionType
from vision.settings import Settings
from vision.work import Failed, GiveUp, TryAgain, Work

REQUEST = RecognitionRequest(
    name="photo;album",
    type=RecognitionType.NUMBER,
    image_url="http://images.example/1.jpg",
    callback_url="http://web.example/callback",
)
LONG = "x" * 1_000_000


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    with closing(Queue(tmp_path / "queue.sqlite3", limit=3)) as opened:
        yield opened


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


@pytest.fixture
def pauses(queue: Queue, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return after how many failures the worker paused; it does not wait.

    At the third pause the disk has room again.
    """
    paused: list[int] = []

    def pause(attempts: int, *, longest: float) -> float:
        del longest
        paused.append(attempts)
        if len(paused) == 3:
            limit_pages(queue, 1_000_000)
        return 0.0

    monkeypatch.setattr(work, "pause", pause)
    return paused


def fill(queue: Queue) -> None:
    """Let the file grow no more: small changes fit into the pages that it has, long ones do not."""
    with queue._changing() as connection:
        [(pages,)] = connection.execute("PRAGMA page_count").fetchall()
    limit_pages(queue, pages)


def limit_pages(queue: Queue, count: int) -> None:
    with queue._changing() as connection:
        connection.execute(f"PRAGMA max_page_count = {count}").fetchall()


def worker_of(queue: Queue, metrics: Metrics) -> Work:
    """Return work whose recogniser gives long answers."""
    working = Work(Settings(), queue, SimpleNamespace(answer=answer), metrics)  # type: ignore[arg-type]
    working._fetch = fetch  # type: ignore[method-assign, assignment]
    working._callbacks = SimpleNamespace(close=fetch)  # type: ignore[assignment]
    return working


async def run(working: Work, until: Callable[[], bool]) -> None:
    """Let one worker recognise until a condition is true."""
    worker = asyncio.create_task(working._worker(Step.RECOGNISE, working._recognise))
    working._workers = [worker]
    async with asyncio.timeout(60):
        while not until():
            await asyncio.sleep(0.01)
        await working.stop()


async def fetch(*_: object) -> bytes:
    return b""


async def answer(*_: object) -> SimpleNamespace:
    return SimpleNamespace(persons=[], tags=[LONG], regions=[], seconds=0.1, note="")


def taken(queue: Queue, step: Step) -> Job:
    job = queue.take(step)
    assert job is not None
    return job


def failed(metrics: Metrics) -> float:
    return sum(float(metrics.failed.labels(step)._value.get()) for step in Step)


def test_nothing_is_given_up_and_the_answer_follows(queue, metrics, pauses):
    queue.add("a", REQUEST)
    fill(queue)

    with capture_logs() as lines:
        asyncio.run(run(worker_of(queue, metrics), lambda: queue.count(Step.DELIVER) == 1))

    assert LONG in str(taken(queue, Step.DELIVER).answer)
    assert failed(metrics) == 0
    assert [line["event"] for line in lines] == [*["queue_failed"] * 3, "image_recognised"]


def test_pauses_grow_with_failures_in_a_row(queue, metrics, pauses, monkeypatch):
    def recognised(job: Job, answer: str) -> None:
        Queue.recognised(queue, job, answer)
        fill(queue)

    monkeypatch.setattr(queue, "recognised", recognised)
    queue.add("a", REQUEST)
    queue.add("b", REQUEST)
    fill(queue)

    asyncio.run(run(worker_of(queue, metrics), lambda: len(pauses) >= 5))

    assert pauses[:5] == [0, 1, 2, 0, 1]


def test_a_worker_that_pauses_does_not_hold_up_the_end(queue, metrics, monkeypatch):
    paused: list[float] = []

    def pause(*_: object, **__: object) -> float:
        paused.append(1)
        return 3000.0

    monkeypatch.setattr(work, "pause", pause)
    queue.add("a", REQUEST)
    fill(queue)

    asyncio.run(run(worker_of(queue, metrics), lambda: bool(paused)))


@pytest.mark.parametrize(
    "error", [Failed("unforeseen"), GiveUp("refused"), TryAgain("away", attempts=1)]
)
@pytest.mark.parametrize("step", [Step.RECOGNISE, Step.DELIVER])
def test_what_cannot_be_stored_as_given_up_does_not_count_as_such(queue, metrics, step, error):
    queue.add("a", REQUEST)
    job = taken(queue, Step.RECOGNISE)
    queue._connection.execute("PRAGMA query_only = ON")
    working = worker_of(queue, metrics)

    async def do(_: object) -> None:
        raise error

    with pytest.raises(sqlite3.OperationalError), capture_logs() as lines:
        asyncio.run(working._attempt(step, do, job))

    assert failed(metrics) == 0
    assert "request_failed" not in {line["event"] for line in lines}


def test_a_delivered_callback_does_not_become_a_failed_one(queue: Queue, metrics: Metrics) -> None:
    queue.add("a", REQUEST)
    job = taken(queue, Step.RECOGNISE)
    queue._connection.execute(
        "CREATE TRIGGER t BEFORE DELETE ON requests BEGIN INSERT INTO missing VALUES (1); END"
    )
    working = worker_of(queue, metrics)

    async def post(_: object) -> tuple[int, float]:
        return 202, 0.0

    working._post = post  # type: ignore[method-assign, assignment]
    with pytest.raises(sqlite3.OperationalError):
        asyncio.run(working._attempt(Step.DELIVER, working._deliver, job))

    assert queue.count(Step.FAILED) == 0
    assert failed(metrics) == 0
