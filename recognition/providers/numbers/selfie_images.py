"""The address where the number provider fetches the picture of a selfie: signed, and for a while.

The picture is ours to serve also where the caller gave an address: that one was fetched and looked
at within our limits, and the provider is not sent to hosts that a stranger names.
"""

from uuid import UUID

from django.conf import settings
from django.core import signing
from django.core.signing import BadSignature

_SALT = "recognition.selfie-image"
# Not reversed: the process that asks need not be one that serves the ClientApi.
_PATH = "/client-api/api/v2/selfies/{selfie_id}/image"


def selfie_image_url(selfie_id: UUID) -> str:
    """Return the address of a selfie's picture; the token in it is the key."""
    path = _PATH.format(selfie_id=selfie_id)
    return f"{settings.PUBLIC_URL}{path}?token={signing.dumps(str(selfie_id), salt=_SALT)}"


def opens_selfie_image(token: str, selfie_id: UUID) -> bool:
    """Tell whether the token was made for this selfie's picture, and not too long ago."""
    try:
        read = signing.loads(token, salt=_SALT, max_age=settings.SELFIE_IMAGE_LIFETIME)
    except BadSignature:
        return False
    return bool(read == str(selfie_id))
