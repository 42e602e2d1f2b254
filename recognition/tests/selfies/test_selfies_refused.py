"""A selfie that cannot be recognised says why, on the field that is wrong, and nothing is kept."""

from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient
from structlog.testing import capture_logs

from recognition.commands.selfies.recognising import NOT_REACHED
from recognition.models import Account, Album
from recognition.providers.failures import FinalFailure
from recognition.tests.calls.selfies import CLIENT, nothing_kept, send
from recognition.tests.play.sandbox_albums import album_that_knows
from recognition.tests.play.selfie_pictures import bomb, picture
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db


@pytest.fixture
def album(peers: SandboxClient) -> Album:
    return album_that_knows(peers, "anna")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"not a picture", "JPEG, PNG or WebP"),
        (picture()[:-200], "JPEG, PNG or WebP"),
        (picture("PNG")[:60], "JPEG, PNG or WebP"),
        (picture("GIF"), "JPEG, PNG or WebP"),
        (bomb(7_000), "more than the 48000000 pixels"),
        (bomb(100_000), "more than the 64000000 pixels"),
    ],
    ids=["text", "half a JPEG", "half a PNG", "GIF", "large", "bomb"],
)
def test_what_is_no_usable_picture_is_422_on_the_image(peers, participant, album, content, says):
    asked = peers.stats("face-provider")["requests"]

    answer = send(participant, album, content)

    assert answer.status_code == 422
    [error] = answer.json()["errors"]
    assert (error["field"], error["code"]) == ("image", "image-unusable")
    assert says in error["detail"]
    assert peers.stats("face-provider")["requests"] == asked
    assert nothing_kept()


def test_an_empty_file_is_422(participant: APIClient, album: Album) -> None:
    answer = send(participant, album, b"")

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "image"


def names_nothing_of_ours(answer: Any, album: Album) -> bool:
    """Return whether the answer has neither the account's name nor an address."""
    account = album.face_account
    assert account is not None
    said = answer.content.decode()
    return account.name not in said and account.base_url not in said and "127.0.0.1" not in said


def test_a_picture_that_the_provider_refuses_is_422_and_names_nothing_of_ours(
    peers: SandboxClient, participant: APIClient, album: Album, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        assert album.face_account is not None
        raise FinalFailure(f"The face provider {album.face_account.name} answered 415.")

    monkeypatch.setattr("recognition.providers.faces.http.HttpFaceProvider.search", refuse)

    answer = send(participant, album)

    assert (answer.status_code, answer.json()["code"]) == (422, "image-unusable")
    assert names_nothing_of_ours(answer, album)
    assert nothing_kept()


@pytest.mark.parametrize("setting", ["IMAGE_MAX_BYTES", "UPLOAD_MAX_BYTES"])
def test_a_huge_picture_is_413(participant, album, settings, setting):
    setattr(settings, setting, 500)

    answer = send(participant, album, picture("PNG") + bytes(1000))

    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
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


@pytest.mark.parametrize(
    "body", [{}, {"imageUrl": "http://h/1.jpg"}, {"albumId": "x", "imageUrl": "ftp://h/1.jpg"}]
)
def test_data_of_another_shape_are_422(participant: APIClient, body: dict[str, str]) -> None:
    assert participant.post(CLIENT, body, format="json").status_code == 422
    assert participant.post(CLIENT, body, format="multipart").status_code == 422


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


@pytest.mark.parametrize(
    "behaves", [{"next": ["fail"]}, {"next": ["throttle"], "retryAfter": 7}, {"next": ["drop"]}]
)
def test_a_provider_that_is_away_is_503_and_the_same_request_can_be_repeated(
    peers: SandboxClient, participant: APIClient, album: Album, behaves: dict[str, Any]
) -> None:
    peers.replace_behaviour("face-provider", behaves)
    selfie_id = str(uuid4())

    answer = send(participant, album, selfieId=selfie_id)

    assert (answer.status_code, answer.json()["code"]) == (503, "recogniser-away")
    assert int(answer["Retry-After"]) == behaves.get("retryAfter", 5)
    assert names_nothing_of_ours(answer, album)
    assert nothing_kept()
    assert send(participant, album, selfieId=selfie_id).status_code == 201


def test_a_provider_that_is_paused_is_not_asked(peers, participant, album):
    peers.behave("face-provider", failureRate=1)
    for _ in range(5):
        assert send(participant, album).status_code == 503
    asked = peers.stats("face-provider")["requests"]

    answer = send(participant, album)

    assert (answer.status_code, answer.json()["code"]) == (503, "recogniser-away")
    assert int(answer["Retry-After"]) >= 29
    assert names_nothing_of_ours(answer, album)
    assert peers.stats("face-provider")["requests"] == asked
    assert nothing_kept()


def test_a_provider_that_takes_few_requests_is_not_asked_more_often(participant, album):
    Account.objects.update(requests_per_second=0.01)

    first, second = (send(participant, album) for _ in range(2))

    assert (first.status_code, second.status_code) == (201, 503)


def test_a_picture_that_the_provider_refuses_is_422(peers, participant, album):
    answer = send(participant, album, picture("WEBP"))

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "image"
