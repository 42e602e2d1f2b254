"""A selfie sent to either group is answered with persons and photos, or says what is wrong."""

from functools import partial
from typing import Any
from uuid import uuid4

import pytest
import requests
from django.utils import timezone
from rest_framework.test import APIClient
from structlog.testing import capture_logs

from foundation.messaging.tests.play.racing import at_once
from foundation.records.models import AuditEntry
from foundation.rest.tests.conftest import Caller
from recognition.models import Album, Selfie, SelfieImage, SelfiePerson
from recognition.providers.failures import FinalFailure
from recognition.selfies.recognising import NOT_REACHED, RecogniseSelfieCommand, recognise_selfie
from recognition.tests.calls.selfies import ADMIN, CLIENT, nothing_kept, send
from recognition.tests.factories import AlbumFactory
from recognition.tests.play.sandbox_albums import album_that_knows, album_with_faces
from recognition.tests.play.selfie_pictures import bomb, digest, photo_of, picture, picture_sent
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db


@pytest.fixture
def album(peers: SandboxClient) -> Album:
    return album_that_knows(peers, "anna")


@pytest.mark.parametrize(
    ("url", "role"), [(CLIENT, "recognition.selfie"), (ADMIN, "recognition.manage")]
)
def test_a_selfie_at_an_address_finds_its_persons_and_their_photos(peers, caller, album, url, role):
    address = peers.url("album", "/pixel.jpg?me")
    peers.set_truth(pixel_digest(peers), persons=["anna"], provider="face-provider")
    seen = photo_of(album, "anna", "bob", url="http://h/seen.jpg")
    photo_of(album, "bob")

    given = {"albumId": str(album.pk), "imageUrl": address}
    answer = caller(role).post(url, given, format="json")

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


def test_the_same_id_with_the_same_picture_changes_nothing(peers, participant, album):
    content, selfie_id = picture(), str(uuid4())
    first = send(participant, album, content, selfieId=selfie_id)
    peers.set_truth(digest(content), persons=["anna"], provider="face-provider")

    again = send(participant, album, content, selfieId=selfie_id)
    other = send(participant, album, picture(colour="blue"), selfieId=selfie_id)

    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert (other.status_code, other.json()["code"]) == (409, "selfie-differs")
    assert Selfie.objects.count() == 1
    for body in ({}, {"imageUrl": "http://h/1.jpg"}, {"albumId": "x", "imageUrl": "ftp://h/1.jpg"}):
        for kind in ("json", "multipart"):
            assert participant.post(CLIENT, body, format=kind).status_code == 422


@pytest.mark.parametrize("setting", ["IMAGE_MAX_BYTES", "UPLOAD_MAX_BYTES"])
def test_a_huge_picture_is_413(participant, album, settings, setting):
    setattr(settings, setting, 500)
    answer = send(participant, album, picture("PNG") + bytes(1000))
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
    assert nothing_kept()


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


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"not a picture", "JPEG, PNG or WebP"),
        (picture()[:-200], "JPEG, PNG or WebP"),
        (picture("PNG")[:60], "JPEG, PNG or WebP"),
        (picture("GIF"), "JPEG, PNG or WebP"),
        (bomb(7_000), "more than the 48000000 pixels"),
        (bomb(100_000), "more than the 64000000 pixels"),
        (b"", ""),
        (picture("WEBP"), ""),  # this provider takes none
    ],
    ids=["text", "half a JPEG", "half a PNG", "GIF", "large", "bomb", "empty", "refused"],
)
def test_what_is_no_usable_picture_is_422_on_the_image(peers, participant, album, content, says):
    asked = peers.stats("face-provider")["requests"]

    answer = send(participant, album, content)

    assert answer.status_code == 422
    [error] = answer.json()["errors"]
    assert error["field"] == "image"
    assert says in error["detail"]
    if says:
        assert error["code"] == "image-unusable"
        assert peers.stats("face-provider")["requests"] == asked
    assert nothing_kept()


def test_a_picture_that_the_provider_refuses_is_422_and_names_nothing_of_ours(
    peers: SandboxClient, participant: APIClient, album: Album, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        assert album.face_account is not None
        raise FinalFailure(f"The face provider {album.face_account.name} answered 415.")

    monkeypatch.setattr("recognition.providers.faces.http.HttpFaceProvider.search", refuse)

    answer = send(participant, album)

    assert (answer.status_code, answer.json()["code"]) == (422, "image-unusable")
    assert album.face_account is not None
    for ours in (album.face_account.name, album.face_account.base_url, "127.0.0.1"):
        assert ours not in answer.content.decode()
    assert nothing_kept()


@pytest.mark.parametrize(
    ("path", "says"),
    [("/text", "text/plain"), ("/missing", "status 404"), ("/huge", "more than 100,000 bytes")],
)
def test_an_address_without_a_usable_picture_is_422_on_the_address(
    peers: SandboxClient, participant: APIClient, album: Album, settings: Any, path: str, says: str
) -> None:
    settings.IMAGE_MAX_BYTES = 100_000
    body = {"albumId": str(album.pk), "imageUrl": peers.url("album", path)}

    answer = participant.post(CLIENT, body, format="json")

    assert answer.status_code == 422
    [error] = answer.json()["errors"]
    assert error["field"] == "imageUrl"
    assert says in error["detail"]


@pytest.mark.parametrize(
    ("host", "reason"),
    [("127.0.0.1", "is a private address"), ("no-such-host.invalid", "could not be resolved")],
)
def test_an_address_inside_our_network_is_422_and_not_told_from_one_that_does_not_exist(
    participant: APIClient, album: Album, settings: Any, host: str, reason: str
) -> None:
    settings.ALLOW_PRIVATE_IMAGE_URLS = False
    body = {"albumId": str(album.pk), "imageUrl": f"http://{host}/pixel.jpg"}

    with capture_logs() as logs:
        answer = participant.post(CLIENT, body, format="json")

    assert answer.status_code == 422
    [error] = answer.json()["errors"]
    assert error["field"] == "imageUrl"
    assert {error["detail"], answer.json()["detail"]} == {NOT_REACHED}
    assert host not in answer.content.decode()
    [refused] = [line for line in logs if line["event"] == "selfie_refused"]
    assert host in refused["reason"]
    assert reason in refused["reason"]


@pytest.mark.parametrize("why", ["no face provider", "album off", "tenant off"])
def test_an_album_in_which_no_faces_are_recognised_is_409(participant, album, why):
    if why == "no face provider":
        album.store(face_account=None, face_space=None)
    elif why == "album off":
        album.store(state="Off")
    else:
        assert album.tenant is not None
        album.tenant.store(recognition_state="Off")

    answer = send(participant, album)

    assert (answer.status_code, answer.json()["code"]) == (409, "faces-not-recognised")
