"""The invitation in the workbench's address, as the page shows it."""

from dataclasses import dataclass
from uuid import UUID

from recognition.models import Album
from recognition.models.albums import AlbumNotFound
from tagging import invitations


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitedAlbum:
    """The album that an invitation is for, or the trouble with it: `expired` or `invalid`."""

    album_id: UUID | None = None
    name: str = ""
    trouble: str = ""


def read_invitation(token: str) -> InvitedAlbum:
    """Return the album that the token names, or what is wrong with the token."""
    try:
        album = Album.objects.get_or_refuse(invitations.read(token))
    except invitations.InvitationExpired:
        return InvitedAlbum(trouble="expired")
    except (invitations.InvitationInvalid, AlbumNotFound):
        return InvitedAlbum(trouble="invalid")
    return InvitedAlbum(album_id=album.pk, name=album.name)
