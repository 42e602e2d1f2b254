"""Photos of a provider that is paused."""

from datetime import timedelta

import pytest
from django.utils import timezone

from recognition.models import Album, Photo, Strategy
from recognition.tests.calls.processes import consume, process_photos_at
from recognition.tests.factories import AlbumFactory, published
from recognition.tests.play.sandbox_albums import album_with_faces
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db")


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


def test_a_number_photo_that_waits_leaves_no_request_behind(peers: SandboxClient) -> None:
    album: Album = AlbumFactory.create(strategy=Strategy.NUMBER)
    peers.behave("number-provider", failure_rate=1)
    for _ in range(7):
        consume("photos.photo-published", published(album))

    waiting = Photo.objects.latest("created_on")

    assert waiting.number_requests.count() == 0
    assert "The number provider is paused since" in waiting.reason_description
