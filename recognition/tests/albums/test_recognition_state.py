"""Switching recognition on and off, and strategies: what it touches, and at what cost."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from foundation.records.audit import Actor
from recognition.albums.commands import change_album_recognition_settings
from recognition.jobs.progress import job_progress
from recognition.jobs.reprocessing import ReprocessPhotosCommand, reprocess_photos
from recognition.models import (
    FACES,
    Account,
    AlbumPhotosProcessingJob,
    NumberRequest,
    Photo,
    PhotoAttempt,
    Strategy,
)
from recognition.providers.failures import Away
from recognition.records.photo_state import note_failure, settle
from recognition.tests.album_changes import OFF, ON, change, known, settings_of, switch, waiting
from recognition.tests.calls.api import MANAGE, client_of, raced
from recognition.tests.calls.processes import process_photos_in, run_jobs
from recognition.tests.calls.settings import body, patch, path
from recognition.tests.calls.settings import settings_of as stored_in
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory, PhotoFactory
from recognition.tests.statements import counted
from tools.bench.many_photos import analyse, new_album

pytestmark = pytest.mark.usefixtures("transactional_db")


def test_a_callback_that_goes_overdue_while_it_is_off_is_asked_for_again_later(wires):
    photo = waiting(wires, Strategy.NUMBER)

    switch(photo.album, OFF)
    process_photos_in(minutes=31)
    assert known(photo)[0] == "New"
    assert photo.reason_description == "Recognition is off for the album."
    assert process_photos_in(days=1) == 0

    wires.behave("number-provider", callback={"lostRate": 1})
    switch(photo.album, ON)
    assert process_photos_in(seconds=1) == 1
    assert known(photo)[0] == "AwaitingCallback"
    assert NumberRequest.objects.count() == 2


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


def test_of_two_changes_of_one_version_the_later_is_409(committed_manager):
    album = AlbumFactory.create()
    other = client_of(MANAGE)

    def change(client: APIClient, capacity: int) -> Any:
        given = body(startNumberCapacity=capacity)
        return client.patch(path(album, 2), given, format="json", headers={"If-Match": '"1"'})

    first, second = raced(lambda: change(committed_manager, 7), lambda: change(other, 8))

    assert (first.status_code, second.status_code) == (204, 409)
    assert second.json()["code"] == "version-conflict"
    assert stored_in(album)[2] == 7


@pytest.mark.parametrize(("chosen_first", "refused"), [(False, 422), (True, 409)])
def test_an_account_is_not_chosen_and_switched_off_at_once(
    committed_manager, chosen_first, refused
):
    space, album = AccountSpaceFactory.create(), AlbumFactory.create()
    off = f"/admin-api/api/v2/accounts/{space.account_id}/active"
    one, other = committed_manager, client_of(MANAGE)
    orders = [
        lambda: patch(one, album, providerId=str(space.account_id)),
        lambda: other.put(off, {"isActive": False}, format="json"),
    ]

    first, second = raced(*(orders if chosen_first else reversed(orders)))

    assert (first.status_code, second.status_code) == (204, refused)
    assert stored_in(album)[3] == (space.account_id if chosen_first else None)
    assert Account.objects.get().is_active is chosen_first


UNTIL = timezone.now() + timedelta(hours=1)
HALF_AN_HOUR = timedelta(minutes=30)
BUSY = "The number provider is busy (429)."


@pytest.fixture
def throttled(transactional_db: None) -> Photo:
    """A photo for which the number provider asked to wait an hour."""
    photo = PhotoFactory.create(
        album=AlbumFactory.create(strategy=Strategy.NUMBER),
        numbers_next_attempt_on=UNTIL,
        number_failure=BUSY,
    )
    PhotoAttempt.objects.create(
        photo=photo,
        recogniser="NumberProvider",
        outcome="Busy",
        reason=BUSY,
        occurred_on=timezone.now(),
        next_attempt_on=UNTIL,
        wait_until=UNTIL,
    )
    return photo


@pytest.mark.usefixtures("transactional_db", "peers")
def test_retry_after_stays_through_changes_until_staff_ask_again(throttled):
    def planned() -> Any:
        throttled.refresh_from_db()
        return throttled.numbers_next_attempt_on

    change(throttled.album, Strategy.NUMBER_THEN_MANUAL)
    assert planned() == UNTIL
    switch(throttled.album, OFF)
    assert planned() is None
    switch(throttled.album, ON)
    assert planned() == UNTIL
    assert BUSY in throttled.reason_description
    now = timezone.now()
    reprocess_photos(ReprocessPhotosCommand(photo_ids=[throttled.pk], now=now, by=Actor("meg")))
    assert planned() == now


@pytest.mark.usefixtures("transactional_db", "peers")
def test_retry_after_stays_after_the_last_attempt(settings):
    settings.PROCESSING_MAX_ATTEMPTS = 1
    space = AccountSpaceFactory.create()
    album = AlbumFactory.create(strategy=Strategy.DISABLED, face_space=space)
    photo = PhotoFactory.create(album=album)
    now = timezone.now()
    note_failure(photo, FACES, Away("The provider answered 500.", retry_after=HALF_AN_HOUR), now)
    settle(photo)
    assert photo.state == "Failed"

    switch(album, OFF)
    switch(album, ON)

    photo.refresh_from_db()
    assert photo.faces_next_attempt_on == now + HALF_AN_HOUR
