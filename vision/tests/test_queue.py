"""The queue, and the server's restarts with it…"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import structlog
import time_machine

from vision.numbers.formats import NumberFormat
from vision.queue import Job, Queue, QueueFull, Step
from vision.requests import RecognitionRequest, RecognitionType
from vision.tests.conftest import Start
from vision.tests.drawing import SMALL, jpeg, photo_of
from vision.tests.far_side import FarSide, Image
from vision.tests.waiting import until
from vision.work import RECOGNISING_WORKERS

REQUEST = RecognitionRequest(
    name="photo;album",
    type=RecognitionType.FACE_NUMBER,
    image_url="http://images.example/1.jpg",
    callback_url="http://web.example/callback?token=x",
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "queue.sqlite3"


@pytest.fixture
def queue(path: Path) -> Iterator[Queue]:
    opened = Queue(path, limit=3)
    yield opened
    opened.close()


def taken(queue: Queue, step: Step = Step.RECOGNISE) -> Job:
    job = queue.take(step)
    assert job is not None
    return job


def test_gives_requests_out_in_their_order_each_once(queue):
    for name in ("a", "b"):
        queue.add(name, replace(REQUEST, name=name))

    assert [taken(queue).request.name, taken(queue).request.name] == ["a", "b"]
    assert queue.take(Step.RECOGNISE) is None


def test_has_what_was_accepted_and_the_answer_to_deliver_after_a_crash(queue, path):
    for name in ("a", "b"):
        queue.add(name, REQUEST)
    queue.recognised(taken(queue), '{"tags": []}')
    taken(queue)

    with closing(Queue(path, limit=3)) as reopened:
        assert taken(reopened) == Job(id="b", request=REQUEST, attempts=0, answer=None)
        assert reopened.take(Step.RECOGNISE) is None
        delivered = taken(reopened, Step.DELIVER)
        assert (delivered.id, delivered.answer) == ("a", '{"tags": []}')


def test_keeps_whether_numbers_have_letters(queue):
    request = replace(REQUEST, number_format=NumberFormat.LETTERS_AND_DIGITS)
    queue.add("a", request)

    assert taken(queue).request == request


def test_opens_a_file_of_the_version_before(path):
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as before:
        before.execute(
            "CREATE TABLE requests (id TEXT PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL,"
            " image_url TEXT NOT NULL, callback_url TEXT NOT NULL, state TEXT NOT NULL,"
            " attempts INTEGER NOT NULL DEFAULT 0, due REAL NOT NULL, changed REAL NOT NULL,"
            " answer TEXT, reason TEXT)"
        )
        values = ("a", "photo;album", "FACE_NUMBER", REQUEST.image_url, REQUEST.callback_url)
        before.execute(
            "INSERT INTO requests VALUES (?, ?, ?, ?, ?, 'Recognise', 0, 0, 0, NULL, NULL)", values
        )
        before.commit()

    with closing(Queue(path, limit=3)) as opened:
        assert taken(opened).request == REQUEST


def test_refuses_more_than_it_holds_and_keeps_nothing_of_it(queue):
    for name in ("a", "b", "c"):
        queue.add(name, REQUEST)

    with pytest.raises(QueueFull):
        queue.add("d", REQUEST)

    assert queue.count(Step.RECOGNISE) == 3


def test_waits_before_the_next_attempt(queue):
    queue.add("a", REQUEST)
    job = taken(queue)
    queue.postpone(job, reason="status 503", seconds=60)
    queue.put_back(job)

    assert queue.take(Step.RECOGNISE) is None
    assert queue.seconds_to_next(Step.RECOGNISE) == pytest.approx(60, abs=5)
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=61)):
        assert taken(queue).attempts == 1


def test_counts_the_attempts_of_each_step_by_itself(queue):
    queue.add("a", REQUEST)
    job = taken(queue)
    queue.postpone(job, reason="status 503", seconds=0)

    queue.recognised(job, "{}")
    queue.put_back(job)

    assert taken(queue, Step.DELIVER).attempts == 0


def test_keeps_what_failed_for_some_days(queue):
    queue.add("a", REQUEST)
    queue.fail(taken(queue), reason="unreadable")

    assert queue.forget_failed(days=14) == 0
    assert queue.count(Step.FAILED) == 1
    with time_machine.travel(datetime.now(UTC) + timedelta(days=15)):
        assert queue.forget_failed(days=14) == 1
    assert queue.count(Step.FAILED) == 0


def test_forgets_what_was_delivered(queue):
    queue.add("a", REQUEST)
    queue.delivered(taken(queue))

    assert [queue.count(step) for step in Step] == [0, 0, 0]
    assert queue.seconds_to_next(Step.DELIVER) is None


def test_forgets_failed_answers_that_name_a_person_without_a_trace(queue, path):
    for name in ("a", "b"):
        queue.add(name, REQUEST)
        job = taken(queue)
        queue.recognised(job, f'{{"persons": [{{"id": "runner-{name}"}}]}}')
        queue.fail(job, reason="callback answered 410")

    queue.forget_naming("runner-a")

    files = b"".join(each.read_bytes() for each in path.parent.iterdir())
    assert b"runner-a" not in files
    assert b"runner-b" in files


NUMBERS = [str(number) for number in range(101, 105)]


def offer_photos(far_side: FarSide, *numbers: str) -> None:
    for number in numbers:
        photo = photo_of({number: (300, 200)}, size=SMALL)
        far_side.images[f"{number}.jpg"] = Image(content=jpeg(photo))


def numbers_sent(far_side: FarSide) -> dict[str, str]:
    return {
        callback.request_id: callback.body["tags"][0]["value"] for callback in far_side.callbacks
    }


@pytest.mark.process
def test_continues_where_a_killed_server_was(start: Start, far_side):
    offer_photos(far_side, *NUMBERS)
    server = start()
    asked = {server.recognise(far_side, f"{number}.jpg"): number for number in NUMBERS}
    far_side.wait_for_callbacks(1)

    server.process.kill()
    server.process.wait()
    start()

    until(lambda: numbers_sent(far_side) == asked, "every photo has its callback", seconds=60)


@pytest.mark.process
def test_delivers_after_a_restart_what_it_could_not_before(start: Start, far_side):
    offer_photos(far_side, "101")
    far_side.answer_callbacks([503])
    server = start(VISION_LONGEST_PAUSE="3000")
    server.recognise(far_side, "101.jpg")
    far_side.wait_for_callbacks(1)
    server.process.kill()
    server.process.wait()

    start()

    assert len(far_side.wait_for_callbacks(2)) == 2
    assert far_side.fetched == ["101.jpg"]


@pytest.mark.process
def test_goes_on_when_its_queue_can_be_written_again(start: Start, far_side, tmp_path):
    numbers = [str(number) for number in range(101, 101 + RECOGNISING_WORKERS)]
    offer_photos(far_side, *numbers)
    server = start()
    with closing(sqlite3.connect(tmp_path / "queue.sqlite3")) as file:
        full = "SELECT RAISE(ABORT, 'full')"
        file.execute(f"CREATE TRIGGER t BEFORE UPDATE ON requests BEGIN {full}; END")
        asked = {server.recognise(far_side, f"{number}.jpg"): number for number in numbers}
        # The answer cannot be stored, nor that there is none: every worker meets it.
        until(lambda: server.log.read_text().count("queue_failed") >= len(numbers), "each failed")
        file.execute("DROP TRIGGER t")

    until(lambda: numbers_sent(far_side) == asked, "every photo has its callback")


@pytest.mark.process
def test_finishes_running_jobs_before_it_stops(start: Start, far_side):
    offer_photos(far_side, "101")
    server = start()
    far_side.may_answer.clear()
    server.recognise(far_side, "101.jpg")
    until(lambda: far_side.fetched == ["101.jpg"], "the image is asked for")

    server.process.terminate()
    far_side.may_answer.set()

    assert server.process.wait(timeout=60) == 0
    start()
    assert numbers_sent(far_side).keys() or far_side.wait_for_callbacks(1)
    assert far_side.fetched == ["101.jpg"]


@pytest.fixture
def _logs_as_before():
    """The server's main program sets how the whole process logs."""
    before = structlog.get_config()
    yield
    structlog.configure(**before)


@pytest.mark.process
@pytest.mark.usefixtures("_logs_as_before")
def test_says_in_one_line_why_it_does_not_start(capfd):
    from vision.__main__ import main

    assert main(["--port", "1", "--host", "203.0.113.1"]) == 2
    lines = [line for line in capfd.readouterr().err.splitlines() if line.startswith("vision: ")]
    assert len(lines) == 1
