"""Calls of the number provider about a photo, as a test makes them."""

import json
from typing import Any

from rest_framework.test import APIClient

from recognition.models import NumberRequest, Photo
from recognition.wire.signed_addresses import callback_url

PATH = "/client-api/api/v2/auto-tagging/tasks/callback"


def address(request: NumberRequest) -> str:
    """Return the path that answers the request, with its token."""
    return PATH + callback_url(request.pk).partition(PATH)[2]


def payload_of(photo: Photo, **fields: Any) -> dict[str, Any]:
    """Return an answer about the photo that found nothing, but for these fields."""
    return {"name": f"{photo.pk};{photo.album_id}", "persons": [], "tags": [], **fields}


def post(client: APIClient, url: str, body: Any, **headers: Any) -> Any:
    """Send a body, as JSON unless it is bytes."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return client.post(url, data, content_type="application/json", **headers)
