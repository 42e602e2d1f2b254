"""What the announced changes leave alone is in version 1 as in version 2…"""

from typing import Any

import pytest
from rest_framework.test import APIClient

from foundation.rest.tests.conftest import Caller
from recognition.models import (
    Callback,
    NumberRequest,
    RecognitionType,
    Selfie,
    SelfiePerson,
    SelfieState,
)
from recognition.providers.numbers.requests import SELFIE_PATH, callback_url
from recognition.tests.calls.callbacks import address, payload_of, post
from recognition.tests.calls.selfies import local
from recognition.tests.factories import AlbumFactory, NumberRequestFactory, PhotoFactory
from recognition.tests.play.selfie_pictures import photo_of

pytestmark = pytest.mark.django_db

BOTH = pytest.mark.parametrize("version", ["v1", "v2"])


@pytest.fixture
def selfie(db: None) -> Selfie:
    """A selfie that was recognised."""
    album = AlbumFactory.create()
    selfie = Selfie.objects.create(album=album, state=SelfieState.RECOGNIZED)
    SelfiePerson.objects.create(selfie=selfie, person_id="anna", confidence=0.9)
    photo_of(album, "anna", url="http://h/seen.jpg")
    return selfie


def answers(client: APIClient, path: str) -> list[Any]:
    """Return what version 1 and version 2 answer, which is not deprecated in either."""
    found = [client.get(path.format(version)) for version in ("v1", "v2")]
    assert [(answer.status_code, "Deprecation" in answer) for answer in found] == [(200, False)] * 2
    return [answer.json() for answer in found]


def test_same_in_both_versions_the_count_of_photos(caller: Caller) -> None:
    photo = PhotoFactory.create()
    path = f"/internal-api/api/{{}}/albums/{photo.album_id}/counter/photos"

    first, second = answers(caller("internal.call"), path)

    assert first == second
    assert first["byState"] == {"New": 1}


@pytest.mark.parametrize(
    ("base", "role"), [("client-api", "recognition.selfie"), ("admin-api", "recognition.manage")]
)
def test_same_in_both_versions_a_selfie(caller, selfie, base, role):
    first, second = answers(caller(role), f"/{base}/api/{{}}/selfies/{selfie.pk}")

    assert first == second
    assert first["state"] == "Recognized"
    assert [photo["imageUrl"] for photo in first["photos"]] == ["http://h/seen.jpg"]


@BOTH
def test_same_in_both_versions_the_callback_about_a_photo(anybody: APIClient, version: str) -> None:
    request = NumberRequestFactory.create(photo__state="AwaitingCallback")
    path = address(request).replace("/v2/", f"/{version}/")

    answer = post(anybody, path, payload_of(request.photo))

    assert answer.status_code == 202
    assert Callback.objects.get().request == request


@BOTH
def test_same_in_both_versions_the_callback_about_a_selfie(anybody, version):
    waiting = Selfie.objects.create(
        album=AlbumFactory.create(), state=SelfieState.AWAITING_CALLBACK
    )
    request = NumberRequest.objects.create(selfie=waiting, type=RecognitionType.FACE)
    path = local(callback_url(request.pk, SELFIE_PATH)).replace("/v2/", f"/{version}/")

    answer = post(anybody, path, {"name": str(waiting.pk), "persons": [], "tags": []})

    waiting.refresh_from_db()
    assert (answer.status_code, waiting.state) == (202, SelfieState.NOT_FOUND)
