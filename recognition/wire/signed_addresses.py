"""The addresses that the number provider is given; each is signed, and the token in it is the key.

We serve a selfie's picture also if the caller gave an address: we checked it within our limits, and
the provider never fetches from hosts that a stranger names.
"""

from uuid import UUID

from django.conf import settings
from django.core import signing

_CALLBACK, _SELFIE_IMAGE = "recognition.callback", "recognition.selfie-image"  # salts of tokens
# Not reversed: the process that asks need not be one that serves the ClientApi.
PHOTO_PATH = "/client-api/api/v2/auto-tagging/tasks/callback"
SELFIE_PATH = "/client-api/api/v2/avatar/tasks/callback"
_IMAGE_PATH = "/client-api/api/v2/selfies/{selfie_id}/image"


def callback_url(request_id: UUID, path: str = PHOTO_PATH) -> str:
    """Return the address where the provider answers this request; the token in it is the key."""
    return _signed(path, request_id, _CALLBACK)


def request_of_token(token: str) -> UUID:
    """Return the id of the request for which the token was made."""
    return UUID(signing.loads(token, salt=_CALLBACK, max_age=settings.CALLBACK_TOKEN_LIFETIME))


def opens_callback(token: str) -> bool:
    """Return whether the token is valid for a callback."""
    try:
        request_of_token(token)
    except (signing.BadSignature, ValueError):
        return False
    return True


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
