"""The erased of an album stay erased…"""

from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from foundation.messaging.models import OutboxMessage
from foundation.privacy.models import Erasure
from foundation.privacy.registry import Marks, is_erased
from foundation.privacy.tests.play.erasing import erased
from recognition.erasing.ordering import EraseSelfieCommand, erase_person, erase_selfie
from recognition.models import (
    Album,
    Callback,
    ErasedFaces,
    NumberRequest,
    Photo,
    PhotoCorrection,
    PhotoNumber,
    PhotoPerson,
    Selfie,
    SelfiePerson,
    SelfieState,
    Strategy,
)
from recognition.processing.results import keep_persons
from recognition.providers.faces import RecognisedPerson
from recognition.records.erased import number_name, person_name
from recognition.records.photo_state import settle
from recognition.selfies import recognising
from recognition.selfies.recognising import RecogniseSelfieCommand, recognise_selfie
from recognition.tests.calls.callbacks import address, payload_of, post
from recognition.tests.erasing.ordered import ANN, BOB, order
from recognition.tests.factories import (
    AccountSpaceFactory,
    AlbumFactory,
    NumberRequestFactory,
    PhotoFactory,
)
from recognition.tests.play.selfie_pictures import picture
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db

NUMBER = "987654321"


@pytest.fixture
def album(sandbox: SandboxClient, settings: Any) -> Album:
    settings.NUMBER_PROVIDER_URL = sandbox.url("number-provider")
    return AlbumFactory.create(strategy=Strategy.FACE_NUMBER, start_number_capacity=9)


def _answer(photo: Photo, **more: Any) -> dict[str, Any]:
    """Return a callback with Ann and her number, and with Bob."""
    persons = [{"id": ANN, "confidence": 0.9}, {"id": BOB}]
    read = {"value": NUMBER, "confidence": 0.9, "phrase": f"Ann {NUMBER} runs"}
    return payload_of(photo, persons=persons, tags=[read], **more)


def _asked(album: Album) -> NumberRequest:
    return NumberRequestFactory.create(photo__album=album, type="FACE_NUMBER")


def _erase(album: Album) -> None:
    erased(erase_person(order(album)))


def _stored() -> str:
    tables = (Callback, PhotoPerson, PhotoNumber, OutboxMessage)
    return str([list(table.objects.values()) for table in tables])


def test_after_a_callback_that_comes_again(album: Album, anybody: APIClient) -> None:
    request = _asked(album)
    first = post(anybody, address(request), _answer(request.photo))
    _erase(album)

    again = post(anybody, address(request), _answer(request.photo))
    differing = post(anybody, address(request), _answer(request.photo, attempt=2))

    assert [first.status_code, again.status_code, differing.status_code] == [202, 202, 202]
    assert Callback.objects.count() == 2  # the repeat is known by its digest
    assert ANN not in _stored()
    assert NUMBER not in _stored()


def test_after_a_callback_about_another_photo_but_not_in_other_albums(album, anybody):
    request, late = _asked(album), _asked(album)
    other = NumberRequestFactory.create(
        photo__album__strategy="Number", photo__album__start_number_capacity=9
    )
    post(anybody, address(request), _answer(request.photo))
    _erase(album)

    post(anybody, address(late), _answer(late.photo))

    [person] = PhotoPerson.objects.filter(photo=late.photo)
    assert person.person_id == BOB
    assert not PhotoNumber.objects.filter(photo=late.photo).exists()
    assert ANN not in _stored()
    assert NUMBER not in _stored()
    post(anybody, address(other), _answer(other.photo))
    assert PhotoNumber.objects.filter(photo=other.photo, value=NUMBER).exists()


