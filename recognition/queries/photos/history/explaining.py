"""What happened to photos, as it is asked for."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from recognition.models import Photo
from recognition.queries.photos.history.entries import Happening, happenings_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoHistory:
    """A photo as it stands, and everything that happened to it, in order."""

    photo: Photo
    happenings: Sequence[Happening]


def explain_photo(photo_id: UUID) -> PhotoHistory:
    """Return everything that happened to a photo, in order.

    :raises PhotoNotFound: no such photo.
    """
    photo = Photo.objects.with_album().get_or_refuse(photo_id)
    return PhotoHistory(photo=photo, happenings=happenings_of(photo))
