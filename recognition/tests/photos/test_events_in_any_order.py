"""PhotoPublished, PhotoDeleted and AlbumCreated, in every order and repeated."""

from itertools import permutations
from typing import Any

import pytest

from foundation.messaging.models import InboxMessage
from foundation.records.refusals import Refusal
from recognition.models import Album, Photo, Tenant
from recognition.tests.calls.processes import consume
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db")

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
