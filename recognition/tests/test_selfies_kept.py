"""A selfie's picture is shown to its recogniser only; pictures and selfies are forgotten."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from rest_framework.test import APIClient

from recognition.models import (
    Album,
    Callback,
    NumberRequest,
    Selfie,
    SelfieImage,
    Strategy,
)
from recognition.providers.numbers import SELFIE_PATH, callback_url
from recognition.selfie_images import selfie_image_url
from recognition.tasks import end_selfies_task
from recognition.tests.factories import AlbumFactory
from recognition.tests.selfie_pictures import photo_of, picture
from rest.tests.conftest import Caller
from sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db

CLIENT = "/client-api/api/v2/selfies"


@pytest.fixture
def client(caller: Caller) -> APIClient:
    """Return a participants' client."""
    return caller("recognition.selfie")


@pytest.fixture
def album(peers: SandboxClient) -> Album:
    """Return an album whose faces the number provider recognises; its callbacks are lost."""
    peers.behave("number-provider", callback={"lostRate": 1})
    found: Album = AlbumFactory.create(strategy=Strategy.FACE_NUMBER)
    return found


def send(client: APIClient, album: Album, **fields: str) -> Any:
    file = SimpleUploadedFile("me.jpg", picture())
    data = {"albumId": str(album.pk), "image": file, **fields}
    return client.post(CLIENT, data, format="multipart")


def waiting(client: APIClient, album: Album) -> NumberRequest:
    """Return the request about a selfie that waits for its answer."""
    assert send(client, album).status_code == 201
    return NumberRequest.objects.get()


def call_back(anybody: APIClient, request: NumberRequest, *persons: str, name: Any = "") -> Any:
    payload = {
        "name": name or f"{request.selfie_id};x",
        "persons": [{"id": person, "confidence": 0.8} for person in persons],
        "tags": [],
    }
    return anybody.post(local(callback_url(request.pk, SELFIE_PATH)), payload, format="json")


def local(url: str) -> str:
    """Return the path of an address of ours."""
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}"


@pytest.mark.parametrize("token", ["", "forged", "of another"])
def test_a_picture_is_shown_to_the_holder_of_its_token_only(
    client: APIClient, anybody: APIClient, album: Album, token: str
) -> None:
    selfie_id = waiting(client, album).selfie_id
    if token == "of another":
        token = selfie_image_url(uuid4()).partition("token=")[2]

    answer = anybody.get(f"{CLIENT}/{selfie_id}/image", {"token": token})

    assert answer.status_code == 401


def test_a_picture_s_address_and_the_picture_end_after_a_day(
    client: APIClient, anybody: APIClient, album: Album
) -> None:
    waiting(client, album)
    image = selfie_image_url(Selfie.objects.get().pk)

    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert anybody.get(local(image)).status_code == 401
        end_selfies_task()

    assert not SelfieImage.objects.exists()
    assert Selfie.objects.exists()


def test_a_selfie_is_forgotten_after_a_month_with_all_that_came_of_it(
    client: APIClient, anybody: APIClient, album: Album
) -> None:
    call_back(anybody, waiting(client, album), "anna")
    photo = photo_of(album, "anna")

    with time_machine.travel(timezone.now() + timedelta(days=31)):
        end_selfies_task()

    for model in (Selfie, NumberRequest, Callback):
        assert not model.objects.exists()
    assert album.photos.get().pk == photo
