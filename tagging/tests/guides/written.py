"""Guides of albums, written the way the command writes them."""

from recognition.models import Album
from tagging.albums.guides import ChangeAlbumGuideCommand, change_album_guide
from tagging.models import AlbumGuide
from tagging.tests.factories import manual_album


def written_guide(album: Album | None = None, text: str = "Red bibs only.") -> AlbumGuide:
    album = album or manual_album()
    return change_album_guide(ChangeAlbumGuideCommand(album_id=album.pk, text=text))
