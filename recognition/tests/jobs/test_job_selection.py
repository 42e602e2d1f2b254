"""Which photos a job takes, what it makes of them, and at what cost."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import product
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction
from django.utils import timezone

from foundation.records.tests.scans import Reads, explained
from recognition.jobs.progress import job_progress
from recognition.jobs.selecting import count_photos_to_process, next_photo_ids
from recognition.models import (
    Album,
    JobMode,
    NumberSource,
    Photo,
    PhotoNumber,
    PhotoPerson,
    Strategy,
)
from recognition.tests.calls.processes import run_jobs
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory, PhotoFactory
from recognition.tests.job_factories import start
from tools.bench.many_photos import analyse, new_album

SCHEDULED, CHANGED, AGAIN, FORCE, OVERWRITE = JobMode
LATER = timedelta(hours=1)

# What a photo is, and what becomes of it in each mode: `-` untouched, `noted` as recognised but not
# taken, `due` asked about now, `waits` for what it waited for, `rests`: brought up to date, with
# nothing to be done.
TABLE = """
stranded          | due | due   | due   | due | due
planned           | -   | due   | due   | due | due
awaits a callback | -   | waits | due   | due | due
overdue callback  | -   | waits | due   | due | due
awaits a tagator  | -   | waits | due   | due | due
attempts used up  | due | due   | due   | due | due
failed for good   | -   | due   | due   | due | due
task withdrawn    | -   | due   | due   | due | due
has tags          | -   | noted | noted | due | due
recognised        | -   | -     | -     | due | due
corrected         | -   | -     | -     | -   | due
deleted           | -   | -     | -     | - | -
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
        "corrected": {"state": "Processed", "number_recognized": True, "numbers_corrected_on": now},
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
    """Return what became of the photo, in the table's words."""
    known = photo.number_recognized
    photo.refresh_from_db()
    if photo.version == before:
        return "-"
    if photo.state == "Processed" and photo.number_recognized and not known:
        return "noted"
    if photo.numbers_next_attempt_on and photo.callback_due_on is None:
        return "due"
    return "waits" if photo.callback_due_on or photo.tagging_task_id else "rests"


@pytest.mark.usefixtures("transactional_db", "peers")
@pytest.mark.parametrize("column", range(5), ids=[str(mode) for mode in JobMode])
@pytest.mark.parametrize("line", TABLE.strip().splitlines())
def test_a_job_takes_what_the_table_says(line: str, column: int) -> None:
    what, *expected = [cell.strip() for cell in line.split("|")]
    album = AlbumFactory.create(strategy=Strategy.NUMBER_THEN_MANUAL)
    photo = photo_that(what, album)
    job = start(album, list(JobMode)[column])

    run_jobs()

    assert became(photo, before=1) == expected[column]
    job.refresh_from_db()
    assert job_progress(job).selected == (expected[column] not in ("-", "noted"))


def imported(album: Album, count: int, **fields: object) -> list[Photo]:
    """Import photos with a person and a tag each; say nothing of their being recognised."""
    photos = PhotoFactory.create_batch(count, album=album, state="Processed", **fields)
    PhotoPerson.objects.bulk_create(PhotoPerson(photo=photo, person_id="p1") for photo in photos)
    PhotoNumber.objects.bulk_create(
        PhotoNumber(photo=photo, value="7", source=NumberSource.PROVIDER) for photo in photos
    )
    return photos


def selected(album: Album) -> int:
    """Return how many photos a job would look at."""
    with transaction.atomic():
        return len(next_photo_ids(album, JobMode.AGAIN, None, timezone.now(), 100))


def number_album() -> Album:
    return AlbumFactory.create(strategy=Strategy.NUMBER_THEN_MANUAL)


def face_album() -> Album:
    space = AccountSpaceFactory.create()
    return AlbumFactory.create(strategy=Strategy.DISABLED, face_space=space)


def album_of_both() -> Album:
    return AlbumFactory.create(strategy=Strategy.FACE_NUMBER)


@pytest.mark.usefixtures("transactional_db", "peers")
@pytest.mark.parametrize("new_album", [number_album, face_album, album_of_both])
@pytest.mark.parametrize("mode", [JobMode.CHANGED, JobMode.AGAIN])
def test_imported_results_are_looked_at_once_and_not_taken(new_album, mode):
    album = new_album()
    imported(album, 3)
    assert selected(album) == 3

    job = start(album, mode)
    run_jobs()

    assert selected(album) == job_progress(job).selected == 0
    flags = ("state", "face_recognized", "number_recognized", "version")
    assert set(Photo.objects.values_list(*flags)) == {("Processed", True, True, 2)}


