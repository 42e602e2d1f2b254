"""Numbers that are hidden on a photo, but legible on another one of the same burst.

The photo's person wears the number there. It is inferred only where no other runner can be meant:
docs/recognition.md has the rules.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet

from recognition.models import (
    NumberSource,
    Photo,
    PhotoNumber,
    PhotoPerson,
    PhotoState,
    SuggestedPerson,
)
from recognition.models.photo_results import OF_OTHER_PHOTOS
from recognition.models.photos import BURST
from recognition.models.readings_sql import IN_BURSTS

# A number is the wearer's, and a face of the burst the same person's, with these probabilities.
# Fitted on drawn albums (docs/recognition.md): both together at the lower end of an interval.
WORN = 0.996
SAME_PERSON = 0.996


@dataclass(frozen=True, slots=True, kw_only=True)
class InferredNumber:
    """A number of a person of the photo, and the photo where it was read, so many seconds apart."""

    value: str
    confidence: float
    person_id: str
    photo_id: UUID
    seconds: float

    @property
    def evidence(self) -> dict[str, Any]:
        return {"photoId": str(self.photo_id), "personId": self.person_id, "seconds": self.seconds}


def photos_in_bursts(photo_ids: Collection[UUID]) -> list[UUID]:
    """Return photos on which something may be inferred from these, or no longer; in id order."""
    with connection.cursor() as cursor:
        cursor.execute(IN_BURSTS, {"photos": list(photo_ids), "apart": BURST.total_seconds()})
        return sorted(photo_id for (photo_id,) in cursor.fetchall())


def inferred_numbers(photo: Photo) -> list[InferredNumber]:
    """Return the numbers of the photo's persons that can be inferred, by value.

    :param photo: selected with its album.
    """
    hidden = _persons_without_number(photo)
    if not photo.album.infer_numbers or not hidden:
        return []
    read = {number.value for number in photo.numbers.all() if _is_read(number)}
    found = [
        sightings[0]
        for person_id, sightings in _worn_in_burst(photo, hidden).items()
        if _is_clear(photo, hidden[person_id], sightings) and sightings[0].value not in read
    ]
    values = [number.value for number in found]
    inferred = [_inferred(photo, number) for number in found if values.count(number.value) == 1]
    sure = [each for each in inferred if each.confidence >= photo.album.required_confidence]
    return sorted(sure, key=lambda each: each.value)


def _persons_without_number(photo: Photo) -> Mapping[str, PhotoPerson]:
    """Return the persons whose number is hidden; none where a number may be any person's."""
    if photo.persons_outdated or photo.tags_outdated or photo.state == PhotoState.DELETED:
        return {}
    worn = {number.worn_by for number in photo.numbers.all() if _is_read(number)}
    if "" in worn:
        return {}
    return {each.person_id: each for each in photo.persons.all() if each.person_id not in worn}


def _is_read(number: PhotoNumber) -> bool:
    return not number.rejection and not number.is_inferred


def _worn_in_burst(photo: Photo, persons: Collection[str]) -> Mapping[str, list[PhotoNumber]]:
    """Return the numbers that each person wears on other photos of the burst, the surest first."""
    burst = Photo.objects.in_burst_of(photo)
    numbers = _sure_numbers(photo).filter(
        photo__in=burst, source=NumberSource.PROVIDER, worn_by__in=persons
    )
    worn = defaultdict[str, list[PhotoNumber]](list)
    for number in numbers.select_related("photo").order_by("-confidence", "pk"):
        worn[number.worn_by].append(number)
    return worn


def _sure_numbers(photo: Photo) -> QuerySet[PhotoNumber]:
    """Return the numbers of the album that were read, and rest on nothing but their photo."""
    numbers = PhotoNumber.objects.current().filter(photo__album=photo.album_id)
    return numbers.exclude(OF_OTHER_PHOTOS)


def _is_clear(photo: Photo, person: PhotoPerson, worn: Collection[PhotoNumber]) -> bool:
    """Return whether no other runner can be meant.

    A person with two numbers in the album is two runners, and so is a number with two persons.
    Where a face of the two photos may be another person's, it is not clear either; nor where any
    face of the album is in doubt between the person and another one of the burst.
    """
    values, person_id = {number.value for number in worn}, person.person_id
    if len(values) > 1:
        return False
    there = PhotoPerson.objects.filter(album_id=photo.album_id, person_id=person_id)
    others = _sure_numbers(photo).filter(photo__in=there.values("photo"), worn_by=person_id)
    wearers = _sure_numbers(photo).filter(value__in=values)
    return not (
        others.exclude(value__in=values).exists()
        or wearers.exclude(worn_by__in=["", person_id]).exists()
        or _is_in_doubt(photo, person, worn)
    )


def _is_in_doubt(photo: Photo, person: PhotoPerson, worn: Collection[PhotoNumber]) -> bool:
    this = _recognised(person)
    burst = [photo.pk, *Photo.objects.in_burst_of(photo).values_list("pk", flat=True)]
    beside = PhotoPerson.objects.filter(photo__in=burst).exclude(person_id=person.person_id)
    others = {each for other in beside for each in _recognised(other)}
    in_doubt = SuggestedPerson.objects.filter(
        Q(person_id__in=this) | Q(may_be__in=this), album_id=photo.album_id
    )
    here = Q(photo__in=[photo.pk, *(number.photo_id for number in worn)])
    return in_doubt.filter(here | Q(person_id__in=others) | Q(may_be__in=others)).exists()


def _recognised(person: PhotoPerson) -> list[str]:
    return [face["person_id"] for face in person.merged_from or ()] or [person.person_id]


def _inferred(photo: Photo, number: PhotoNumber) -> InferredNumber:
    read = 1.0 if number.confidence is None else number.confidence
    dates = [each.shooting_date for each in (photo, number.photo) if each.shooting_date]
    return InferredNumber(
        value=number.value,
        confidence=round(read * WORN * SAME_PERSON, 4),
        person_id=number.worn_by,
        photo_id=number.photo_id,
        seconds=(max(dates) - min(dates)).total_seconds(),
    )
