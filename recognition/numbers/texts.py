"""What was read before in an album: how often, and where, the same text stands on its photos."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import connection
from django.db.models import Count, Q, QuerySet

from recognition.numbers.known_texts import (
    PHOTOS,
    SAME_PLACE,
    SAMPLE,
    Place,
    Sightings,
    place_of_record,
)
from recognition.numbers.models import AlbumText
from recognition.numbers.readings_sql import REPEATED
from recognition.records.numbers import NumberBasis, NumberRejection, PhotoNumber
from recognition.records.persons import PhotoPerson

_ASKED = {"near": SAME_PLACE, "enough": PHOTOS}


@dataclass(frozen=True, slots=True)
class RepeatedText:
    """A number that many photos of an album have at the same place, or among the same words."""

    album_id: UUID
    value: str
    place: Place | None
    words: str

    def sightings(self) -> QuerySet[PhotoNumber]:
        """Return the readings of this text."""
        readings = PhotoNumber.objects.filter(album_id=self.album_id, value=self.value)
        return readings.filter(self._here())

    def doubts(self) -> QuerySet[PhotoNumber]:
        """Return the readings that speak against it: not those of texts that are known already."""
        readings = PhotoNumber.objects.filter(album_id=self.album_id)
        readings = readings.exclude(basis=NumberBasis.CONTEXT)
        if self.place is None:
            return readings.filter(words=self.words).exclude(value=self.value)
        seen = readings.filter(value=self.value, place_x__isnull=False)
        return seen.exclude(self._here())

    def _here(self) -> Q:
        if self.place is None:
            return Q(words=self.words)
        here = Q()
        for side, percent in self.place.columns().items():
            here &= Q((f"{side}__range", (percent - SAME_PLACE, percent + SAME_PLACE)))
        return here


def repeated_texts(photo_ids: Collection[UUID]) -> Sequence[RepeatedText]:
    """Return which of the photos' numbers are read on `PHOTOS` photos of their album or more."""
    with connection.cursor() as cursor:
        cursor.execute(REPEATED, {"photos": list(photo_ids), **_ASKED})
        rows = cursor.fetchall()
    return [
        RepeatedText(album_id, value, None if x is None else Place(x=x, y=y, height=height), words)
        for album_id, value, x, y, height, words in rows
    ]


def sightings_of(text: RepeatedText) -> Sightings:
    """Count how often a text was read, up to `SAMPLE` photos."""
    here = list(text.sightings().values_list("photo_id", flat=True)[:SAMPLE])
    persons = PhotoPerson.objects.filter(photo__in=here).order_by().values("person_id")
    of_one = persons.annotate(photos=Count("pk")).order_by("-photos").first()
    others = PhotoNumber.objects.filter(photo__in=here, rejection="").exclude(value=text.value)
    numbers = others.values("value").distinct().count() if text.place is not None else 0
    return Sightings(
        here=len(here),
        elsewhere=len(text.doubts().values_list("pk", flat=True)[:SAMPLE]),
        of_one_person=of_one["photos"] if of_one else 0,
        company=persons.distinct().count() + numbers,
    )


def photos_accepting(text: RepeatedText) -> list[UUID]:
    """Return the photos on which this text is taken for a number, or would be if it was surer."""
    standing = Q(rejection="") | Q(rejection=NumberRejection.LOW_CONFIDENCE)
    return list(text.sightings().filter(standing).values_list("photo_id", flat=True))


def photos_rejecting(text: AlbumText) -> list[UUID]:
    """Return the photos on which this text of an album is no number."""
    place = place_of_record(text)
    repeated = RepeatedText(album_id=text.album_id, value=text.value, place=place, words=text.words)
    rejected = repeated.sightings().filter(basis=NumberBasis.CONTEXT)
    return list(rejected.values_list("photo_id", flat=True))
