"""The state of a photo and its reason in words, also after an unforeseen exception…"""

from datetime import timedelta
from typing import Any
from unittest.mock import Mock
from uuid import UUID

import pytest
from django.conf import settings
from django.db import OperationalError
from django.utils import timezone

from foundation.records.texts import UNFORESEEN
from recognition.models import Album, Callback, CallbackState, Photo, Strategy
from recognition.photos.verdicts import results_in_words
from recognition.processing.callbacks import apply_callback
from recognition.processing.storing import claim_due_photos
from recognition.records.photo_state import settle
from recognition.rejudging import rejudging
from recognition.tests.calls.judging import album_of, judge_due, read, tag
from recognition.tests.calls.processes import consume, process_photos_in
from recognition.tests.factories import (
    AccountSpaceFactory,
    AlbumFactory,
    CallbackFactory,
    PhotoFactory,
    published,
)
from tools.sandbox.client import SandboxClient

SECONDS = timedelta(seconds=1)


def due(**fields: object) -> Photo:
    """Return a photo whose numbers are due, settled."""
    photo = PhotoFactory.create(numbers_next_attempt_on=timezone.now() - SECONDS, **fields)
    settle(photo)
    return photo


@pytest.mark.django_db
def test_a_reason_that_failed_says_that_it_is_being_tried_again() -> None:
    failure = "The number provider answered 503."
    before = due(number_failure=failure, number_attempts=1)

    assert claim_due_photos(timezone.now(), 9)
    photo = Photo.objects.with_album().get(pk=before.pk)

    attempt = f"attempt 2 of {settings.PROCESSING_MAX_ATTEMPTS}"
    said = f"Numbers: {failure} It is being tried again, {attempt}."
    assert (photo.reason_description, photo.reason_group) == (said, failure)
    assert photo.version == before.version
    settle(photo)  # the other step is stored meanwhile
    assert photo.reason_description == said


def settled(**fields: object) -> Photo:
    """Return a photo that waited for its callback, settled with these facts."""
    space = AccountSpaceFactory.create()
    album = AlbumFactory.create(strategy=Strategy.NUMBER, face_space=space)
    photo = PhotoFactory.create(album=album, state="AwaitingCallback", **fields)
    settle(photo)
    return photo


@pytest.mark.django_db
def test_an_answered_photo_whose_faces_are_given_up_is_failed():
    assert settled(number_recognized=True, face_failure="x", face_attempts=8).state == "Failed"


def processed(*numbers: tuple[str, str], persons: int = 0, **album: Any) -> Photo:
    """Return a processed photo with these numbers, each with its rejection."""
    album = {"album__strategy": Strategy.FACE_NUMBER, **album}
    photo = PhotoFactory.create(state="Processed", **album)
    for value, rejection in numbers:
        photo.numbers.create(value=value, rejection=rejection, source="Provider")
    for number in range(persons):
        photo.persons.create(person_id=f"p{number}")
    return photo


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("numbers", "persons", "said"),
    [
        ([("236", ""), ("59", "")], 2, "Numbers: 59, 236. 2 persons."),
        ([("59", ""), ("x", "NotANumber")], 1, "Numbers: 59, 1 rejected. 1 person."),
        (
            [("9999", "NotInStartList")],
            0,
            "No number: “9999” rejected: not in the start list. No face was found.",
        ),
        ([], 0, "No number: none was read on the photo. No face was found."),
    ],
    ids=["numbers", "some rejected", "rejected", "none"],
)
def test_a_photo_is_told_with_its_numbers_or_why_it_has_none(numbers, persons, said):
    assert results_in_words(processed(*numbers, persons=persons)) == said


@pytest.mark.django_db
def test_a_photo_is_told_with_what_the_strategy_does_not_ask_for():
    photo = processed(album__strategy=Strategy.DISABLED)

    assert results_in_words(photo) == (
        "The album's strategy reads no numbers. Faces are not recognised."
    )


FINDING = "infer_in_bursts"


class Fault(Exception):
    """A fault of ours, whose text no caller should read."""


@pytest.fixture
def album() -> Album:
    return album_of(infer_numbers=True)


def break_for(photo: Photo, patched: pytest.MonkeyPatch) -> None:
    real = getattr(rejudging, FINDING)

    def broken(photo_ids: list[UUID], *rest: Any) -> None:
        if photo.pk in photo_ids:
            raise Fault
        real(photo_ids, *rest)

    patched.setattr(rejudging, FINDING, broken)


@pytest.mark.django_db
def test_a_photo_whose_judging_failed_has_no_reason_once_it_is_judged(album, monkeypatch):
    photo = read(album, tag("101"))
    with monkeypatch.context() as patched:
        break_for(photo, patched)
        judge_due()

    Photo.objects.filter(pk=photo.pk).update(judge_on=timezone.now() - SECONDS)
    judge_due()

    photo.refresh_from_db()
    assert (photo.judge_attempts, photo.judge_on, photo.reason_description) == (0, None, "")


NUMBERS = "recognition.processing.processing.request_recognition"
FACES = "recognition.processing.processing.face_provider"
ANSWER = "recognition.processing.callbacks.use_report"


def break_off(patched: pytest.MonkeyPatch, place: str, error: Exception | None = None) -> None:
    patched.setattr(place, Mock(side_effect=error or Fault("?token=s3cret")))


def answered() -> Callback:
    return CallbackFactory.create(
        request__photo__state="AwaitingCallback",
        request__photo__callback_due_on=timezone.now() + timedelta(minutes=30),
    )


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize(("place", "counted"), [(NUMBERS, (1, 0)), (FACES, (0, 1))])
def test_unforeseen_exception_counts_as_an_attempt_of_its_step(peers, monkeypatch, place, counted):
    album = AlbumFactory.create(strategy="Number", face_space=AccountSpaceFactory.create())
    now = timezone.now()
    PhotoFactory.create(album=album, numbers_next_attempt_on=now, faces_next_attempt_on=now)
    break_off(monkeypatch, place)

    with pytest.raises(Fault):
        process_photos_in(seconds=1)

    photo = Photo.objects.get()
    assert (photo.number_attempts, photo.face_attempts) == counted
    assert UNFORESEEN in (photo.number_failure, photo.face_failure)
    assert "s3cret" not in photo.reason_description
    assert (photo.state == "AwaitingCallback") is (place == FACES)


@pytest.mark.usefixtures("transactional_db")
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


@pytest.mark.usefixtures("transactional_db")
def test_unforeseen_exception_in_the_consumer_is_counted_and_the_event_done_with(
    peers: SandboxClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_off(monkeypatch, NUMBERS)

    assert consume("photos.photo-published", published(AlbumFactory.create()))

    assert Photo.objects.get().number_attempts == 1


@pytest.mark.usefixtures("transactional_db")
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
