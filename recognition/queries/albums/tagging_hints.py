"""What taggers are told about an album."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from recognition.models import Album, AlbumCustomTag, NormalizationPolicy

ZEROS = {
    NormalizationPolicy.NONE: "Leading zeros count: type them as they stand.",
    NormalizationPolicy.STRIP_LEADING_ZEROS: "Leading zeros may be left out.",
    NormalizationPolicy.PAD_LEADING_ZEROS: "Leading zeros may be left out: they are filled in.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomTags:
    """The custom tags of an album, by name."""

    custom_tags: Sequence[AlbumCustomTag]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggingHint:
    """What a tagger has to know to read the numbers of an album."""

    album: Album
    text: str
    custom_tags: Sequence[AlbumCustomTag]


def get_custom_tags(album_id: UUID) -> CustomTags:
    """Return the custom tags of an album.

    :raises AlbumNotFound: no such album.
    """
    return CustomTags(custom_tags=_tags_of(Album.objects.get_or_refuse(album_id)))


def get_tagging_hint(album_id: UUID) -> TaggingHint:
    """Return what taggers are told about an album: staff's words, else what its settings say.

    :raises AlbumNotFound: no such album.
    """
    album = Album.objects.get_or_refuse(album_id)
    text = album.tagging_hint or _hint_of_settings(album)
    return TaggingHint(album=album, text=text, custom_tags=_tags_of(album))


def _tags_of(album: Album) -> list[AlbumCustomTag]:
    return list(album.custom_tags.order_by("name"))


def _hint_of_settings(album: Album) -> str:
    digits = album.start_number_capacity
    length = "one digit" if digits == 1 else f"up to {digits} digits"
    zeros = ZEROS[NormalizationPolicy(album.normalization_policy)]
    return f"Type every start number that can be read, of {length}. {zeros}"
