"""Publications, deletions and changes of settings at the same moment."""

from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from foundation.messaging.tests.play.racing import at_once, race
from recognition.commands.albums.settings import (
    ChangeAlbumPriorityCommand,
    ChangeAlbumRecognitionStateCommand,
    change_album_priority,
    change_album_recognition_state,
)
from recognition.commands.photos.publishing import PublishPhotoCommand, publish_photo
from recognition.models import Album, Photo, RecognitionState, Strategy
from recognition.tests.calls.processes import consume, deliver
from recognition.tests.factories import AlbumFactory, published
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db")

ROUNDS = 8


def test_a_photo_that_two_publish_is_asked_about_once(peers: SandboxClient) -> None:
    for asked in range(1, ROUNDS + 1):
        data = published(AlbumFactory.create())

        at_once(*[partial(consume, "photos.photo-published", data)] * 4)

        assert Photo.objects.filter(pk=data["photoId"]).count() == 1
        assert peers.stats("number-provider")["requests"] == asked


def test_two_photos_of_a_new_album_make_it_once(peers: SandboxClient) -> None:
    album = AlbumFactory.build()
    photos = [published(album, tenantId=str(album.pk)) for _ in range(6)]

    at_once(*[partial(consume, "photos.photo-published", data) for data in photos])

    assert Album.objects.count() == 1
    assert Photo.objects.filter(state="AwaitingCallback").count() == 6


def test_a_deletion_at_the_moment_of_publication_wins(peers: SandboxClient) -> None:
    peers.behave("number-provider", callback={"lostRate": 1})
    for _ in range(ROUNDS):
        data = published(AlbumFactory.create())

        at_once(
            partial(consume, "photos.photo-published", data),
            partial(consume, "photos.photo-deleted", data),
        )

        photo = Photo.objects.get(pk=data["photoId"])
        assert photo.state == "Deleted"
        assert photo.numbers_next_attempt_on is None
        assert photo.callback_due_on is None


def test_a_deletion_at_the_moment_a_task_is_made_leaves_no_task(peers: SandboxClient) -> None:
    for _ in range(ROUNDS):
        data = published(AlbumFactory.create(strategy=Strategy.MANUAL))

        at_once(
            partial(consume, "photos.photo-published", data),
            partial(consume, "photos.photo-deleted", data),
        )
    deliver()

    tasks = peers.state("tagator-service")["tasks"]
    assert {task["state"] for task in tasks} <= {"Cancelled"}


def test_settings_that_change_while_a_photo_is_published_are_seen_by_it(peers):
    """The publication reads the album while the change is under way."""
    album = AlbumFactory.create(state=RecognitionState.ON)
    command = ChangeAlbumRecognitionStateCommand(
        album_id=album.pk, state=RecognitionState.OFF, now=timezone.now()
    )

    race(lambda: change_album_recognition_state(command), lambda: publish(album))

    assert Photo.objects.get().reason_description == "Recognition is off for the album."


def test_settings_that_change_after_a_photo_was_published_wait_for_it(peers: SandboxClient) -> None:
    """The change's handler then sees the photo."""
    album = AlbumFactory.create(state=RecognitionState.ON)
    command = ChangeAlbumRecognitionStateCommand(
        album_id=album.pk, state=RecognitionState.OFF, now=timezone.now()
    )

    race(lambda: publish(album), lambda: change_album_recognition_state(command))
    deliver()

    photo = Photo.objects.get()
    assert photo.reason_description == "Recognition is off for the album."
    assert photo.numbers_next_attempt_on is None


def publish(album: Album) -> None:
    publish_photo(
        PublishPhotoCommand(
            photo_id=uuid4(),
            album_id=album.pk,
            tenant_id=album.tenant_id or uuid4(),
            photographer_id=None,
            shooting_date=None,
            image_url="http://127.0.0.1:9/album/pixel.jpg",
            told_on=timezone.now(),
            now=timezone.now() - timedelta(seconds=1),
        )
    )


def test_of_two_changes_of_one_version_one_is_refused() -> None:
    album = AlbumFactory.create()

    def change(priority: int) -> Any:
        return change_album_priority(
            ChangeAlbumPriorityCommand(album_id=album.pk, priority=priority, expected_version=1)
        )

    refused = race(lambda: change(1), lambda: change(2))

    assert refused.code == "version-conflict"
    assert Album.objects.get().priority == 1
