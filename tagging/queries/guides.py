"""The guide of an album: as staff write it, and as taggers see it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from foundation.records.refusals import NotFound
from recognition.models import Album, Photo, PhotoState
from recognition.models.albums import AlbumNotFound
from recognition.providers.images.cache import PictureSize
from recognition.queries.photos.pictures import get_picture
from tagging.guide_text import html_of, photo_of, pictures_in
from tagging.models import AlbumGuide, TagatorSettings, TaggingTask, Work, WorkState


class PictureNotInGuide(NotFound):
    """The guide does not show this photo."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownGuide:
    """A guide as a tagger sees it; the HTML of an album without a guide is empty."""

    album_id: UUID
    version: int
    html: str


def get_album_guide(album_id: UUID) -> AlbumGuide:
    """Return the guide of an album; an empty one, at version 1, if none was ever written."""
    guide = AlbumGuide.objects.filter(pk=album_id).first()
    return guide or AlbumGuide(album=Album.objects.get_or_refuse(album_id))


def rendered_guide(album_id: UUID, text: str, address: Callable[[UUID], str]) -> str:
    """Return a text as HTML with the sample pictures that can be shown.

    :param address: where the picture of a photo is; empty: the reader fetches it by its id.
    """
    return html_of(text, {photo_id: address(photo_id) for photo_id in _samples(album_id, text)})


def show_guide(tagator_id: UUID, album_id: UUID, now: datetime) -> ShownGuide:
    """Return the guide of an album that is open to a tagger, or of which they have photos.

    :raises AlbumNotFound: no such album, or it is not theirs.
    """
    guide = _guide_of(tagator_id, album_id, now)
    html = rendered_guide(album_id, guide.text, lambda _: "")
    return ShownGuide(album_id=album_id, version=guide.version, html=html)


def get_guide_picture(tagator_id: UUID, album_id: UUID, photo_id: UUID, now: datetime) -> bytes:
    """Return a sample picture of a guide, as a JPEG file for screens.

    :raises AlbumNotFound: as `show_guide`.
    :raises PictureNotInGuide: the guide does not show it, or its photo was deleted.
    :raises PictureNotAvailable, TooManyPictures: as `get_picture`.
    """
    guide = _guide_of(tagator_id, album_id, now)
    if photo_id not in _samples(album_id, guide.text):
        raise PictureNotInGuide
    return get_picture(photo_id, PictureSize.WORKBENCH)


def _samples(album_id: UUID, text: str) -> set[UUID]:
    """Return the photos of the text's pictures that are still there."""
    named = [photo_of(picture) for picture in pictures_in(text)]
    photos = Photo.objects.filter(pk__in=[each for each in named if each], album=album_id)
    return set(photos.exclude(state=PhotoState.DELETED).values_list("pk", flat=True))


def _guide_of(tagator_id: UUID, album_id: UUID, now: datetime) -> AlbumGuide:
    guide = get_album_guide(album_id)
    settings = TagatorSettings.objects.get_or_refuse(tagator_id)
    is_open = settings.all_albums or album_id in settings.album_ids
    if not is_open and not _is_in_hand(tagator_id, album_id, now):
        raise AlbumNotFound(f"No album {album_id}.")
    return guide


def _is_in_hand(tagator_id: UUID, album_id: UUID, now: datetime) -> bool:
    active = Work.objects.filter(tagator=tagator_id, state=WorkState.ACTIVE, expires_on__gt=now)
    return TaggingTask.objects.filter(work__in=active, album=album_id).exists()
