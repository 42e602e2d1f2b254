"""Correcting the numbers of a photo…"""

from uuid import uuid4

import pytest
from django.utils import timezone

from messaging.models import OutboxMessage
from recognition.commands.photos.publishing import DeletePhotoCommand, delete_photo
from recognition.commands.photos.tagging import CorrectTaggingCommand, PhotoDeleted, correct_tagging
from recognition.models import Photo, PhotoState
from recognition.models.photos import PhotoNotFound
from recognition.tests.factories import PhotoFactory

pytestmark = pytest.mark.django_db


def correct(photo: Photo, *numbers: str) -> Photo:
    return correct_tagging(
        CorrectTaggingCommand(photo_id=photo.pk, numbers=numbers, now=timezone.now())
    )


def sent() -> list[tuple[int, list[str]]]:
    """Return versions and tags of what was sent to the photo service."""
    rows = OutboxMessage.objects.filter(destination="photo-service").order_by("pk")
    bodies = [row.body for row in rows if "tags" in row.body]
    return [(body["version"], [tag["value"] for tag in body["tags"]]) for body in bodies]


def test_correction_replaces_what_people_read_and_sends_it_with_the_next_version():
    photo = PhotoFactory.create(album__strategy="Manual")
    correct(photo, "12", "13")

    corrected = correct(photo, "14")

    assert list(photo.numbers.values_list("value", "source")) == [("14", "Manual")]
    assert corrected.state == PhotoState.PROCESSED
    [(first, _), (last, tags)] = sent()
    assert (last > first, tags) == (True, ["14"])


def test_correction_of_a_deleted_photo_is_refused():
    photo = PhotoFactory.create(album__strategy="Manual")
    delete_photo(DeletePhotoCommand(photo_id=photo.pk, album_id=photo.album_id))

    with pytest.raises(PhotoDeleted):
        correct(photo, "14")

    assert not photo.numbers.exists()
    assert sent() == []


def test_correction_of_an_unknown_photo_is_refused():
    with pytest.raises(PhotoNotFound):
        correct(Photo(pk=uuid4()), "14")
