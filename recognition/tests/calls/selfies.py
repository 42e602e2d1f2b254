"""Calls about selfies, a participant's and the number provider's, as a test makes them."""

from typing import Any
from urllib.parse import urlsplit

from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from recognition.models import Album, NumberRequest, Selfie, SelfieImage
from recognition.tests.play.selfie_pictures import picture
from recognition.wire.signed_addresses import SELFIE_PATH, callback_url

CLIENT = "/client-api/api/v2/selfies"
ADMIN = "/admin-api/api/v2/selfies"


def send(client: APIClient, album: Album, content: bytes | None = None, **fields: str) -> Any:
    """Send a picture, any if none is given."""
    file = SimpleUploadedFile("me.jpg", picture() if content is None else content)
    data = {"albumId": str(album.pk), "image": file, **fields}
    return client.post(CLIENT, data, format="multipart")


def waiting(client: APIClient, album: Album) -> NumberRequest:
    """Return the request about a selfie that waits for its answer."""
    answer = send(client, album)
    assert (answer.status_code, answer.json()["state"]) == (201, "AwaitingCallback")
    return NumberRequest.objects.get()


def call_back(anybody: APIClient, request: NumberRequest, *persons: str, name: Any = "") -> Any:
    """Answer the request with these persons."""
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


def nothing_kept() -> bool:
    """Return whether there is neither a selfie nor a picture."""
    return not Selfie.objects.exists() and not SelfieImage.objects.exists()
