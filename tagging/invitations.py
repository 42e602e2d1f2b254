"""The signed link of an invitation, in a mail to a tagger: it opens the workbench with an album.

The link gives no access: which albums are shown depends on who is signed in.
"""

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.core import signing

LIFETIME = timedelta(days=14)
_SALT = "tagging.invitation"
_PATH = "/workbench/"


class InvitationInvalid(Exception):
    """The token is forged or damaged."""


class InvitationExpired(InvitationInvalid):
    """The token is older than `LIFETIME`."""


def sign(album_id: UUID) -> str:
    """Return a token that names the album."""
    return signing.dumps(str(album_id), salt=_SALT)


def read(token: str) -> UUID:
    """Return the album that a token names.

    :raises InvitationExpired: the token is older than `LIFETIME`.
    :raises InvitationInvalid: it was not made by `sign`.
    """
    try:
        return UUID(signing.loads(token, salt=_SALT, max_age=LIFETIME))
    except signing.SignatureExpired as error:
        raise InvitationExpired from error
    except signing.BadSignature as error:
        raise InvitationInvalid from error


def workbench() -> str:
    """Return the address of the workbench, where taggers sign in."""
    return f"{settings.PUBLIC_URL}{_PATH}"


def link_to(album_id: UUID) -> str:
    """Return the address of the workbench with an invitation to the album."""
    return f"{workbench()}?invitation={sign(album_id)}"