def test_after_a_selfie_that_was_searched_for_meanwhile(sandbox, monkeypatch):
    space = AccountSpaceFactory.create(account__base_url=sandbox.url("face-provider"))
    album = AlbumFactory.create(face_space=space, strategy="Number")
    PhotoPerson.objects.create(photo=PhotoFactory.create(album=album), person_id=ANN)

    class Slow:
        def search(self, *_: Any) -> list[RecognisedPerson]:
            _erase(album)
            return [RecognisedPerson(person_id=ANN, confidence=0.9, box=None)]

    monkeypatch.setattr(recognising, "face_provider", lambda *_: Slow())
    selfie = recognise_selfie(
        RecogniseSelfieCommand(
            selfie_id=uuid4(), album_id=album.pk, now=timezone.now(), image=picture()
        )
    ).record

    assert selfie.state == SelfieState.NOT_FOUND
    assert not SelfiePerson.objects.exists()


@pytest.mark.parametrize("typed", [NUMBER, f" {NUMBER[:3]} {NUMBER[3:]} "])
def test_after_staff_type_their_number_again(album, anybody, manager, typed):
    request = _asked(album)
    post(anybody, address(request), _answer(request.photo))
    _erase(album)

    path = f"/admin-api/api/v2/photos/{request.photo_id}/tags"
    answer = manager.put(path, {"values": ["7", typed]}, format="json")

    assert (answer.status_code, answer.json()["code"]) == (422, "number-not-accepted")
    assert answer.json()["errors"][0]["field"] == "values.1"
    assert "eras" not in answer.json()["errors"][0]["detail"]
    assert not PhotoCorrection.objects.exists()
    assert NUMBER not in _stored()


def test_after_the_same_selfie_is_sent_again(album: Album, participant: APIClient) -> None:
    selfie = Selfie.objects.create(album=album, state=SelfieState.NOT_FOUND)
    command = EraseSelfieCommand(
        erasure_id=uuid4(), selfie_id=selfie.pk, by=None, now=timezone.now()
    )
    done = erased(erase_selfie(command))

    body = {"selfieId": str(selfie.pk), "albumId": str(album.pk), "imageUrl": "http://a.example/b"}
    answer = participant.post("/client-api/api/v2/selfies", body, format="json")

    assert done.what == {"selfies": 1}
    assert (answer.status_code, answer.json()["code"]) == (409, "selfie-erased")
    assert not Selfie.objects.exists()


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


def test_and_a_face_is_kept_away_by_its_place_and_erased_again(album: Album) -> None:
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


def test_and_a_face_is_another_person_s_at_another_place(album):
    photo, other = seen(album, **{ANN: PLACE}), seen(album, **{ANN: PLACE})
    seen(album, **{BOB: PLACE})
    erased(erase_person(order(album)))

    seen(album, photo, **{NEW: ELSEWHERE})
    seen(album, other, **{BOB: NEAR})

    assert (persons_of(photo), persons_of(other)) == ([NEW], [])
    assert PhotoPerson.objects.filter(person_id=BOB).count() == 1
    assert not Erasure.objects.unfinished().exists()  # he is known, and not erased


def test_and_a_face_is_spoken_of_before(album, staff):
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


ALBUM = uuid4()


@pytest.mark.parametrize(
    ("written", "is_same"),
    [
        *((each, True) for each in ("T2182", "t2182", "T-2182", "T 02182", "T002182")),
        *((each, False) for each in ("2182", "S2182", "T21820", "T2182A")),
    ],
)
def test_and_a_number_with_letters_is_known_however_it_is_written(written: str, is_same: bool):
    assert (number_name(ALBUM, written) == number_name(ALBUM, "T2182")) is is_same


def test_and_a_number_leaves_no_trace_in_texts_and_json() -> None:
    of_letters, of_digits = Marks(numbers=["T2182", "12A"]), Marks(numbers=["42"])
    said = {"tags": [{"value": "t-02182"}, {"value": "7"}], "phrase": "0012a T 2182"}

    assert of_letters.without(said) == {"tags": [{"value": "7"}], "phrase": "(erased) (erased)"}
    assert of_digits.without(["0042", "4 2", "T42", "421"]) == ["T42", "421"]
