"""A switch of strategies: which photos it touches, and at what cost."""

from collections.abc import Iterator

import pytest
from django.db import connection

from recognition.commands.albums.settings import change_album_recognition_settings
from recognition.models import AlbumPhotosProcessingJob, Photo, Strategy
from recognition.queries.jobs.progress import job_progress
from recognition.tests.album_changes import change, settings_of
from recognition.tests.calls.processes import run_jobs
from recognition.tests.factories import AlbumFactory, PhotoFactory
from recognition.tests.statements import counted
from tools.bench.many_photos import analyse, new_album

pytestmark = pytest.mark.usefixtures("transactional_db", "peers")


# From each strategy to each other: which photos of an album without a face provider are touched,
# of five processed under the first (with its flags) and two new ones.
SWITCHES = {
    (before, after): 7 if Strategy.FACE_NUMBER is after or before is Strategy.DISABLED else 2
    for before in Strategy
    for after in Strategy
}
SWITCHES |= {(Strategy.FACE_NUMBER, after): 2 for after in Strategy}
SWITCHES |= {(same, same): 0 for same in Strategy}  # nothing changes


@pytest.mark.parametrize(("before", "after"), list(SWITCHES))
def test_a_switch_of_strategies_touches_what_it_matters_to(before, after):
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
    """Remove them at once: so many rows are slow to delete."""
    yield
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE recognition_photo CASCADE")


@pytest.mark.usefixtures("_many_photos")
def test_a_change_in_an_album_of_20000_is_one_short_transaction_and_touches_500() -> None:
    album_id = new_album(photos=20_000, unrecognised=500, strategy=Strategy.NUMBER)
    analyse()

    with counted() as statements:
        change_album_recognition_settings(settings_of(album_id, Strategy.NUMBER_THEN_MANUAL))

    assert len(statements.sent) <= 4, str(statements)
    assert [edge for edge in statements.edges if edge] == ["BEGIN", "COMMIT"]
    assert not Photo.objects.filter(version__gt=1).exists()
    run_jobs()
    assert Photo.objects.filter(version=2).count() == 500
    assert job_progress(AlbumPhotosProcessingJob.objects.get()).selected == 500
