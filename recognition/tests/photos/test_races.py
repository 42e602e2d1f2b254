"""Answers, publications, deletions and changes of settings of a photo at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Event
from unittest.mock import Mock
from uuid import uuid4

import pytest
from django.db import connections, transaction
from django.utils import timezone
from rest_framework.test import APIClient

from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.racing import at_once, race
from foundation.records.audit import Actor
from recognition.albums.commands import (
    ChangeAlbumRecognitionStateCommand,
    change_album_recognition_state,
)
from recognition.jobs.reprocessing import ReprocessPhotosCommand, reprocess_photos
from recognition.models import (
    Album,
    Callback,
    CallbackState,
    NumberRequest,
    Photo,
    RecognitionState,
    Strategy,
)
from recognition.numbers.start_lists import NotAtHand
from recognition.processing import callbacks, storing
from recognition.processing import processing as asking
from recognition.processing.callbacks import apply_callback
from recognition.processing.publishing import PublishPhotoCommand, publish_photo
from recognition.tests.calls.callbacks import address, payload_of, post
from recognition.tests.calls.processes import call_back, consume, deliver, process_photos_in, until
from recognition.tests.factories import (
    AlbumFactory,
    CallbackFactory,
    NumberRequestFactory,
    PhotoFactory,
    published,
)
from recognition.wire.number_provider import request_recognition
from recognition.wire.reports import digest_of
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db")

ROUNDS = 8


@pytest.fixture
def before_the_202(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let something happen after a photo is asked about, before the provider's 202 is read."""

    def patch(happens: Callable[[NumberRequest], object]) -> None:
        def ask_slowly(request: NumberRequest, image_url: str) -> str:
            accepted = request_recognition(request, image_url)
            happens(request)
            return accepted

        monkeypatch.setattr(asking, "request_recognition", ask_slowly)

    return patch


def test_an_answer_at_the_moment_of_deletion_leaves_the_photo_deleted() -> None:
    for _ in range(ROUNDS):
        callback = CallbackFactory.create(payload={"persons": [], "tags": [{"value": "1"}]})
        photo = callback.request.photo
        data = {"photoId": str(photo.pk), "albumId": str(photo.album_id)}

        at_once(partial(apply, callback), partial(consume, "photos.photo-deleted", data))

        photo.refresh_from_db()
        callback.refresh_from_db()
        assert photo.state == "Deleted"
        assert callback.state in (CallbackState.APPLIED, CallbackState.IGNORED)


def apply(callback: Callback) -> None:
    apply_callback(callback.pk, timezone.now())


def test_an_answer_that_two_apply_takes_effect_once() -> None:
    for _ in range(ROUNDS):
        callback = CallbackFactory.create(payload={"persons": [], "tags": [{"value": "1"}]})

        at_once(*[partial(apply, callback)] * 3)

        sent = OutboxMessage.objects.filter(key=f"{callback.request.photo_id}/tags")
        assert sent.count() == 1
        assert callback.request.photo.numbers.count() == 1


def test_answers_that_name_each_other_s_photos_are_both_applied() -> None:
    for _ in range(ROUNDS):
        photos = PhotoFactory.create_batch(2, album=AlbumFactory.create(), state="AwaitingCallback")
        crossed = [
            CallbackFactory.create(
                request__photo=asked, payload={"name": str(named.pk), "persons": [], "tags": []}
            )
            for asked, named in (photos, reversed(photos))
        ]

        at_once(*[partial(apply, callback) for callback in crossed])

        assert {photo.state for photo in Photo.objects.filter(album=photos[0].album)} == {
            "Processed"
        }


def test_an_answer_that_comes_in_twice_at_once_is_stored_once(wires: SandboxClient) -> None:
    request = CallbackFactory.create(state="Applied", next_attempt_on=None).request
    payload = {"persons": [], "tags": [], "more": 1}

    answers = at_once(*[lambda: call_back(request, payload)] * 4)

    assert [answer.status_code for answer in answers] == [202] * 4
    assert request.callbacks.count() == 2


@pytest.mark.parametrize("applied", [False, True])
def test_an_answer_that_overtakes_the_202_is_not_waited_for_again(
    wires, monkeypatch, before_the_202, applied
):
    """The callback is stored, or even applied, before the provider's 202 is read."""
    monkeypatch.setattr(storing, "_apply_at_once", Mock(side_effect=NotAtHand))

    def answered(_: NumberRequest) -> None:
        until(Callback.objects.exists)
        if applied:
            apply(Callback.objects.get())

    before_the_202(answered)
    consume("photos.photo-published", published(AlbumFactory.create()))

    photo = Photo.objects.get()
    assert photo.state == ("Processed" if applied else "AwaitingCallback")
    if not applied:
        apply(Callback.objects.get())
        photo.refresh_from_db()
    assert photo.state == "Processed"
    assert photo.callback_due_on is None
    assert process_photos_in(days=1) == 0


