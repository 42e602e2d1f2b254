"""What a provider told a photo to wait stays…"""

from datetime import timedelta

import pytest
from django.utils import timezone

from recognition.commands.photos.reprocessing import ReprocessPhotosCommand, reprocess_photos
from recognition.models import Photo, PhotoAttempt, Strategy
from recognition.tests.album_changes import OFF, ON, change, switch
from recognition.tests.factories import AlbumFactory, PhotoFactory

pytestmark = pytest.mark.usefixtures("transactional_db", "peers")

UNTIL = timezone.now() + timedelta(hours=1)
BUSY = "The number provider is busy (429)."


@pytest.fixture
def throttled(transactional_db: None) -> Photo:
    """A photo that the number provider told to wait an hour."""
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
    )
    return photo


def test_through_a_change_of_settings(throttled: Photo):
    change(throttled.album, Strategy.NUMBER_THEN_MANUAL)

    throttled.refresh_from_db()
    assert throttled.numbers_next_attempt_on == UNTIL
    assert BUSY in throttled.reason_description


def test_while_the_album_is_off_and_on(throttled: Photo):
    switch(throttled.album, OFF)
    throttled.refresh_from_db()
    assert throttled.numbers_next_attempt_on is None

    switch(throttled.album, ON)

    throttled.refresh_from_db()
    assert throttled.numbers_next_attempt_on == UNTIL
    assert BUSY in throttled.reason_description


def test_until_staff_ask_again(throttled: Photo):
    now = timezone.now()

    reprocess_photos(ReprocessPhotosCommand(photo_ids=[throttled.pk], now=now, actor="meg"))

    throttled.refresh_from_db()
    assert throttled.numbers_next_attempt_on == now
