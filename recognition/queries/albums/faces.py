"""Who recognised the faces of an album, and which albums share faces with it."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet

from recognition.models import Album, Strategy


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