def test_a_photo_that_changes_while_it_is_asked_about_waits_with_the_change(peers, before_the_202):
    peers.behave("number-provider", callback={"lostRate": 1})

    def another_step_fails(request: NumberRequest) -> None:
        with transaction.atomic():
            Photo.objects.locked(request.photo.pk).store(face_failure="Another step failed.")

    before_the_202(another_step_fails)
    consume("photos.photo-published", published(AlbumFactory.create()))

    photo = Photo.objects.get()
    assert (photo.state, photo.face_failure) == ("AwaitingCallback", "Another step failed.")
    assert photo.callback_due_on == photo.numbers_next_attempt_on
    assert "Another step failed." in photo.reason_description
    assert NumberRequest.objects.get().accepted_on is not None


def test_a_photo_made_due_while_it_is_asked_about_stays_due(peers, before_the_202):
    """Staff want it asked about again before the provider's 202 is read."""
    peers.behave("number-provider", callback={"lostRate": 1})
    now, meg = timezone.now(), Actor("meg")
    before_the_202(
        lambda request: reprocess_photos(
            ReprocessPhotosCommand(photo_ids=[request.photo.pk], now=now, by=meg)
        )
    )

    consume("photos.photo-published", published(AlbumFactory.create()))

    photo = Photo.objects.get()
    assert (photo.state, photo.callback_due_on) == ("New", None)
    assert photo.numbers_next_attempt_on == now


def test_a_callback_that_is_stored_is_not_overdue(wires, monkeypatch):
    """Its competitor service was away, or no worker was there."""
    monkeypatch.setattr(storing, "_apply_at_once", Mock(side_effect=NotAtHand))
    consume("photos.photo-published", published(AlbumFactory.create()))
    until(Callback.objects.exists)

    process_photos_in(minutes=31)

    photo = Photo.objects.get()
    assert (photo.state, photo.number_attempts) == ("AwaitingCallback", 0)
    apply(Callback.objects.get())
    photo.refresh_from_db()
    assert photo.state == "Processed"


def test_photos_of_a_new_album_that_two_publish_are_asked_about_once(peers):
    for asked in range(1, ROUNDS + 1):
        album = AlbumFactory.build()
        photos = [published(album, tenantId=str(album.pk)) for _ in range(3)]
        at_once(*[partial(consume, "photos.photo-published", data) for data in photos * 2])

        assert Album.objects.filter(pk=album.pk).count() == 1
        assert Photo.objects.filter(album=album, state="AwaitingCallback").count() == 3
        assert peers.stats("number-provider")["requests"] == asked * 3


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
        assert (photo.numbers_next_attempt_on, photo.callback_due_on) == (None, None)


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

    race(partial(switch_off, album), partial(publish, album))

    assert Photo.objects.get().reason_description == "Recognition is off for the album."


def test_settings_that_change_after_a_photo_was_published_wait_for_it(peers: SandboxClient) -> None:
    """The change's handler then sees the photo."""
    album = AlbumFactory.create(state=RecognitionState.ON)

    race(partial(publish, album), partial(switch_off, album))
    deliver()

    photo = Photo.objects.get()
    assert photo.reason_description == "Recognition is off for the album."
    assert photo.numbers_next_attempt_on is None


def switch_off(album: Album) -> None:
    change_album_recognition_state(
        ChangeAlbumRecognitionStateCommand(
            album_id=album.pk, state=RecognitionState.OFF, now=timezone.now()
        )
    )


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


def test_they_lock_in_the_same_order(anybody: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else PostgreSQL would end one of them."""
    request = NumberRequestFactory.create(photo__state="AwaitingCallback")
    payload = payload_of(request.photo, tags=[{"value": "12", "confidence": 0.9}])
    callback = Callback.objects.create(
        request=request, payload=payload, digest=digest_of(payload), next_attempt_on=timezone.now()
    )
    is_locked, is_applied = Event(), Event()
    insert_once = Callback.insert_once

    def insert_later(record: Callback) -> bool:
        is_locked.set()
        is_applied.wait(0.3)
        return insert_once(record)

    monkeypatch.setattr(Callback, "insert_once", insert_later)

    def apply() -> None:
        is_locked.wait(5)
        try:
            callbacks.apply_callback(callback.pk, timezone.now())
        finally:
            is_applied.set()
            connections.close_all()

    with ThreadPoolExecutor(1) as worker:
        applied = worker.submit(apply)
        assert post(anybody, address(request), payload).status_code == 202
        applied.result()

    callback.refresh_from_db()
    assert callback.state == CallbackState.APPLIED
    assert Photo.objects.get().state == "Processed"
