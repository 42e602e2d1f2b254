"""A selfie sent to either group is answered with persons and photos, or says what is wrong."""

from functools import partial
from typing import Any
from uuid import uuid4

import pytest
import requests
from django.utils import timezone
from rest_framework.test import APIClient

from foundation.messaging.tests.play.racing import at_once
from foundation.records.models import AuditEntry
from foundation.rest.tests.conftest import Caller
from recognition.commands.selfies.recognising import RecogniseSelfieCommand, recognise_selfie
from recognition.models import Album, Selfie, SelfieImage, SelfiePerson
from recognition.tests.calls.selfies import ADMIN, CLIENT, send
from recognition.tests.factories import AlbumFactory
from recognition.tests.play.sandbox_albums import album_that_knows, album_with_faces
from recognition.tests.play.selfie_pictures import digest, photo_of, picture, picture_sent
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db


@pytest.fixture
def album(peers: SandboxClient) -> Album:
    return album_that_knows(peers, "anna")


@pytest.mark.parametrize(
    ("url", "role"), [(CLIENT, "recognition.selfie"), (ADMIN, "recognition.manage")]
)
@pytest.mark.parametrize("version", ["v1", "v2"])
def test_a_selfie_at_an_address_finds_its_persons_and_their_photos(
    peers: SandboxClient, caller: Caller, album: Album, url: str, role: str, version: str
) -> None:
    address = peers.url("album", "/pixel.jpg?me")
    peers.set_truth(pixel_digest(peers), persons=["anna"], provider="face-provider")
    seen = photo_of(album, "anna", "bob", url="http://h/seen.jpg")
    photo_of(album, "bob")

    answer = caller(role).post(
        url.replace("v2", version), {"albumId": str(album.pk), "imageUrl": address}, format="json"
    )

    assert answer.status_code == 201
    assert answer.json() == {
        "selfieId": str(Selfie.objects.get().pk),
        "albumId": str(album.pk),
        "state": "Recognized",
        "persons": [{"personId": "anna", "confidence": 0.95}],
        "photos": [{"photoId": str(seen), "imageUrl": "http://h/seen.jpg"}],
    }


def pixel_digest(peers: SandboxClient) -> str:
    return digest(requests.get(peers.url("album", "/pixel.jpg?me"), timeout=10).content)


@pytest.mark.parametrize(("path", "rows"), [(CLIENT, 0), (ADMIN, 1)])
def test_staff_who_look_for_someone_are_in_the_audit_and_participants_are_not(
    caller: Caller, album: Album, path: str, rows: int
) -> None:
    client = caller("recognition.manage", "recognition.selfie")
    body = {"selfieId": str(uuid4()), "albumId": str(album.pk)}

    for _ in range(2):
        answer = client.post(path, {**body, "image": picture_sent()}, format="multipart")

    assert answer.status_code == 200
    assert AuditEntry.objects.count() == rows


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "MPO"])
def test_a_selfie_that_is_sent_is_recognised_and_not_kept(peers, participant, album, kind):
    content = picture(kind)
    peers.set_truth(digest(content), persons=["anna"], provider="face-provider")

    answer = send(participant, album, content)

    assert (answer.status_code, answer.json()["state"]) == (201, "Recognized")
    assert not SelfieImage.objects.exists()


def test_a_selfie_makes_no_person_known(peers, participant, album):
    content = picture()
    peers.set_truth(digest(content), persons=["stranger"], provider="face-provider")

    states = [send(participant, album, content).json()["state"] for _ in range(2)]

    assert states == ["NotFound", "NotFound"]


def test_a_picture_without_a_face_is_not_found(participant: APIClient, album: Album) -> None:
    photo_of(album, "anna")

    answer = send(participant, album)

    assert answer.status_code == 201
    body = answer.json()
    assert (body["state"], body["persons"], body["photos"]) == ("NotFound", [], [])


def test_reading_it_again_shows_the_photos_that_came_since(peers, participant, album):
    content = picture()
    peers.set_truth(digest(content), persons=["anna"], provider="face-provider")
    selfie = send(participant, album, content).json()
    assert selfie["photos"] == []
    seen = photo_of(album, "anna")

    answer = participant.get(f"{CLIENT}/{selfie['selfieId']}")

    assert answer.status_code == 200
    assert answer.json() == {
        **selfie,
        "photos": [{"photoId": str(seen), "imageUrl": "http://h/1.jpg"}],
    }


def test_photos_of_other_albums_and_deleted_ones_are_left_out_and_the_rest_is_bounded(
    participant: APIClient, album: Album, settings: Any
) -> None:
    settings.SELFIE_MAX_PHOTOS = 2
    selfie = Selfie.objects.create(album=album, state="Recognized")
    SelfiePerson.objects.create(selfie=selfie, person_id="anna")
    photo_of(AlbumFactory.create(), "anna")
    photo_of(album, "anna", state="Deleted")
    seen = {str(photo_of(album, "anna")) for _ in range(3)}

    photos = participant.get(f"{CLIENT}/{selfie.pk}").json()["photos"]

    assert len(photos) == 2
    assert {photo["photoId"] for photo in photos} < seen


def test_the_surest_person_comes_first(participant: APIClient, album: Album) -> None:
    selfie = Selfie.objects.create(album=album, state="Recognized")
    for person, confidence in (("a", None), ("b", 0.5), ("c", 0.9)):
        SelfiePerson.objects.create(selfie=selfie, person_id=person, confidence=confidence)

    persons = participant.get(f"{CLIENT}/{selfie.pk}").json()["persons"]

    assert [person["personId"] for person in persons] == ["c", "b", "a"]


def test_an_unknown_album_is_404(participant: APIClient, peers: SandboxClient) -> None:
    answer = send(participant, AlbumFactory.build(), picture())

    assert (answer.status_code, answer.json()["code"]) == (404, "album-not-found")


# --- Repeats --------------------------------------------------------------------------------------


def test_the_same_id_with_the_same_picture_changes_nothing(peers, participant, album):
    content, selfie_id = picture(), str(uuid4())
    first = send(participant, album, content, selfieId=selfie_id)
    peers.set_truth(digest(content), persons=["anna"], provider="face-provider")

    again = send(participant, album, content, selfieId=selfie_id)

    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert Selfie.objects.count() == 1


def test_the_same_id_with_another_picture_is_409(participant: APIClient, album: Album) -> None:
    selfie_id = str(uuid4())
    send(participant, album, selfieId=selfie_id)

    again = send(participant, album, picture(colour="blue"), selfieId=selfie_id)

    assert (again.status_code, again.json()["code"]) == (409, "selfie-differs")
    assert Selfie.objects.count() == 1


@pytest.mark.usefixtures("transactional_db")
def test_of_two_at_once_with_the_same_id_one_makes_the_selfie(peers: SandboxClient) -> None:
    album, selfie_id = album_with_faces(peers), uuid4()
    peers.behave("face-provider", latency=0.3)
    command = RecogniseSelfieCommand(
        selfie_id=selfie_id, album_id=album.pk, now=timezone.now(), image=picture()
    )

    made = at_once(*[partial(recognise_selfie, command)] * 2)

    assert sorted(each.is_new for each in made) == [False, True]
    assert Selfie.objects.get().pk == selfie_id
