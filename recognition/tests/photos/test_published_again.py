"""What the platform tells of photos and albums counts, in every order, repeated and corrected…"""

from dataclasses import replace
from datetime import datetime, timedelta
from itertools import permutations
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from foundation.messaging.bus import intake
from foundation.messaging.models import InboxMessage
from foundation.records.models import AuditEntry
from foundation.records.refusals import Refusal
from recognition.models import Album, Photo, PhotoRepublication, PhotoState, Tenant
from recognition.tests.calls.judging import album_of, history_of
from recognition.tests.calls.processes import consume, event
from recognition.tests.factories import published
from tools.sandbox.client import SandboxClient

ALBUM, TENANT, PHOTO = (
    "0f0e0d0c-0000-4000-8000-00000000000a",
    "0f0e0d0c-0000-4000-8000-00000000000b",
    "0f0e0d0c-0000-4000-8000-00000000000c",
)

EVENTS: dict[str, tuple[str, dict[str, Any]]] = {
    "published": (
        "photos.photo-published",
        {
            "photoId": PHOTO,
            "albumId": ALBUM,
            "tenantId": TENANT,
            "photographerId": None,
            "shootingDate": "2026-05-17T09:30:00+03:00",
            "imageUrl": "http://images/1.jpg",
        },
    ),
    "deleted": ("photos.photo-deleted", {"photoId": PHOTO, "albumId": ALBUM}),
    "created": (
        "albums.album-created",
        {
            "albumId": ALBUM,
            "tenantId": TENANT,
            "name": "Spring Race",
            "eventDate": "2026-05-17T00:00:00Z",
        },
    ),
}

ORDERS = [order for length in (1, 2, 3) for order in permutations(EVENTS, length)]


@pytest.fixture(autouse=True)
def _no_provider(peers: SandboxClient) -> None:
    """A published photo asks, and is refused for a while."""
    peers.behave("number-provider", failure_rate=1)


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("order", ORDERS, ids="-".join)
def test_the_order_does_not_matter(order: tuple[str, ...], times: int) -> None:
    for name in order * times:
        consume(*EVENTS[name])

    assert_album(order)
    assert_photo(order)


def assert_album(happened: tuple[str, ...]) -> None:
    """The album is there whatever named it; tenant and name only from events with them."""
    album = Album.objects.get()
    assert str(album.pk) == ALBUM
    assert album.name == ("Spring Race" if "created" in happened else "")
    assert (album.event_date is not None) == ("created" in happened)
    if "created" in happened or "published" in happened:
        assert str(album.tenant_id) == TENANT
        assert str(Tenant.objects.get().pk) == TENANT
    else:
        assert album.tenant is None


def assert_photo(happened: tuple[str, ...]) -> None:
    """A photo that was ever deleted stays so."""
    if "deleted" in happened:
        photo = Photo.objects.get()
        assert (photo.state, photo.reason_description) == ("Deleted", "The photo was deleted.")
        assert photo.faces_next_attempt_on is None
        assert photo.numbers_next_attempt_on is None
    elif "published" in happened:
        assert Photo.objects.get().state == "New"
    else:
        assert not Photo.objects.exists()


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize(
    "change",
    [
        {"photoId": "x"},
        {"photoId": None},
        {"tenantId": None},
        {"imageUrl": ""},
        {"imageUrl": "ftp://images/1.jpg"},
        {"imageUrl": "http://a b/"},
        {"imageUrl": "http://images/\0"},
        {"imageUrl": "http://images/" + "x" * 4000},
        {"photoId": 7},
        {"shootingDate": "2026-05-17T09:30:00"},
        {"shootingDate": "soon"},
    ],
    ids=str,
)
def test_an_event_of_another_shape_is_refused_and_changes_nothing(change: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as raised:
        consume("photos.photo-published", {**EVENTS["published"][1], **change})

    assert raised.value.code == "event-unreadable"
    assert not Photo.objects.exists()
    assert not InboxMessage.objects.exists()


PUBLISHED, CREATED = "photos.photo-published", "albums.album-created"
OLD, NEW = "http://127.0.0.1:9/1.jpg?sig=old", "http://127.0.0.1:9/1.jpg?sig=new"


@pytest.fixture
def album(db: None) -> Album:
    return album_of(state="Off")


def send(topic: str, data: dict[str, Any], time: datetime) -> None:
    intake.take_in(replace(event(topic, data), time=time), topic)


@pytest.mark.django_db
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
    said = "Published again with another address, date."
    assert (said in history_of(photo)) is not newest_first


@pytest.mark.django_db
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


@pytest.mark.django_db
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


@pytest.mark.django_db
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
