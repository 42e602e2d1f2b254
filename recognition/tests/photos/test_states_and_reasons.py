"""The state of a photo, and what is said of it in words…"""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.utils import timezone

from recognition.models import Album, Photo, Strategy
from recognition.photos.verdicts import results_in_words
from recognition.processing.storing import claim_due_photos
from recognition.records.photo_state import settle
from recognition.rejudging import rejudging
from recognition.tests.calls.judging import album_of, judge_due, read, tag
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory, PhotoFactory

pytestmark = pytest.mark.django_db


SECONDS = timedelta(seconds=1)


def due(**fields: object) -> Photo:
    """Return a photo whose numbers are due, settled."""
    photo = PhotoFactory.create(numbers_next_attempt_on=timezone.now() - SECONDS, **fields)
    settle(photo)
    return photo


def claimed(photo: Photo) -> Photo:
    assert claim_due_photos(timezone.now(), 9)
    return Photo.objects.with_album().get(pk=photo.pk)


def test_a_reason_that_failed_says_that_it_is_being_tried_again() -> None:
    failure = "The number provider answered 503."
    before = due(number_failure=failure, number_attempts=1)

    photo = claimed(before)

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


def test_a_photo_is_told_with_what_the_strategy_does_not_ask_for():
    photo = processed(album__strategy=Strategy.DISABLED)

    assert results_in_words(photo) == (
        "The album's strategy reads no numbers. Faces are not recognised."
    )


FINDING = "infer_in_bursts"


class Fault(Exception):
    """A fault of ours."""


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


def now_due(photo: Photo) -> None:
    Photo.objects.filter(pk=photo.pk).update(judge_on=timezone.now() - timedelta(seconds=1))


def test_a_photo_whose_judging_failed_has_no_reason_once_it_is_judged(album, monkeypatch):
    photo = read(album, tag("101"))
    with monkeypatch.context() as patched:
        break_for(photo, patched)
        judge_due()

    now_due(photo)
    judge_due()

    photo.refresh_from_db()
    assert (photo.judge_attempts, photo.judge_on, photo.reason_description) == (0, None, "")
