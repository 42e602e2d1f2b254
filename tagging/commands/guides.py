"""Writing the guide of an album."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from foundation.records.audit import Actor, store_recorded
from foundation.records.creating import insert_new
from foundation.records.refusals import Invalid
from recognition.models import Album, Photo, PhotoState
from tagging.guide_text import DELETED, photo_of, pictures_in
from tagging.models import AlbumGuide

MOST_PICTURES = 20


class GuideNotAccepted(Invalid):
    """The guide has a picture that cannot be shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAlbumGuideCommand:
    """Write the guide of an album, in Markdown; an empty text: there is none."""

    album_id: UUID
    text: str
    expected_version: int | None = None
    by: Actor | None = None


@transaction.atomic
def change_album_guide(command: ChangeAlbumGuideCommand) -> AlbumGuide:
    """Write the guide of an album.

    An album whose guide was never written counts as version 1.

    :raises AlbumNotFound, VersionConflict: see there.
    :raises GuideNotAccepted: a picture is no photo of the album, or there are too many.
    """
    album = Album.objects.get_or_refuse(command.album_id)
    text = command.text.replace("\r\n", "\n")
    if wrong := list(what_is_wrong(album.pk, text)):
        raise GuideNotAccepted(errors={"text": " ".join(wrong)})
    insert_new(AlbumGuide(album=album))
    guide = AlbumGuide.objects.locked(album.pk, command.expected_version)
    return store_recorded(command.by, guide, **guide.differing(text=text))


def what_is_wrong(album_id: UUID, text: str) -> Iterator[str]:
    """Yield a sentence for each picture that cannot be shown, or one if there are too many."""
    pictures = pictures_in(text)
    if len(pictures) > MOST_PICTURES:
        yield f"A guide has at most {MOST_PICTURES} sample pictures, this one has {len(pictures)}."
        return
    named = {picture: photo_of(picture) if picture in text else None for picture in pictures}
    photos = Photo.objects.in_bulk([photo_id for photo_id in named.values() if photo_id])
    for picture, photo_id in named.items():
        photo = photos.get(photo_id) if photo_id else None
        if picture == DELETED:
            yield "A sample picture was deleted: take it out, or choose another photo."
        elif photo_id is None:
            yield f"{picture[:100]} is no photo: write photo: and the id of a photo of this album."
        elif photo is None:
            yield f"There is no photo {photo_id}."
        elif photo.album_id != album_id:
            yield f"The photo {photo_id} is of another album."
        elif photo.state == PhotoState.DELETED:
            yield f"The photo {photo_id} was deleted."
