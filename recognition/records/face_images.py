"""Who recognised the faces of an album, and which albums share faces with it."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet

from recognition.providers.models import AccountSpace
from recognition.records.albums import Album, Strategy
from recognition.records.photos import Photo
from recognition.records.requests import NumberRequest


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
