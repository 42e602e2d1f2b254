"""The number provider: asked over HTTP, answers by a callback to a signed address.

`POST {base}/recognitions` with `{name: "{photoId};{albumId}", type, imageUrl, callbackUrl}` is
answered 202 `{requestId}`.
"""

from uuid import UUID

from django.conf import settings
from django.core import signing

from recognition.models import NumberRequest, Photo
from recognition.providers.identity import Provider
from recognition.wire import call, read_json

_SALT = "recognition.callback"
# Not reversed: the process that asks need not be one that serves the ClientApi.
_PATH = "/client-api/api/v2/auto-tagging/tasks/callback"
_WHO = "number provider"


def number_provider() -> Provider:
    """Return the number provider as one that may be busy or away."""
    return Provider(
        key=_WHO.replace(" ", "-"),
        name=_WHO,
        per_second=settings.NUMBER_PROVIDER_REQUESTS_PER_SECOND or None,
    )


def request_recognition(request: NumberRequest, photo: Photo) -> str:
    """Ask for a photo to be recognised; return the provider's own id of the request.

    :raises recognition.failures.ProcessingFailure: the request was not accepted.
    """
    answer = call(
        _WHO,
        "POST",
        f"{settings.NUMBER_PROVIDER_URL}/recognitions",
        token=settings.NUMBER_PROVIDER_TOKEN,
        timeout=settings.NUMBER_PROVIDER_TIMEOUT,
        json={
            "name": f"{photo.pk};{photo.album_id}",
            "type": request.type,
            "imageUrl": photo.image_url,
            "callbackUrl": callback_url(request.pk),
        },
    )
    body = read_json(_WHO, answer)
    told = str(body.get("requestId", "")) if isinstance(body, dict) else ""
    return told.replace("\0", "")[:200]


def callback_url(request_id: UUID) -> str:
    """Return the address where the provider answers this request; the token in it is the key."""
    return f"{settings.PUBLIC_URL}{_PATH}?token={signing.dumps(str(request_id), salt=_SALT)}"


def request_of_token(token: str) -> UUID:
    """Return the id of the request for which the token was made.

    :raises django.core.signing.BadSignature: forged, or older than `CALLBACK_TOKEN_LIFETIME`.
    """
    read = signing.loads(token, salt=_SALT, max_age=settings.CALLBACK_TOKEN_LIFETIME)
    return UUID(read)
