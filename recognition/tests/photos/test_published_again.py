"""An event with other content corrects what an older one said…"""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from foundation.messaging.bus import intake
from foundation.records.models import AuditEntry
from recognition.models import Album, Photo, PhotoRepublication, PhotoState
from recognition.photos.history import explain_photo
from recognition.tests.calls.judging import album_of
from recognition.tests.calls.processes import event
from recognition.tests.factories import published

pytestmark = pytest.mark.django_db

PUBLISHED, CREATED = "photos.photo-published", "albums.album-created"
OLD, NEW = "http://127.0.0.1:9/1.jpg?sig=old", "http://127.0.0.1:9/1.jpg?sig=new"


@pytest.fixture
def album(db: None) -> Album:
    return album_of(state="Off")


def send(topic: str, data: dict[str, Any], time: datetime) -> None:
    intake.take_in(replace(event(topic, data), time=time), topic)


@pytest.mark.parametrize("newest_first", [False, True])
def test_of_a_photo_the_newest_wins(album: Album, newest_first: bool) -> None:
    now, first = timezone.now(), published(album, imageUrl=OLD)
    second = {**first, "imageUrl": NEW, "shootingDate": "2026-05-18T09:30:00Z"}
    events = [(first, now), (second, now + timedelta(seconds=1))]

    for data, time in reversed(events) if newest_first else events:
        send(PUBLISHED, data, time)
    send(PUBLISHED, {**second, "imageUrl": OLD}, now)

    photo = Photo.objects.get()
    assert photo.image_url == NEW
    assert str(photo.shooting_date).startswith("2026-05-18")
    assert PhotoRepublication.objects.count() == (0 if newest_first else 1)
    said = [entry.text for entry in explain_photo(photo.pk).entries]
    assert ("Published again with another address, date." in said) is not newest_first


def test_of_a_photo_that_failed_it_is_tried_again_and_results_stay(album: Album) -> None:
    now, data = timezone.now(), published(album, imageUrl=OLD)
    send(PUBLISHED, data, now)
    Album.objects.update(state="On")
    photo = Photo.objects.get()
    photo.persons.create(person_id="anna")
    Photo.objects.update(
        state=PhotoState.FAILED,
        number_failure="Status 403.",
        number_attempts=1,
        face_recognized=True,
    )

    send(PUBLISHED, {**data, "imageUrl": NEW}, now + timedelta(seconds=1))

    photo.refresh_from_db()
    assert photo.numbers_next_attempt_on is not None
    assert (photo.number_attempts, photo.number_failure) == (0, "")
    assert photo.persons.count() == 1


@pytest.mark.parametrize("waits", ["claimed", "for the callback"])
def test_of_a_photo_that_is_under_way_it_is_begun_again(album: Album, waits: str) -> None:
    """A failure of the former address that is still to come counts no more."""
    now, data = timezone.now(), published(album, imageUrl=OLD)
    send(PUBLISHED, data, now)
    Album.objects.update(state="On")
    claim = {"numbers_claim": uuid4(), "numbers_next_attempt_on": now + timedelta(minutes=3)}
    awaits = {"callback_due_on": now + timedelta(minutes=30), "state": PhotoState.AWAITING_CALLBACK}
    Photo.objects.update(face_recognized=True, **(claim if waits == "claimed" else awaits))

    send(PUBLISHED, {**data, "imageUrl": NEW}, now + timedelta(seconds=1))

    photo = Photo.objects.get()
    assert (photo.numbers_claim, photo.callback_due_on) == (None, None)
    assert photo.numbers_next_attempt_on is not None
    assert photo.numbers_next_attempt_on < now + timedelta(minutes=1)
    assert photo.state == PhotoState.NEW


@pytest.mark.parametrize("newest_first", [False, True])
def test_of_an_album_the_newest_wins(album: Album, newest_first: bool) -> None:
    now = timezone.now()
    told = {"albumId": str(album.pk), "tenantId": str(album.tenant_id), "eventDate": None}
    events = [
        ({**told, "name": "Run"}, now),
        ({**told, "name": "Walk"}, now + timedelta(seconds=1)),
    ]

    for data, time in reversed(events) if newest_first else events:
        send(CREATED, data, time)

    assert Album.objects.get().name == "Walk"
    changed = AuditEntry.objects.filter(record_id=album.pk)
    assert [entry.actor for entry in changed] == ([] if newest_first else ["the platform"])
