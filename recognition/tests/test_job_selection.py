"""Which photos a job takes, what it makes of them, and at what cost."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.utils import timezone

from bench.many_photos import analyse, new_album
from messaging.models import OutboxMessage
from recognition.commands.albums import change_album_recognition_settings
from recognition.models import (
    Album,
    AlbumPhotosProcessingJob,
    JobMode,
    NumberSource,
    Photo,
    PhotoNumber,
    PhotoPerson,
    RecognitionState,
    Strategy,
)
from recognition.progress import job_progress
from recognition.selection import count_photos_to_process, selection_of
from recognition.tests.album_changes import change, settings_of, switch
from recognition.tests.driving import run_jobs
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory, PhotoFactory
from recognition.tests.jobs_played import start
from recognition.tests.statements import counted
from sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db", "peers")

SCHEDULED, CHANGED, AGAIN, FORCE = JobMode
LATER = timedelta(hours=1)

# What a photo is, and what becomes of it in each mode: `-` untouched, `due` asked about now,
# `waits` for what it waited for, `rests`: brought up to date, with nothing to be done.
TABLE = """
stranded          | due | due   | due | due
planned           | -   | due   | due | due
awaits a callback | -   | waits | due | due
overdue callback  | -   | waits | due | due
awaits a tagator  | -   | waits | due | due
attempts used up  | due | due   | due | due
failed for good   | -   | due   | due | due
task withdrawn    | -   | due   | due | due
has tags          | -   | -     | -   | due
recognised        | -   | -     | -   | due
deleted           | -   | -     | -   | -
"""


def photo_that(what: str, album: Album) -> Photo:
    """Return a photo of a NumberThenManual album without a face provider."""
    now = timezone.now()
    long_ago = now - timedelta(days=2)
    fields: dict[str, dict[str, Any]] = {
        "stranded": {},
        "planned": {"numbers_next_attempt_on": now + LATER, "number_attempts": 1},
        "awaits a callback": waiting_until(now + LATER),
        "overdue callback": waiting_until(now - LATER),
        "awaits a tagator": {"state": "AwaitingTagging", "tagging_task_id": uuid4()},
        "attempts used up": failed(8, long_ago),
        "failed for good": failed(1, long_ago),
        "task withdrawn": failed(1, long_ago),
        "has tags": {"state": "Processed"},
        "recognised": {"state": "Processed", "number_recognized": True},
        "deleted": {"state": "Deleted"},
    }
    photo = PhotoFactory.create(album=album, **fields[what])
    if what == "has tags":
        PhotoNumber.objects.create(photo=photo, value="7", source=NumberSource.PROVIDER)
    return photo


def waiting_until(moment: datetime) -> dict[str, Any]:
    return {
        "state": "AwaitingCallback",
        "callback_due_on": moment,
        "numbers_next_attempt_on": moment,
    }


def failed(attempts: int, when: datetime) -> dict[str, Any]:
    return {
        "state": "Failed",
        "number_failure": "It broke.",
        "number_attempts": attempts,
        "updated_on": when,
    }


def became(photo: Photo, before: int) -> str:
    """Say in the table's words what became of the photo."""
    photo.refresh_from_db()
    if photo.version == before:
        return "-"
    if photo.numbers_next_attempt_on and photo.callback_due_on is None:
        return "due"
    return "waits" if photo.callback_due_on or photo.tagging_task_id else "rests"


@pytest.mark.parametrize("column", range(4), ids=[str(mode) for mode in JobMode])
@pytest.mark.parametrize("line", TABLE.strip().splitlines())
def test_a_job_takes_what_the_table_says(line: str, column: int) -> None:
    what, *expected = [cell.strip() for cell in line.split("|")]
    album = AlbumFactory.create(strategy=Strategy.NUMBER_THEN_MANUAL)
    photo = photo_that(what, album)
    job = start(album, list(JobMode)[column])

    run_jobs()

    assert became(photo, before=1) == expected[column]
    job.refresh_from_db()
    assert job_progress(job).selected == (expected[column] != "-")


@pytest.mark.parametrize("mode", [AGAIN, FORCE])
def test_an_explicit_job_takes_back_the_open_task_before_it_asks_again(mode: JobMode) -> None:
    album = AlbumFactory.create(strategy=Strategy.MANUAL)
    photo = photo_that("awaits a tagator", album)

    start(album, mode)
    run_jobs()

    told = OutboxMessage.objects.get()
    assert told.attributes["path"] == f"/api/v1/photos/{photo.pk}/tasks/cancel"
    assert became(photo, before=1) == "due"


