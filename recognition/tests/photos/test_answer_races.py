"""A photo that is asked about, and the provider's answers, at the same moment."""

from functools import partial

import pytest
from django.db import transaction
from django.utils import timezone

from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.racing import at_once
from foundation.records.audit import Actor
from recognition.commands.photos import asking, storing
from recognition.commands.photos.callbacks import apply_callback
from recognition.commands.photos.reprocessing import ReprocessPhotosCommand, reprocess_photos
from recognition.models import Callback, CallbackState, NumberRequest, Photo
from recognition.providers.numbers.requests import request_recognition
from recognition.tests.calls.processes import call_back, consume, process_photos_in, until
from recognition.tests.factories import AlbumFactory, CallbackFactory, PhotoFactory, published
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db")

ROUNDS = 8


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
def test_an_answer_that_overtakes_the_202_is_not_waited_for_again(wires, monkeypatch, applied):
    """The callback is stored, or even applied, before the provider's 202 is read."""
    monkeypatch.setattr(storing, "_apply_at_once", lambda *_: False)
    ask = request_recognition

    def ask_slowly(request: NumberRequest, image_url: str) -> str:
        accepted = ask(request, image_url)
        until(Callback.objects.exists)
        if applied:
            apply(Callback.objects.get())
        return accepted

    monkeypatch.setattr(asking, "request_recognition", ask_slowly)

    consume("photos.photo-published", published(AlbumFactory.create()))

    photo = Photo.objects.get()
    assert photo.state == ("Processed" if applied else "AwaitingCallback")
    if not applied:
        apply(Callback.objects.get())
        photo.refresh_from_db()
    assert photo.state == "Processed"
    assert photo.callback_due_on is None
    assert process_photos_in(days=1) == 0


def test_a_photo_that_changes_while_it_is_asked_about_waits_with_the_change(peers, monkeypatch):
    """Something else of the photo is stored before the provider's 202 is read."""
    peers.behave("number-provider", callback={"lostRate": 1})
    ask = request_recognition

    def ask_slowly(request: NumberRequest, image_url: str) -> str:
        accepted = ask(request, image_url)
        with transaction.atomic():
            Photo.objects.locked(request.photo.pk).store(face_failure="Another step failed.")
        return accepted

    monkeypatch.setattr(asking, "request_recognition", ask_slowly)

    consume("photos.photo-published", published(AlbumFactory.create()))

    photo = Photo.objects.get()
    assert (photo.state, photo.face_failure) == ("AwaitingCallback", "Another step failed.")
    assert photo.callback_due_on == photo.numbers_next_attempt_on
    assert "Another step failed." in photo.reason_description
    assert NumberRequest.objects.get().accepted_on is not None


def test_a_photo_made_due_while_it_is_asked_about_stays_due(peers, monkeypatch):
    """Staff want it asked about again before the provider's 202 is read."""
    peers.behave("number-provider", callback={"lostRate": 1})
    made_due_on = timezone.now()
    ask = request_recognition

    def ask_slowly(request: NumberRequest, image_url: str) -> str:
        accepted = ask(request, image_url)
        reprocess_photos(
            ReprocessPhotosCommand(photo_ids=[request.photo.pk], now=made_due_on, by=Actor("meg"))
        )
        return accepted

    monkeypatch.setattr(asking, "request_recognition", ask_slowly)

    consume("photos.photo-published", published(AlbumFactory.create()))

    photo = Photo.objects.get()
    assert (photo.state, photo.callback_due_on) == ("New", None)
    assert photo.numbers_next_attempt_on == made_due_on


def test_a_callback_that_is_stored_is_not_overdue(wires, monkeypatch):
    """Its competitor service was away, or no worker was there."""
    monkeypatch.setattr(storing, "_apply_at_once", lambda *_: False)
    consume("photos.photo-published", published(AlbumFactory.create()))
    until(Callback.objects.exists)

    process_photos_in(minutes=31)

    photo = Photo.objects.get()
    assert (photo.state, photo.number_attempts) == ("AwaitingCallback", 0)
    apply(Callback.objects.get())
    photo.refresh_from_db()
    assert photo.state == "Processed"
