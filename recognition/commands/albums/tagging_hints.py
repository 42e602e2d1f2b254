"""The tagging hint of an album, and its custom tags."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from recognition.models import Album, AlbumCustomTag


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAlbumTaggingHintCommand:
    album_id: UUID
    text: str
    expected_version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAlbumCustomTagsCommand:
    album_id: UUID
    names: frozenset[str]
    expected_version: int | None = None


@transaction.atomic
def change_album_tagging_hint(command: ChangeAlbumTaggingHintCommand) -> Album:
    """Set the tagging hint of an album; empty: a text made from its settings.

    :raises AlbumNotFound: no such album.
    :raises VersionConflict: the album changed since `expected_version`.
    """
    album = Album.objects.locked(command.album_id, command.expected_version)
    return album.store_differing(tagging_hint=command.text)


@transaction.atomic
def change_album_custom_tags(command: ChangeAlbumCustomTagsCommand) -> Album:
    """Set the tags that taggers may put on photos beside numbers; a change is a new version.

    :raises AlbumNotFound: no such album.
    :raises VersionConflict: the album changed since `expected_version`.
    """
    album = Album.objects.locked(command.album_id, command.expected_version)
    known = set(album.custom_tags.values_list("name", flat=True))
    if known == command.names:
        return album
    album.custom_tags.exclude(name__in=command.names).delete()
    AlbumCustomTag.objects.bulk_create(
        AlbumCustomTag(album=album, name=name) for name in sorted(command.names - known)
    )
    return album.store()
