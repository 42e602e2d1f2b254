"""The erased of an album, who recognised its faces, and the job that deletes what it kept.

Only albums with `has_erasures` ask, so all others lose no statement.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID

from django.db import models
from django.db.models import Q, QuerySet

from foundation.messaging.models import LongJob, LongJobQuerySet
from foundation.privacy.registry import Marks, Name, erased_among
from recognition.providers.models import AccountSpace
from recognition.records.albums import Album, Strategy
from recognition.records.photos import Photo
from recognition.records.requests import NumberRequest

T = TypeVar("T")
_LEADING_ZEROS = re.compile(r"^([A-Z]{0,3})0+")


def person_name(album_id: UUID, person_id: str) -> Name:
    return ("person", str(album_id), person_id)


def number_name(album_id: UUID, text: str) -> Name:
    """Return the name of a start number, however it is written."""
    plain = _LEADING_ZEROS.sub(r"\1", "".join(text.replace("-", "").split()).upper())
    return ("number", str(album_id), plain)


def selfie_name(selfie_id: UUID) -> Name:
    return ("selfie", str(selfie_id))


def not_erased(
    album: Album, items: Iterable[T], name_of: Callable[[UUID, Any], Name], key: Callable[[T], str]
) -> list[T]:
    """Return the items without those whose name is erased in the album.

    :param key: the person's id, or the number, of an item.
    """
    found = list(items)
    if not album.has_erasures:
        return found
    names = [name_of(album.pk, key(item)) for item in found]
    erased = erased_among(names)
    return [item for item, name in zip(found, names, strict=True) if name not in erased]


def payload_without_erased(album: Album | None, payload: Any) -> Any:
    """Return a callback's payload without the persons and numbers that are erased in its album."""
    if album is None or not album.has_erasures:
        return payload
    found = _items(payload, "persons")
    found += [other for item in found for other in _items(item, "possible")]
    persons = {str(item.get("id")) for item in found}
    tags = _items(payload, "tags")
    read = [*tags, *(other for tag in tags for other in _items(tag, "alternatives"))]
    numbers = {str(item.get("value")) for item in read}
    names = {
        **{person_name(album.pk, each): each for each in persons},
        **{number_name(album.pk, each): each for each in numbers},
    }
    erased = erased_among(names)
    marks = Marks(
        ids=[names[name] for name in erased if name[0] == "person"],
        numbers=[name[2] for name in erased if name[0] == "number"],
    )
    return marks.without(payload) if erased else payload


def _items(value: Any, collection: str) -> list[dict[str, Any]]:
    found = value.get(collection)
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceSources:
    """Face providers' spaces, and perhaps the number provider, now or before a change."""

    spaces: tuple[UUID, ...]
    has_number_provider: bool


def face_sources(album: Album) -> FaceSources:
    present = [album.face_space_id] if album.face_space_id else []
    return FaceSources(
        spaces=tuple(sorted({*present, *album.former_face_spaces})),
        has_number_provider=album.strategy == Strategy.FACE_NUMBER
        or album.formerly_by_number_provider,
    )


def albums_sharing_faces(album: Album) -> QuerySet[Album]:
    """Return the other albums in which a person may have the same id."""
    sources = face_sources(album)
    spaces = list(sources.spaces)
    shared = Q(face_space__in=spaces) | Q(former_face_spaces__overlap=spaces)
    if sources.has_number_provider:
        shared |= Q(strategy=Strategy.FACE_NUMBER) | Q(formerly_by_number_provider=True)
    return Album.objects.filter(shared).exclude(pk=album.pk)


# Where the pictures are that the number server has faces of.


CHUNK = 2_000


def list_face_images(space: str | None) -> Iterator[tuple[str, str]]:
    """Return the id that a photo has at the provider of faces, and the photo's URL, for each photo.

    :param space: what the provider calls the space; None: the one of number requests, where a photo
        has the id of the request.
    """
    if space is None:
        requests = NumberRequest.objects.exclude(provider_request_id="").exclude(photo=None)
        named = requests.exclude(photo__image_url="").values_list(
            "provider_request_id", "photo__image_url"
        )
        yield from named.iterator(chunk_size=CHUNK)
        return
    spaces = list(AccountSpace.objects.filter(external_id=space).values_list("pk", flat=True))
    of_space = Q(album__face_space__in=spaces) | Q(album__former_face_spaces__overlap=spaces)
    photos = Photo.objects.filter(of_space).exclude(image_url="").values_list("pk", "image_url")
    for photo_id, url in photos.iterator(chunk_size=CHUNK):
        yield str(photo_id), url


class AlbumRetention(LongJob):
    """Deleting what an album kept of people; its position is the last photo.

    `newest_on` is when the last photo had come by then: a later one begins it again.
    """

    album = models.OneToOneField(
        Album, on_delete=models.CASCADE, primary_key=True, related_name="retention"
    )
    newest_on = models.DateTimeField()

    objects = LongJobQuerySet["AlbumRetention"].as_manager()

    class Meta:
        verbose_name = "retention of an album"
        verbose_name_plural = "retentions of albums"
        indexes = [LongJob.leased.index("retention_due")]

    def __str__(self) -> str:
        return str(self.album_id)
