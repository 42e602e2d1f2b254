import sqlite3
from contextlib import closing

import pytest
import structlog

from vision.tests.conftest import Start
from vision.tests.drawing import SMALL, jpeg, photo_of
from vision.tests.far_side import FarSide, Image
from vision.tests.waiting import until
from vision.work import RECOGNISING_WORKERS

pytestmark = pytest.mark.process

NUMBERS = [str(number) for number in range(101, 105)]


def offer_photos(far_side: FarSide, *numbers: str) -> None:
    for number in numbers:
        photo = photo_of({number: (300, 200)}, size=SMALL)
        far_side.images[f"{number}.jpg"] = Image(content=jpeg(photo))


def numbers_sent(far_side: FarSide) -> dict[str, str]:
    return {
        callback.request_id: callback.body["tags"][0]["value"] for callback in far_side.callbacks
    }


def test_continues_where_a_killed_server_was(start: Start, far_side):
    offer_photos(far_side, *NUMBERS)
    server = start()
    asked = {server.recognise(far_side, f"{number}.jpg"): number for number in NUMBERS}
    far_side.wait_for_callbacks(1)

    server.process.kill()
    server.process.wait()
    start()

    until(lambda: numbers_sent(far_side) == asked, "every photo has its callback", seconds=60)


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


@pytest.mark.usefixtures("_logs_as_before")
def test_says_in_one_line_why_it_does_not_start(capfd):
    from vision.__main__ import main

    assert main(["--port", "1", "--host", "203.0.113.1"]) == 2
    lines = [line for line in capfd.readouterr().err.splitlines() if line.startswith("vision: ")]
    assert len(lines) == 1
