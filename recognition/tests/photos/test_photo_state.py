"""A photo whose callback was applied…"""

from datetime import timedelta

import pytest
from django.utils import timezone

from recognition.commands.photos.state import settle
from recognition.models import Photo, Strategy
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory, PhotoFactory

pytestmark = pytest.mark.django_db


def settled(**fields: object) -> Photo:
    """Return a photo that waited for its callback, settled with these facts."""
    space = AccountSpaceFactory.create()
    album = AlbumFactory.create(
        strategy=Strategy.NUMBER, face_account=space.account, face_space=space
    )
    photo = PhotoFactory.create(album=album, state="AwaitingCallback", **fields)
    settle(photo)
    return photo


def test_and_whose_faces_are_still_tried_is_new():
    photo = settled(
        number_recognized=True,
        face_failure="The face provider answered 500.",
        faces_next_attempt_on=timezone.now() + timedelta(minutes=1),
    )

    assert photo.state == "New"
    assert "The face provider answered 500." in photo.reason_description


def test_and_whose_faces_are_given_up_is_failed():
    assert settled(number_recognized=True, face_failure="x", face_attempts=8).state == "Failed"


def test_too_late_and_is_asked_for_again_is_new():
    photo = settled(face_recognized=True, numbers_next_attempt_on=timezone.now())

    assert photo.state == "New"


def test_and_needs_no_number_provider_any_more_awaits_none():
    now = timezone.now()

    photo = settled(number_recognized=True, faces_next_attempt_on=now, callback_due_on=now)

    assert (photo.state, photo.callback_due_on) == ("New", None)
