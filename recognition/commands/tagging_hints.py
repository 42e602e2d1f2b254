"""What taggers are told about an album."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from recognition.models import Album


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAlbumTaggingHintCommand:
    """Set what taggers are told about an album; empty: what follows from its settings."""

    album_id: UUID
    text: str
    expected_version: int | None = None


@transaction.atomic
def change_album_tagging_hint(command: ChangeAlbumTaggingHintCommand) -> Album:
    """Set what taggers are told about an album.

    :raises AlbumNotFound: no such album.
    :raises VersionConflict: the album changed since `expected_version`.
    """
    album = Album.objects.locked(command.album_id, command.expected_version)
    return album.store_differing(tagging_hint=command.text)
