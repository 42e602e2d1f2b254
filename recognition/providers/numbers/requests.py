"""The number provider: asked over HTTP, answers by a callback to a signed address.

`POST {base}/recognitions` with `{name: "{photoId};{albumId}", type, imageUrl, callbackUrl}` is
answered 202 `{requestId}`. A selfie goes the same way with `name: "{selfieId};{albumId}"`, the type
`FACE` and another callback address.
"""

from uuid import UUID

from django.conf import settings
from django.core import signing

from recognition.models import NumberRequest, Photo, Selfie
from recognition.providers.availability.pace import Provider
from recognition.providers.http import call, read_json

_SALT = "recognition.callback"
# Not reversed: the process that asks need not be one that serves the ClientApi.
_PATH = "/client-api/api/v2/auto-tagging/tasks/callback"
SELFIE_PATH = "/client-api/api/v2/avatar/tasks/callback"
_WHO = "number provider"


def number_provider() -> Provider:
    """Return the number provider as a service that may be busy or down."""
    return Provider(
        key=_WHO.replace(" ", "-"),
        name=_WHO,
        per_second=settings.NUMBER_PROVIDER_REQUESTS_PER_SECOND or None,
    )


def request_recognition(request: NumberRequest, photo: Photo) -> str:
    """Ask for a photo to be recognised; return the provider's own id of the request.

    :raises recognition.providers.failures.ProcessingFailure: the request was not accepted.
    """
    return _ask(
        name=f"{photo.pk};{photo.album_id}",
        kind=request.type,
        image_url=photo.image_url,
        callback=callback_url(request.pk),
    )


def request_selfie_recognition(request: NumberRequest, selfie: Selfie, image_url: str) -> str:
    """Ask for the face on a selfie to be recognised; return the provider's own id of the request.

    :param image_url: where the provider fetches the selfie's picture.
    :raises recognition.providers.failures.ProcessingFailure: the request was not accepted.
    """
    return _ask(
        name=f"{selfie.pk};{selfie.album_id}",
        kind=request.type,
        image_url=image_url,
        callback=callback_url(request.pk, SELFIE_PATH),
    )


def _ask(*, name: str, kind: str, image_url: str, callback: str) -> str:
    answer = call(
        _WHO,
        "POST",
        f"{settings.NUMBER_PROVIDER_URL}/recognitions",
        token=settings.NUMBER_PROVIDER_TOKEN,
        timeout=settings.NUMBER_PROVIDER_TIMEOUT,
        json={"name": name, "type": kind, "imageUrl": image_url, "callbackUrl": callback},
    )
    body = read_json(_WHO, answer)
    request_id = str(body.get("requestId", "")) if isinstance(body, dict) else ""
    return request_id.replace("\0", "")[:200]


def callback_url(request_id: UUID, path: str = _PATH) -> str:
    """Return the address where the provider answers this request; the token in it is the key."""
    return f"{settings.PUBLIC_URL}{path}?token={signing.dumps(str(request_id), salt=_SALT)}"


def request_of_token(token: str) -> UUID:
    """Return the id of the request for which the token was made.

    :raises django.core.signing.BadSignature: forged, or older than `CALLBACK_TOKEN_LIFETIME`.
    """
    read = signing.loads(token, salt=_SALT, max_age=settings.CALLBACK_TOKEN_LIFETIME)
    return UUID(read)
