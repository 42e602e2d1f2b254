"""What a change of an album would do, found out by the change's own rules; nothing is changed."""

from collections.abc import Mapping

from django.db import transaction

from recognition.commands.albums.settings import (
    ChangeAlbumRecognitionSettingsCommand,
    ChangeAlbumRecognitionStateCommand,
    changed_settings,
)
from recognition.models import Album
from recognition.queries.albums.preview import AlbumPreview, preview_album_change


def preview_change(
    command: ChangeAlbumRecognitionSettingsCommand | ChangeAlbumRecognitionStateCommand,
) -> AlbumPreview:
    """Count what the change would do to the album's photos; refuse as the change would.

    :raises AlbumNotFound: no such album.
    :raises AccountNotFound: no such face-provider account.
    :raises FaceProviderUnusable: it is switched off, or has no such space to use.
    :raises VersionConflict: the album changed since `expected_version`.
    """
    album = Album.objects.with_settings().get_or_refuse(command.album_id)
    album.refuse_other_than(command.expected_version)
    changes = _changes(command, album)
    for name, value in changes.items():
        setattr(album, name, value)
    return preview_album_change(album, frozenset(changes), command.now)


def _changes(
    command: ChangeAlbumRecognitionSettingsCommand | ChangeAlbumRecognitionStateCommand,
    album: Album,
) -> Mapping[str, object]:
    if isinstance(command, ChangeAlbumRecognitionStateCommand):
        return {} if album.state == command.state else {"state": command.state}
    with transaction.atomic():  # the account is locked while it is looked at
        return changed_settings(command, album)
