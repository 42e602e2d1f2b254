"""An unforeseen exception: a counted attempt of the step in hand, and still seen."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone

from foundation.records.texts import UNFORESEEN
from recognition.models import Callback, CallbackState, Photo, Strategy
from recognition.processing.callbacks import apply_callback
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

NUMBERS = "recognition.processing.processing.request_recognition"
FACES = "recognition.processing.processing.face_provider"
ANSWER = "recognition.processing.callbacks.use_report"


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
    album = AlbumFactory.create(strategy=Strategy.NUMBER, face_space=space)
    now = timezone.now()
    return PhotoFactory.create(album=album, numbers_next_attempt_on=now, faces_next_attempt_on=now)


def answered() -> Callback:
    return CallbackFactory.create(
        request__photo__state="AwaitingCallback",
        request__photo__callback_due_on=timezone.now() + timedelta(minutes=30),
    )


@pytest.mark.parametrize(("place", "counted"), [(NUMBERS, (1, 0)), (FACES, (0, 1))])
def test_unforeseen_exception_counts_as_an_attempt_of_its_step(peers, monkeypatch, place, counted):
    photo_with_both_steps()
    break_off(monkeypatch, place)

    with pytest.raises(Fault):
        process_photos_in(seconds=1)

    photo = Photo.objects.get()
    assert (photo.number_attempts, photo.face_attempts) == counted
    assert UNFORESEEN in (photo.number_failure, photo.face_failure)
    assert "s3cret" not in photo.reason_description
    assert (photo.state == "AwaitingCallback") is (place == FACES)


def test_unforeseen_exception_that_comes_again_and_again_fails_the_photo(peers, monkeypatch):
    PhotoFactory.create(numbers_next_attempt_on=timezone.now())
    callback = answered()
    break_off(monkeypatch, NUMBERS)
    break_off(monkeypatch, ANSWER)

    for _ in range(3):
        with pytest.raises(Fault):
            process_photos_in(days=1)
        with pytest.raises(Fault):
            apply_callback(callback.pk, timezone.now())

    assert set(Photo.objects.values_list("state", flat=True)) == {"Failed"}
    callback.refresh_from_db()
    assert callback.state == CallbackState.FAILED
    assert process_photos_in(days=1) == 0


def test_unforeseen_exception_in_the_consumer_is_counted_and_the_event_done_with(
    peers: SandboxClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_off(monkeypatch, NUMBERS)

    assert consume("photos.photo-published", published(AlbumFactory.create()))

    assert Photo.objects.get().number_attempts == 1


def test_unforeseen_exception_is_not_the_database_being_away(peers, monkeypatch):
    photo = PhotoFactory.create(numbers_next_attempt_on=timezone.now())
    for place in (NUMBERS, ANSWER):
        break_off(monkeypatch, place, OperationalError("the connection is lost"))
    callback = answered()

    with pytest.raises(OperationalError):
        process_photos_in(seconds=1)
    with pytest.raises(OperationalError):
        apply_callback(callback.pk, timezone.now())

    assert {(each.number_attempts, each.number_failure) for each in Photo.objects.all()} == {
        (0, "")
    }
    assert photo in Photo.objects.all()
