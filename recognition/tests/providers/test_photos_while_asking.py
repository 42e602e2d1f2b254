"""Photos while their providers are asked: connections, pauses, pictures that are missing."""

import time
from datetime import timedelta
from threading import get_ident
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from recognition.models import Photo, Strategy
from recognition.processing.callbacks import apply_callback
from recognition.providers import pictures as fetching
from recognition.records.photo_state import PICTURE_MAY_COME
from recognition.tests.calls.processes import consume, process_photos_at
from recognition.tests.factories import AlbumFactory, CallbackFactory, PhotoFactory, published
from recognition.tests.play.sandbox_albums import album_with_faces
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db")


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
    """Collect for each call of this thread whether a connection is held."""
    held: list[bool] = []
    call, thread = getattr(owner, name), get_ident()

    def watched(*arguments: Any, **named: Any) -> Any:
        if get_ident() == thread:
            held.append(connection.connection is not None)
        return call(*arguments, **named)

    monkeypatch.setattr(owner, name, watched)
    return held


def test_photos_wait_without_using_up_attempts(peers: SandboxClient) -> None:
    album = album_with_faces(peers)
    peers.behave("face-provider", failure_rate=1)
    image = peers.url("album", "/pixel.jpg")
    for _ in range(8):
        consume("photos.photo-published", published(album, imageUrl=image))
    waiting = Photo.objects.latest("created_on")

    assert waiting.state == "New"
    assert waiting.face_attempts == 0
    assert "is paused since" in waiting.reason_description
    assert "Next attempt at" in waiting.reason_description
    assert peers.stats("face-provider")["requests"] == 5
    assert peers.stats("album")["requests"] == 5
    peers.behave("face-provider", failure_rate=0)
    for minutes in (2, 4, 8):
        process_photos_at(timezone.now() + timedelta(minutes=minutes))
    assert not Photo.objects.exclude(state="Processed").exists()


@pytest.mark.parametrize(
    ("age", "tried_again"), [(timedelta(0), True), (PICTURE_MAY_COME + timedelta(seconds=1), False)]
)
def test_a_missing_picture_is_tried_again_where_the_provider_fetches(age, tried_again):
    now = timezone.now()
    photo = PhotoFactory.create(callback_due_on=now + timedelta(minutes=30), created_on=now - age)
    error = {"code": "picture-missing", "detail": "Status 404.", "retriable": False}
    callback = CallbackFactory.create(
        request__photo=photo, payload={"persons": [], "tags": [], "error": error}
    )

    apply_callback(callback.pk, timezone.now())

    photo.refresh_from_db()
    assert (photo.numbers_next_attempt_on is not None) is tried_again
