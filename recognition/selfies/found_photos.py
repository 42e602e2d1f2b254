"""Selfies, their pictures, and the photos of the persons on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db.models import F

from recognition.persons.queries import merges_of
from recognition.records.persons import PhotoPerson
from recognition.records.photos import Photo
from recognition.records.selfies import (
    Selfie,
    SelfieImage,
    SelfieImageGone,
    SelfiePerson,
    SelfieState,
)
from recognition.records.steps import PhotoState


@dataclass(frozen=True, slots=True)
class SelfieDetails:
    """A selfie, the persons on it, and the photos of its album with these persons."""

    selfie: Selfie
    persons: Sequence[SelfiePerson]
    photos: Sequence[Photo]


def get_selfie(selfie_id: UUID) -> SelfieDetails:
    """Return a selfie with its persons, of highest confidence first, and their photos.

    The photos are those of the selfie's album, `SELFIE_MAX_PHOTOS` at most, oldest first.
    """
    selfie = Selfie.objects.get_or_refuse(selfie_id)
    persons = _persons(selfie)
    seen_on = PhotoPerson.objects.filter(person_id__in=[each.person_id for each in persons])
    photos = Photo.objects.filter(album_id=selfie.album_id, pk__in=seen_on.values("photo_id"))
    shown = photos.exclude(state=PhotoState.DELETED).only("pk", "image_url")
    most = settings.SELFIE_MAX_PHOTOS
    return SelfieDetails(selfie, persons, list(shown.order_by("shooting_date", "pk")[:most]))


def _persons(selfie: Selfie) -> list[SelfiePerson]:
    """Return the selfie's persons as they are merged by now, each once, the surest first."""
    merges = merges_of(selfie.album_id)
    surest_first = F("confidence").desc(nulls_last=True)
    found: dict[str, SelfiePerson] = {}
    for person in selfie.persons.order_by(surest_first, "person_id"):
        person.person_id = merges.survivor(person.person_id)
        found.setdefault(person.person_id, person)
    return list(found.values())


def get_selfie_image(selfie_id: UUID) -> SelfieImage:
    image = SelfieImage.objects.filter(pk=selfie_id).first()
    if image is None:
        raise SelfieImageGone
    return image


def count_failed_selfies(since: datetime, most: int) -> int:
    """Count the selfies sent since then that failed, up to `most`."""
    failed = Selfie.objects.filter(state=SelfieState.FAILED, created_on__gte=since)
    return failed[:most].count()
