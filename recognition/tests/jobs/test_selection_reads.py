"""Selecting the photos that a job takes next…"""

from collections.abc import Iterator
from datetime import timedelta
from itertools import product
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction
from django.utils import timezone

from foundation.records.tests.scans import Reads, explained
from recognition.jobs.selecting import next_photo_ids
from recognition.models import Album, JobMode, Photo, Strategy
from recognition.tests.factories import AccountSpaceFactory
from tools.bench.many_photos import analyse, new_album

pytestmark = pytest.mark.usefixtures("_many_photos")

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
    for start, kind in enumerate(kinds()):
        Photo.objects.filter(pk__in=ids[start :: len(ids) // EACH][:EACH]).update(**kind)
    return Album.objects.with_settings().get(pk=album_id)


def reads_of(album: Album, mode: JobMode, after: UUID | None = None) -> Reads:
    """Return what the selection of a whole part read."""
    with explained("recognition_photo") as reads, transaction.atomic():
        found = next_photo_ids(album, mode, after, timezone.now(), PART)
    assert len(found) == PART
    return reads[0]


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