@pytest.mark.usefixtures("transactional_db", "peers")
def test_the_announced_count_is_what_the_job_then_takes() -> None:
    album = AlbumFactory.create(strategy=Strategy.NUMBER_THEN_MANUAL)
    for line in TABLE.strip().splitlines():
        photo_that(line.partition("|")[0].strip(), album)
    PhotoFactory.create(number_recognized=True)

    for mode, taken in ((AGAIN, 8), (FORCE, 10), (OVERWRITE, 11)):
        assert count_photos_to_process(album, mode) == taken
        job = start(album, mode)
        run_jobs()
        assert job_progress(job).selected == taken


PART = 100
EACH = 150


@pytest.fixture
def _many_photos(transactional_db: None) -> Iterator[None]:
    """Remove them at once."""
    yield
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE recognition_photo CASCADE")


def kinds() -> list[dict[str, Any]]:
    """Return what photos are besides new and done; of each kind there are more than a part."""
    later = timezone.now() + timedelta(hours=1)
    return [
        {"face_recognized": False},
        {"number_recognized": False},
        {"face_recognized": False, "number_recognized": False},
        {"state": "AwaitingCallback", "callback_due_on": later, "numbers_next_attempt_on": later},
        {"state": "AwaitingTagging", "tagging_task_id": uuid4(), "number_recognized": False},
        {"state": "Deleted", "number_recognized": False},
    ]


def mixed_album(**settings: Any) -> Album:
    """Return an album of 5,000 photos, some of each kind spread among many that are done."""
    album_id = new_album(photos=5_000, unrecognised=EACH, **settings)
    done = Photo.objects.filter(album=album_id, state="Processed").order_by("pk")
    ids = list(done.values_list("pk", flat=True))
    for first, kind in enumerate(kinds()):
        Photo.objects.filter(pk__in=ids[first :: len(ids) // EACH][:EACH]).update(**kind)
    return Album.objects.with_settings().get(pk=album_id)


def reads_of(album: Album, mode: JobMode, after: UUID | None = None) -> Reads:
    """Return what the selection of a whole part read."""
    with explained("recognition_photo") as reads, transaction.atomic():
        found = next_photo_ids(album, mode, after, timezone.now(), PART)
    assert len(found) == PART
    return reads[0]


@pytest.mark.usefixtures("_many_photos")
def test_a_selection_reads_hardly_more_rows_than_it_finds(subtests: pytest.Subtests) -> None:
    album, space = mixed_album(), AccountSpaceFactory.create()
    analyse()

    for strategy, used in product(Strategy, (None, space)):
        album.store(strategy=strategy, face_account=used and used.account, face_space=used)
        with subtests.test(strategy=strategy, with_faces=bool(used)):
            settings = Album.objects.with_settings().get(pk=album.pk)
            reads = {mode: reads_of(settings, mode) for mode in JobMode}

            # Ids are random: now and then the index of a condition that is nearly the same is
            # cheaper. It has some hundred rows, the album 5,000.
            rows = {mode: read.heap_rows for mode, read in reads.items()}
            assert {mode: each for mode, each in rows.items() if each >= 3 * PART} == {}
            assert all(len(read.scans) == 1 and read.by_index() for read in reads.values()), reads


@pytest.mark.usefixtures("_many_photos")
def test_a_selection_finds_reopened_photos_by_their_own_index() -> None:
    album = mixed_album(strategy=Strategy.NUMBER)
    done = Photo.objects.filter(
        album=album, state="Processed", number_recognized=True, face_recognized=True
    )
    reopened = list(done.order_by("pk").values_list("pk", flat=True)[:3])
    Photo.objects.filter(pk__in=reopened).update(tagging_task_id=uuid4())
    analyse()

    with explained("recognition_photo") as reads, transaction.atomic():
        found = next_photo_ids(album, JobMode.CHANGED, None, timezone.now(), 10_000)

    assert set(reopened) < set(found)
    assert found == sorted(found)
    assert (reads[1].heap_rows, reads[1].by_index()) == (3, True)
