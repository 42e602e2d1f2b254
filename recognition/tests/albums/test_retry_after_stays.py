"""The time that a provider asked to wait for a photo (Retry-After) stays…"""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from foundation.records.audit import Actor
from recognition.jobs.reprocessing import ReprocessPhotosCommand, reprocess_photos
from recognition.models import FACES, Photo, PhotoAttempt, Strategy
from recognition.providers.failures import Away
from recognition.records.photo_state import note_failure, settle
from recognition.tests.album_changes import OFF, ON, change, switch
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory, PhotoFactory

pytestmark = pytest.mark.usefixtures("transactional_db", "peers")

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
