"""The face of an erased person, on a photo that is recognised again from scratch…"""

from typing import Any

import pytest
from django.utils import timezone

from foundation.messaging.models import OutboxMessage
from foundation.privacy.models import Erasure
from foundation.privacy.names import is_erased
from foundation.privacy.tests.play.erasing import erased
from recognition.commands.erasing.ordering import erase_person
from recognition.commands.photos.results import keep_persons
from recognition.commands.photos.state import settle
from recognition.erased import person_name
from recognition.models import Album, ErasedFaces, Photo, PhotoPerson
from recognition.providers.faces import RecognisedPerson
from recognition.tests.erasing.ordered import ANN, BOB, order
from recognition.tests.factories import PhotoFactory

pytestmark = pytest.mark.django_db

PLACE = {"left": 0.4, "top": 0.2, "width": 0.1, "height": 0.15}

NEAR = {"left": 0.42, "top": 0.21, "width": 0.08, "height": 0.12}

ELSEWHERE = {"left": 0.7, "top": 0.2, "width": 0.1, "height": 0.15}

NEW = "0a1b2c3d-someone-new"


def seen(album: Album, photo: Photo | None = None, /, **faces: Any) -> Photo:
    """Recognise persons on a photo, at these places."""
    photo = photo or PhotoFactory.create(album=album, number_recognized=True)
    photo = Photo.objects.locked_with_album(photo.pk)
    persons = [
        RecognisedPerson(person_id=who, confidence=0.9, box=box) for who, box in faces.items()
    ]
    keep_persons(photo, persons, timezone.now())
    settle(photo)
    return photo


def persons_of(photo: Photo) -> list[str]:
    return sorted(photo.persons.values_list("person_id", flat=True))


def last_sent(photo: Photo) -> list[str]:
    message = OutboxMessage.objects.filter(key=f"{photo.pk}/persons").latest("pk")
    return sorted(each["personId"] for each in message.body["persons"])


def test_is_kept_away_by_its_place_and_erased_again(album: Album) -> None:
    photo = seen(album, **{ANN: PLACE, BOB: ELSEWHERE})
    erased(erase_person(order(album)))

    seen(album, photo, **{NEW: NEAR, BOB: ELSEWHERE})

    assert persons_of(photo) == last_sent(photo) == [BOB]
    assert ErasedFaces.objects.get().boxes == [PLACE]
    again = Erasure.objects.unfinished().get()
    assert again.started_by == ""
    assert is_erased(*person_name(album.pk, NEW))
    erased(again)
    assert seen(album, **{NEW: ELSEWHERE}).persons.count() == 0


def test_is_another_person_s_at_another_place_and_kept_away_as_a_known_person(album):
    photo, other = seen(album, **{ANN: PLACE}), seen(album, **{ANN: PLACE})
    seen(album, **{BOB: PLACE})
    erased(erase_person(order(album)))

    seen(album, photo, **{NEW: ELSEWHERE})
    seen(album, other, **{BOB: NEAR})

    assert (persons_of(photo), persons_of(other)) == ([NEW], [])
    assert PhotoPerson.objects.filter(person_id=BOB).count() == 1
    assert not Erasure.objects.unfinished().exists()  # he is known, and not erased


def test_is_spoken_of_before(album, staff):
    seen(album, **{ANN: PLACE})
    photo = seen(album, **{ANN: None})
    erased(erase_person(order(album)))
    pages = [
        f"/admin/recognition/album/{album.pk}/process-from-scratch/",
        f"/admin/recognition/photo/{photo.pk}/process-from-scratch/",
    ]

    of_album, of_photo = (staff.get(page, secure=True).content.decode() for page in pages)

    assert "2 photos have an erased person: a face near theirs is kept away." in of_album
    assert "On 1 photo their place is not known: they may come back." in of_album
    assert "1 photo has an erased person" in of_photo
