"""Which albums use an account at a face provider, or one of its spaces."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from foundation.records.texts import counted
from recognition.records.albums import Album
from recognition.records.photos import Photo
from recognition.records.steps import PhotoState

NEWEST = 5
MANY = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class AlbumUse:
    """How many albums there are and how many photos they have, both up to `MANY` + 1.

    `newest`: the `NEWEST` newest albums.
    """

    count: int
    newest: Sequence[Album]
    photos: int

    def in_words(self, what: str) -> str:
        """Return a sentence that names the newest albums."""
        named = ", ".join(
            f"{album} ({album.pk})" if album.name else str(album) for album in self.newest
        )
        if self.count == 1:
            return f"An album uses the {what}: {named}."
        return f"{counted(self.count, 'album', MANY)} use the {what}, the newest: {named}."


def albums_of(account_id: UUID, space_id: UUID | None = None) -> QuerySet[Album]:
    """Return the albums that use an account, or only those of one of its spaces."""
    albums = Album.objects.filter(face_account=account_id)
    return albums.filter(face_space=space_id) if space_id else albums


def get_use(albums: QuerySet[Album]) -> AlbumUse:
    """Return how much albums are used; counting stops after `MANY`."""
    photos = Photo.objects.filter(album__in=albums.order_by()).exclude(state=PhotoState.DELETED)
    return AlbumUse(
        count=albums.order_by()[: MANY + 1].count(),
        newest=list(albums.order_by("-created_on")[:NEWEST]),
        photos=photos.order_by()[: MANY + 1].count(),
    )