def test_the_announced_count_is_what_the_job_then_takes() -> None:
    album = AlbumFactory.create(strategy=Strategy.NUMBER_THEN_MANUAL)
    for line in TABLE.strip().splitlines():
        photo_that(line.partition("|")[0].strip(), album)
    PhotoFactory.create(number_recognized=True)

    for mode, taken in ((AGAIN, 8), (FORCE, 10)):
        assert count_photos_to_process(album, mode) == taken
        job = start(album, mode)
        run_jobs()
        assert job_progress(job).selected == taken


def test_persons_that_are_there_count_as_recognised() -> None:
    space = AccountSpaceFactory.create()
    album = AlbumFactory.create(face_account=space.account, face_space=space)
    known, unknown = (PhotoFactory.create(album=album) for _ in range(2))
    PhotoPerson.objects.create(photo=known, person_id="p1")

    start(album)
    run_jobs()

    known.refresh_from_db()
    unknown.refresh_from_db()
    assert (known.face_recognized, known.faces_next_attempt_on) == (True, None)
    assert known.numbers_next_attempt_on is not None
    assert unknown.faces_next_attempt_on is not None


def test_switching_off_and_on_is_a_change() -> None:
    album = AlbumFactory.create()
    photo = photo_that("planned", album)

    switch(album, RecognitionState.OFF)
    assert became(photo, before=1) == "rests"
    assert photo.reason_description == "Recognition is off for the album."
    switch(album, RecognitionState.ON)

    assert became(photo, before=2) == "due"


# From each strategy to each other: which photos of an album without a face provider are touched,
# of five processed under the first (with its flags) and two new ones.
SWITCHES = {
    (before, after): 7
    if after is Strategy.FACE_NUMBER or (before is Strategy.DISABLED and after != before)
    else 2
    for before in Strategy
    for after in Strategy
}
SWITCHES |= {(Strategy.FACE_NUMBER, after): 2 for after in Strategy}


@pytest.mark.parametrize(("before", "after"), list(SWITCHES))
def test_a_switch_of_strategies_touches_what_it_matters_to(
    before: Strategy, after: Strategy
) -> None:
    album = AlbumFactory.create(strategy=before)
    flags = {
        "number_recognized": before is not Strategy.DISABLED,
        "face_recognized": before is Strategy.FACE_NUMBER,
    }
    for _ in range(5):
        PhotoFactory.create(album=album, state="Processed", **flags)
    for _ in range(2):
        PhotoFactory.create(album=album)

    change(album, after)

    assert Photo.objects.filter(version=2).count() == SWITCHES[before, after]
    due = Photo.objects.exclude(numbers_next_attempt_on=None).count()
    assert due == (0 if after is Strategy.DISABLED else SWITCHES[before, after])


@pytest.fixture
def _many_photos(transactional_db: None) -> Iterator[None]:
    """Remove them at once: a hundred thousand rows are slow to delete."""
    yield
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE recognition_photo CASCADE")


@pytest.mark.usefixtures("_many_photos")
def test_a_change_in_an_album_of_100000_is_one_short_transaction_and_touches_500() -> None:
    album_id = new_album(photos=100_000, unrecognised=500, strategy=Strategy.NUMBER)
    analyse()

    with counted() as statements:
        change_album_recognition_settings(settings_of(album_id, Strategy.NUMBER_THEN_MANUAL))

    assert len(statements.sent) <= 4, str(statements)
    assert [edge for edge in statements.edges if edge] == ["BEGIN", "COMMIT"]
    assert not Photo.objects.filter(version__gt=1).exists()
    run_jobs()
    assert Photo.objects.filter(version=2).count() == 500
    assert job_progress(AlbumPhotosProcessingJob.objects.get()).selected == 500


@pytest.mark.usefixtures("_many_photos")
@pytest.mark.parametrize("mode", [SCHEDULED, CHANGED, AGAIN])
def test_the_photos_are_found_by_partial_indexes(mode: JobMode) -> None:
    album_id = new_album(photos=20_000, unrecognised=50, strategy=Strategy.FACE_NUMBER)
    analyse()
    album = Album.objects.with_settings().get(pk=album_id)

    with connection.cursor() as cursor:
        sql, params = selection_of(
            album, mode, UUID(int=0), timezone.now(), 100
        ).query.sql_with_params()
        cursor.execute(f"EXPLAIN (ANALYZE, TIMING OFF) {sql}", params)
        plan = "\n".join(line for (line,) in cursor.fetchall())

    assert "Seq Scan" not in plan, plan
    assert "photo_of_album" not in plan, plan
    assert "rows=20000" not in plan, plan


def test_other_services_hear_nothing_of_photos_that_are_made_due(peers: SandboxClient) -> None:
    album = AlbumFactory.create()
    photo_that("attempts used up", album)

    start(album)
    run_jobs()

    assert not OutboxMessage.objects.exists()
