"""An unforeseen exception: a counted attempt of the step in hand, and still seen."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone

from foundation.records.plain_words import UNFORESEEN
from recognition.commands.photos.callbacks import apply_callback
from recognition.models import Callback, CallbackState, Photo, Strategy
from recognition.tests.calls.processes import consume, process_photos_in
from recognition.tests.factories import (
    AccountSpaceFactory,
    AlbumFactory,
    CallbackFactory,
    PhotoFactory,
    published,
)
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db")

NUMBERS = "recognition.commands.photos.asking.request_recognition"
FACES = "recognition.commands.photos.asking.face_provider"
ANSWER = "recognition.commands.photos.callbacks.use_report"
READING = "recognition.commands.photos.callbacks.reports_of"


class Fault(Exception):
    """A fault of ours, whose text no caller should read."""


def breaks(error: Exception) -> Any:
    def broken(*_: object) -> None:
        raise error

    return broken


def break_off(patched: pytest.MonkeyPatch, place: str, error: Exception | None = None) -> None:
    patched.setattr(place, breaks(error or Fault("?token=s3cret")))


def photo_with_both_steps() -> Photo:
    space = AccountSpaceFactory.create()
    album = AlbumFactory.create(
        strategy=Strategy.NUMBER, face_account=space.account, face_space=space
    )
    now = timezone.now()
    return PhotoFactory.create(album=album, numbers_next_attempt_on=now, faces_next_attempt_on=now)


def answered() -> Callback:
    return CallbackFactory.create(
        request__photo__state="AwaitingCallback",
        request__photo__callback_due_on=timezone.now() + timedelta(minutes=30),
    )


def apply(callback: Callback) -> Photo:
    apply_callback(callback.pk, timezone.now())
    return Photo.objects.get()


def test_unforeseen_exception_of_the_numbers_counts_as_their_attempt(peers, monkeypatch):
    photo_with_both_steps()
    break_off(monkeypatch, NUMBERS)

    with pytest.raises(Fault):
        process_photos_in(seconds=1)

    photo = Photo.objects.get()
    assert (photo.number_attempts, photo.face_attempts) == (1, 0)
    assert photo.number_failure == UNFORESEEN
    assert "s3cret" not in photo.reason_description


def test_unforeseen_exception_of_the_faces_counts_as_their_attempt(peers, monkeypatch):
    photo_with_both_steps()
    break_off(monkeypatch, FACES)

    with pytest.raises(Fault):
        process_photos_in(seconds=1)

    photo = Photo.objects.get()
    assert (photo.number_attempts, photo.face_attempts) == (0, 1)
    assert photo.face_failure == UNFORESEEN
    assert photo.state == "AwaitingCallback"


def test_unforeseen_exception_that_comes_again_and_again_fails_the_photo(peers, monkeypatch):
    PhotoFactory.create(numbers_next_attempt_on=timezone.now())
    break_off(monkeypatch, NUMBERS)

    for _ in range(3):
        with pytest.raises(Fault):
            process_photos_in(days=1)

    assert Photo.objects.get().state == "Failed"
    assert process_photos_in(days=1) == 0


def test_unforeseen_exception_in_the_consumer_is_counted_and_the_event_done_with(
    peers: SandboxClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_off(monkeypatch, NUMBERS)

    assert consume("photos.photo-published", published(AlbumFactory.create()))

    assert Photo.objects.get().number_attempts == 1


def test_unforeseen_exception_is_not_the_database_being_away(peers, monkeypatch):
    PhotoFactory.create(numbers_next_attempt_on=timezone.now())
    break_off(monkeypatch, NUMBERS, OperationalError("the connection is lost"))

    with pytest.raises(OperationalError):
        process_photos_in(seconds=1)

    photo = Photo.objects.get()
    assert (photo.number_attempts, photo.number_failure) == (0, "")


@pytest.mark.parametrize("place", [ANSWER, READING])
def test_unforeseen_exception_of_a_callback_counts_on_its_photo_and_keeps_it(
    peers: SandboxClient, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    callback = answered()
    with monkeypatch.context() as patched:
        break_off(patched, place)
        with pytest.raises(Fault):
            apply(callback)

    photo = Photo.objects.get()
    callback.refresh_from_db()
    assert photo.number_attempts == 1
    assert photo.number_failure == UNFORESEEN
    assert callback.state == CallbackState.STORED
    assert callback.next_attempt_on == photo.numbers_next_attempt_on
    assert apply(callback).state == "Processed"


def test_unforeseen_exception_of_a_callback_again_and_again_fails_it_with_its_photo(
    peers: SandboxClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    callback = answered()
    break_off(monkeypatch, ANSWER)

    for _ in range(3):
        with pytest.raises(Fault):
            apply(callback)

    callback.refresh_from_db()
    assert callback.state == CallbackState.FAILED
    assert Photo.objects.get().state == "Failed"


def test_unforeseen_exception_of_a_callback_is_not_the_database_being_away(peers, monkeypatch):
    callback = answered()
    break_off(monkeypatch, ANSWER, OperationalError("the connection is lost"))

    with pytest.raises(OperationalError):
        apply(callback)

    photo = Photo.objects.get()
    assert (photo.number_attempts, photo.number_failure) == (0, "")
