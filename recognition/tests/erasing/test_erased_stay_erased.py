"""The erased of an album stay erased…"""

from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from foundation.messaging.models import OutboxMessage
from foundation.privacy.tests.play.erasing import erased
from recognition.commands.erasing.ordering import EraseSelfieCommand, erase_person, erase_selfie
from recognition.commands.selfies import recognising
from recognition.commands.selfies.recognising import RecogniseSelfieCommand, recognise_selfie
from recognition.models import (
    Album,
    Callback,
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
from recognition.providers.faces import RecognisedPerson
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
    album = AlbumFactory.create(face_account=space.account, face_space=space, strategy="Number")
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
