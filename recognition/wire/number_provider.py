"""The number provider: asked over HTTP, answers by a callback to a signed address.

We serve a selfie's picture also if the caller gave an address: we checked it within our limits, and
the provider never fetches from hosts that a stranger names.
"""

from base64 import b64decode
from collections.abc import Mapping
from urllib.parse import quote
from uuid import UUID

from django.conf import settings
from django.core import signing
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from foundation.messaging.models import Outage
from recognition.providers.http_client import call, delete_person, read_json
from recognition.providers.pace import Provider
from recognition.records.albums import NumberFormat
from recognition.records.requests import NumberRequest

_CALLBACK, _SELFIE_IMAGE = "recognition.callback", "recognition.selfie-image"  # salts of tokens
# Not reversed: the process that asks need not be one that serves the ClientApi.
PHOTO_PATH = "/client-api/api/v2/auto-tagging/tasks/callback"
SELFIE_PATH = "/client-api/api/v2/avatar/tasks/callback"
_IMAGE_PATH = "/client-api/api/v2/selfies/{selfie_id}/image"
_WHO = "number provider"


def number_provider() -> Provider:
    """Return the number provider as a service that may be busy or down."""
    return Provider(
        key=_WHO.replace(" ", "-"),
        name=_WHO,
        per_second=settings.NUMBER_PROVIDER_REQUESTS_PER_SECOND or None,
    )


def request_recognition(request: NumberRequest, image_url: str) -> str:
    """Ask for a photo, or a selfie, to be recognised; return the provider's own id of the request.

    :param image_url: where the provider fetches the picture.
    """
    about = request.selfie or request.photo
    number_format = about.album.number_format
    answer = call(
        _WHO,
        "POST",
        f"{settings.NUMBER_PROVIDER_URL}/recognitions",
        token=settings.NUMBER_PROVIDER_TOKEN,
        timeout=settings.NUMBER_PROVIDER_TIMEOUT,
        json={
            "name": f"{about.pk};{about.album_id}",
            "type": request.type,
            "imageUrl": image_url,
            "callbackUrl": callback_url(request.pk, SELFIE_PATH if request.selfie else PHOTO_PATH),
            # Only where it says something: of digits every provider knows.
            **({} if number_format == NumberFormat.DIGITS else {"numberFormat": number_format}),
        },
    )
    body = read_json(_WHO, answer)
    request_id = str(body.get("requestId", "")) if isinstance(body, dict) else ""
    return request_id.replace("\0", "")[:200]


def forget_person(person_id: str) -> None:
    """Delete a person at the number provider, whose callbacks named them.

    A provider that answers 404 has no such person, or keeps no persons.

    :raises ProcessingFailure: the person is not known to be deleted.
    """
    url = f"{settings.NUMBER_PROVIDER_URL}/persons/{quote(person_id, safe='')}"
    token, timeout = settings.NUMBER_PROVIDER_TOKEN, settings.NUMBER_PROVIDER_TIMEOUT
    delete_person(_WHO, url, token=token, timeout=timeout)


def callback_url(request_id: UUID, path: str = PHOTO_PATH) -> str:
    """Return the address where the provider answers this request; the token in it is the key."""
    return _signed(path, request_id, _CALLBACK)


def request_of_token(token: str) -> UUID:
    """Return the id of the request for which the token was made."""
    return UUID(signing.loads(token, salt=_CALLBACK, max_age=settings.CALLBACK_TOKEN_LIFETIME))


def selfie_image_url(selfie_id: UUID) -> str:
    """Return the address of a selfie's picture; the token in it is the key."""
    return _signed(_IMAGE_PATH.format(selfie_id=selfie_id), selfie_id, _SELFIE_IMAGE)


def opens_selfie_image(token: str, selfie_id: UUID) -> bool:
    """Return whether the token is valid for this selfie's picture."""
    try:
        read = signing.loads(token, salt=_SELFIE_IMAGE, max_age=settings.SELFIE_IMAGE_LIFETIME)
    except signing.BadSignature:
        return False
    return bool(read == str(selfie_id))


def _signed(path: str, about: UUID, salt: str) -> str:
    return f"{settings.PUBLIC_URL}{path}?token={signing.dumps(str(about), salt=salt)}"


# The number provider's signatures of its callbacks: github.com/standard-webhooks.


PREFIX = "whsec_"


def is_signed(body: bytes, headers: Mapping[str, str]) -> bool:
    """Return whether the signature in the headers is by one of our secrets; without any, always."""
    keys = [signing_key(secret) for secret in settings.NUMBER_PROVIDER_WEBHOOK_SECRETS]
    return not keys or any(_is_signed_by(key, body, headers) for key in keys)


def _is_signed_by(key: bytes, body: bytes, headers: Mapping[str, str]) -> bool:
    webhook = Webhook(key)
    try:
        webhook.verify(body, dict(headers), json_parse=False)
    except (WebhookVerificationError, ValueError):  # ValueError: an unreadable header or body
        return False
    return True


def signing_key(secret: str) -> bytes:
    """Return the key of a secret, which is `whsec_` and the key in base64.

    The library would skip what is not base64, and check against a wrong key.
    """
    encoded = secret.removeprefix(PREFIX)
    key = b64decode(encoded + "=" * (-len(encoded) % 4), validate=True)
    if encoded == secret or not key:
        raise ValueError(f"not {PREFIX} and a key in base64")
    return key


# The number provider as a record: the settings configure it, so there is no table of it.


class NumberProviderStanding(Outage):
    """The number provider for staff, who see it with the rights of this name; rows: its outages."""

    class Meta:
        proxy = True
        verbose_name = verbose_name_plural = "number provider"

    def __str__(self) -> str:
        return "Number provider"
