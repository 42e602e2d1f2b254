"""Selfies, their pictures, and the photos of the persons on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db.models import F

from recognition.models import (
    Photo,
    PhotoPerson,
    PhotoState,
    Selfie,
    SelfieImage,
    SelfiePerson,
    SelfieState,
)
from recognition.models.selfies import SelfieImageGone


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfieDetails:
    """A selfie, the persons on it, and the photos of its album with these persons."""

    selfie: Selfie
    persons: Sequence[SelfiePerson]
    photos: Sequence[Photo]


def get_selfie(selfie_id: UUID) -> SelfieDetails:
    """Return a selfie with its persons, of highest confidence first, and their photos.

    The photos are those of the selfie's album, `SELFIE_MAX_PHOTOS` at most, oldest first.

    :raises SelfieNotFound: no such selfie.
    """
    selfie = Selfie.objects.get_or_refuse(selfie_id)
    surest_first = F("confidence").desc(nulls_last=True)
    persons = list(selfie.persons.order_by(surest_first, "person_id"))
    photos = _photos_with(selfie.album_id, [person.person_id for person in persons])
    return SelfieDetails(selfie=selfie, persons=persons, photos=photos)


def get_selfie_image(selfie_id: UUID) -> SelfieImage:
    """Return the picture of a selfie.

    :raises SelfieImageGone: there is none, or it was deleted.
    """
    image = SelfieImage.objects.filter(pk=selfie_id).first()
    if image is None:
        raise SelfieImageGone
    return image


def count_failed_selfies(since: datetime, most: int) -> int:
    """Count the selfies sent since then that failed, up to `most`."""
    failed = Selfie.objects.filter(state=SelfieState.FAILED, created_on__gte=since)
    return failed[:most].count()


def _photos_with(album_id: UUID, person_ids: Sequence[str]) -> Sequence[Photo]:
    if not person_ids:
        return []
    seen_on = PhotoPerson.objects.filter(person_id__in=person_ids).values("photo_id")
    photos = Photo.objects.filter(album_id=album_id, pk__in=seen_on)
    shown = photos.exclude(state=PhotoState.DELETED).only("pk", "image_url")
    return list(shown.order_by("shooting_date", "pk")[: settings.SELFIE_MAX_PHOTOS])
