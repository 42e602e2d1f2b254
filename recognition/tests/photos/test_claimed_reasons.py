"""The reason of a photo that a process has claimed …"""

from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from recognition.commands.photos.state import settle
from recognition.commands.photos.sweeping import claim_due_photos
from recognition.models import Photo
from recognition.queries.photos.verdicts import why_in_words
from recognition.tests.factories import PhotoFactory

pytestmark = pytest.mark.django_db

PAUSED = "The number provider is paused since 2026-11-23 08:00:00 UTC: It is away."
SECONDS = timedelta(seconds=1)


def due(**fields: object) -> Photo:
    """Return a photo whose numbers are due, settled."""
    photo = PhotoFactory.create(numbers_next_attempt_on=timezone.now() - SECONDS, **fields)
    settle(photo)
    return photo


def claimed(photo: Photo) -> Photo:
    assert claim_due_photos(timezone.now(), 9)
    return Photo.objects.with_album().get(pk=photo.pk)


def test_that_waited_for_a_pause_is_that_of_any_photo_under_way() -> None:
    photo = claimed(due(number_failure=PAUSED))

    assert (photo.reason_description, photo.reason_group) == ("", "")
    assert why_in_words(photo) == "It is being processed, or is about to be."
    assert photo.number_failure == PAUSED


def test_that_failed_says_that_it_is_being_tried_again() -> None:
    failure = "The number provider answered 503."
    before = due(number_failure=failure, number_attempts=1)

    photo = claimed(before)

    attempt = f"attempt 2 of {settings.PROCESSING_MAX_ATTEMPTS}"
    said = f"Numbers: {failure} It is being tried again, {attempt}."
    assert (photo.reason_description, photo.reason_group) == (said, failure)
    assert photo.version == before.version
    settle(photo)  # the other step is stored meanwhile
    assert photo.reason_description == said


def test_keeps_what_the_other_step_waits_for() -> None:
    later = timezone.now() + timedelta(minutes=9)
    failure = "The face provider answered 503."

    photo = claimed(due(number_failure=PAUSED, face_failure=failure, faces_next_attempt_on=later))

    assert photo.reason_description == f"Faces: {failure} Next attempt at {later:%F %T} UTC."


def test_is_stored_for_all_of_them_at_once() -> None:
    due(number_failure=PAUSED)
    with CaptureQueriesContext(connection) as one:
        claim_due_photos(timezone.now(), 9)
    for _ in range(5):
        due(number_failure=PAUSED)

    with CaptureQueriesContext(connection) as several:
        assert len(claim_due_photos(timezone.now(), 9)) == 5

    assert len(several) == len(one)
