"""While another service is waited for, no connection to the database is held."""

import time
from typing import Any

import pytest
from django.db import connection

from foundation.fetching import pictures
from recognition.models import Photo, Strategy
from recognition.providers import http
from recognition.providers.images import fetching
from recognition.tests.calls.processes import consume
from recognition.tests.factories import AlbumFactory, published
from recognition.tests.play.sandbox_albums import album_with_faces
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db")


def test_connections_none_while_the_number_provider_is_asked(peers, monkeypatch):
    held = held_during(monkeypatch, http._session, "ask")

    consume("photos.photo-published", published(AlbumFactory.create(strategy=Strategy.NUMBER)))

    assert held == [False]


def test_connections_none_while_an_image_is_fetched_and_its_faces_are_recognised(
    peers: SandboxClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking = held_during(monkeypatch, http._session, "ask")
    fetched = held_during(monkeypatch, pictures, "_asked")
    data = published(album_with_faces(peers), imageUrl=peers.url("album", "/pixel.jpg"))

    consume("photos.photo-published", data)

    assert (fetched, asking) == ([False], [False])


def test_connections_none_while_waiting_for_a_slot(peers, settings, monkeypatch):
    settings.NUMBER_PROVIDER_REQUESTS_PER_SECOND = 5
    held = held_during(monkeypatch, time, "sleep")
    album = AlbumFactory.create(strategy=Strategy.NUMBER)

    for _ in range(2):
        consume("photos.photo-published", published(album))

    assert held == [False]


def test_pictures_beyond_so_many_wait_for_another_time(peers, settings, monkeypatch):
    settings.PICTURES_AT_ONCE = 1
    monkeypatch.setattr(fetching, "PLACE_TIMEOUT", 0.01)
    data = published(album_with_faces(peers), imageUrl=peers.url("album", "/pixel.jpg"))

    with fetching.holding_picture():
        consume("photos.photo-published", data)

    photo = Photo.objects.get()
    assert (photo.state, photo.face_attempts) == ("New", 0)
    assert photo.face_failure == "Other pictures are being recognised."


def held_during(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[bool]:
    """Collect for each call whether a connection is held."""
    held: list[bool] = []
    call = getattr(owner, name)

    def watched(*arguments: Any, **named: Any) -> Any:
        held.append(connection.connection is not None)
        return call(*arguments, **named)

    monkeypatch.setattr(owner, name, watched)
    return held
