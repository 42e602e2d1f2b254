"""Photos that came with persons or tags, but without the flags …"""

from collections.abc import Callable

import pytest
from django.db import transaction
from django.utils import timezone

from recognition.models import (
    Album,
    JobMode,
    NumberSource,
    Photo,
    PhotoNumber,
    PhotoPerson,
    Strategy,
)
from recognition.queries.jobs.progress import job_progress
from recognition.queries.jobs.selection import next_photo_ids
from recognition.tests.calls.processes import run_jobs
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory, PhotoFactory
from recognition.tests.job_factories import start
from recognition.tests.statements import counted
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db", "peers")


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
    return AlbumFactory.create(
        strategy=Strategy.DISABLED, face_account=space.account, face_space=space
    )


def album_of_both() -> Album:
    return AlbumFactory.create(strategy=Strategy.FACE_NUMBER)


@pytest.mark.parametrize("new_album", [number_album, face_album, album_of_both])
@pytest.mark.parametrize("mode", [JobMode.CHANGED, JobMode.AGAIN])
def test_are_looked_at_once_and_not_taken(new_album: Callable[[], Album], mode: JobMode) -> None:
    album = new_album()
    imported(album, 3)
    assert selected(album) == 3

    job = start(album, mode)
    run_jobs()

    assert selected(album) == job_progress(job).selected == 0
    flags = ("state", "face_recognized", "number_recognized", "version")
    assert set(Photo.objects.values_list(*flags)) == {("Processed", True, True, 2)}


def test_keep_what_they_came_with_and_nothing_is_sent(peers: SandboxClient) -> None:
    [photo] = imported(number_album(), 1)

    start(photo.album, JobMode.AGAIN)
    run_jobs()

    photo.refresh_from_db()
    assert (photo.persons.count(), photo.numbers.count()) == (1, 1)
    assert (photo.persons_version, photo.tags_version) == (0, 0)
    assert photo.numbers_recognized_on is None


def test_cost_a_part_no_more_statements_the_more_there_are_of_them() -> None:
    few, many = (number_album() for _ in range(2))
    imported(few, 2)
    imported(many, 40)

    assert statements_of_a_job(many) == statements_of_a_job(few)


def statements_of_a_job(album: Album) -> int:
    start(album, JobMode.AGAIN)
    with counted() as statements:
        run_jobs()
    return len(statements.sent)


def test_are_taken_as_others_are_where_these_are_outdated() -> None:
    album = number_album()
    [photo] = imported(album, 1, tags_outdated=True)

    job = start(album, JobMode.AGAIN)
    run_jobs()

    photo.refresh_from_db()
    assert not photo.number_recognized
    assert job_progress(job).selected == 1
