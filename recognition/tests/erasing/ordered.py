"""Orders to erase a person, and photos that they are on."""

from uuid import uuid4

from django.utils import timezone

from foundation.records.audit import Actor
from recognition.erasing.ordering import ErasePersonCommand
from recognition.models import Album, NumberSource, Photo, PhotoNumber, PhotoPerson, PhotoState
from recognition.tests.factories import PhotoFactory

ANN, BOB = "7d0a5b1c-runner-ann", "f0c1d2e3-runner-bob"


def photo_of(album: Album, *persons: str, numbers: tuple[str, ...] = ()) -> Photo:
    """Return a photo on which these persons and numbers were recognised."""
    photo = PhotoFactory.create(
        album=album, state=PhotoState.PROCESSED, face_recognized=True, number_recognized=True
    )
    for person in persons:
        PhotoPerson.objects.create(photo=photo, person_id=person, confidence=0.9)
    for number in numbers:
        PhotoNumber.objects.create(
            photo=photo, value=number, source=NumberSource.PROVIDER, album_id=album.pk
        )
    return photo


def order(album: Album, person: str = ANN) -> ErasePersonCommand:
    """Return the order to erase a person; each call is another order."""
    return ErasePersonCommand(
        erasure_id=uuid4(),
        album_id=album.pk,
        person_id=person,
        reason="By letter.",
        by=Actor("olga"),
        now=timezone.now(),
    )
