"""The number provider: what it is asked, and the signed addresses where it answers.

We serve a selfie's picture also if the caller gave an address: we checked it within our limits, and
the provider never fetches from hosts that a stranger names.
"""

from uuid import UUID

from django.conf import settings
from django.core import signing

from foundation.messaging.models import Outage
from recognition.providers.numbers import NumberOrder, number_adapter
from recognition.records.requests import NumberRequest

_CALLBACK, _SELFIE_IMAGE = "recognition.callback", "recognition.selfie-image"  # salts of tokens
# Not reversed: the process that asks need not be one that serves the ClientApi.
PHOTO_PATH = "/client-api/api/v2/auto-tagging/tasks/callback"
SELFIE_PATH = "/client-api/api/v2/avatar/tasks/callback"
_IMAGE_PATH = "/client-api/api/v2/selfies/{selfie_id}/image"


def request_recognition(request: NumberRequest, image_url: str) -> str:
    """Ask for a photo, or a selfie, to be recognised; return the provider's own id of the request.

    :param image_url: where the provider fetches the picture.
    """
    about, path = request.selfie or request.photo, SELFIE_PATH if request.selfie else PHOTO_PATH
    order = NumberOrder(
        id=about.pk,
        album_id=about.album_id,
        type=request.type,
        number_format=about.album.number_format,
        image_url=image_url,
        callback_url=callback_url(request.pk, path),
    )
    return number_adapter().request(order)


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


# The number provider as a record: the settings configure it, so there is no table of it.


class NumberProviderStanding(Outage):
    """The number provider for staff, who see it with the rights of this name; rows: its outages."""

    class Meta:
        proxy = True
        verbose_name = verbose_name_plural = "number provider"

    def __str__(self) -> str:
        return "Number provider"
