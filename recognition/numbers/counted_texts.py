"""What was read before in an album, counted by SQL.

How often, and where, the same text stands on its photos (`recognition.numbers.repeated_texts` says
which are no numbers), and whose readings depend on what was read.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from foundation.records.statements import fetch_rows
from recognition.numbers.models import AlbumText
from recognition.numbers.repeated_texts import (
    PHOTOS,
    SAME_PLACE,
    SAMPLE,
    Place,
    Sightings,
    place_of_record,
)
from recognition.records.numbers import NumberBasis, NumberRejection, PhotoNumber
from recognition.records.persons import PhotoPerson

# SQL over the numbers that were read in an album, each way by an index of `PhotoNumber`.
#
# The ORM cannot join two readings of the same album and value. `tests/test_sql.py` holds the names
# to the models' columns.

# As `is_unsure` of `records/numbers.py`; a test compares the two.
UNSURE = "(unsure.rejection = 'LowConfidence' OR unsure.basis = 'SamePerson')"
# Photos with readings that an accepted number of the same person may confirm, or no longer
# confirms. A number that was itself accepted for its person confirms none: two weak ones would
# confirm each other. Value: the ids of the photos whose numbers are known. The photos of the same
# persons come first: on tables without statistics the planner would begin with all unsure readings.
COMPANIONS = f"""
WITH met AS MATERIALIZED (
    SELECT DISTINCT again.photo_id, known.value, known.rejection = '' AS is_accepted
    FROM recognition_photonumber known
    JOIN recognition_photoperson person ON person.photo_id = known.photo_id
    JOIN recognition_photoperson again ON again.album_id = person.album_id
        AND again.person_id = person.person_id AND again.photo_id <> known.photo_id
    WHERE known.photo_id = ANY(%s) AND known.basis <> 'SamePerson' AND known.source <> 'Inferred'
)
SELECT DISTINCT unsure.photo_id
FROM met
JOIN recognition_photonumber unsure ON unsure.photo_id = met.photo_id AND unsure.value = met.value
WHERE met.is_accepted = (unsure.rejection = 'LowConfidence') AND {UNSURE}
"""  # noqa: S608 (a constant)

# Photos on which a number may be inferred from these, or no longer. These photos themselves, if
# they have an inferred number. In albums that want it: those of their bursts with one of their
# persons or an inferred number; and wherever a number is inferred that one of these has, or for a
# person who wears one of these, or whom a face of these may be. Values: `photos`, `apart`
# (seconds).
IN_BURSTS = """
WITH known AS (
    SELECT photo.* FROM recognition_photo photo
    JOIN recognition_album album ON album.id = photo.album_id AND album.infer_numbers
    WHERE photo.id = ANY(%(photos)s)
), accepted AS (
    SELECT known.album_id, number.value, number.worn_by
    FROM known JOIN recognition_photonumber number ON number.photo_id = known.id
    WHERE number.rejection = '' AND number.source <> 'Inferred'
)
SELECT photo_id FROM recognition_photonumber
WHERE photo_id = ANY(%(photos)s) AND source = 'Inferred'
UNION
SELECT other.id
FROM known
JOIN recognition_photo other ON other.album_id = known.album_id
    AND other.photographer_id = known.photographer_id
    AND other.shooting_date BETWEEN known.shooting_date - make_interval(secs => %(apart)s)
        AND known.shooting_date + make_interval(secs => %(apart)s)
WHERE other.state <> 'Deleted' AND (EXISTS (
    SELECT FROM recognition_photoperson person
    JOIN recognition_photoperson again ON again.person_id = person.person_id
    WHERE person.photo_id = known.id AND again.photo_id = other.id
) OR EXISTS (
    SELECT FROM recognition_photonumber inferred
    WHERE inferred.photo_id = other.id AND inferred.source = 'Inferred'
))
UNION
SELECT inferred.photo_id
FROM accepted
JOIN recognition_photonumber inferred ON inferred.album_id = accepted.album_id
    AND inferred.source = 'Inferred' AND inferred.value = accepted.value
UNION
SELECT inferred.photo_id
FROM accepted
JOIN recognition_photonumber inferred ON inferred.album_id = accepted.album_id
    AND inferred.source = 'Inferred'
JOIN recognition_photoperson person ON person.photo_id = inferred.photo_id
    AND person.person_id = accepted.worn_by
WHERE accepted.worn_by <> ''
UNION
SELECT inferred.photo_id
FROM known
JOIN recognition_suggestedperson doubt ON doubt.photo_id = known.id
JOIN recognition_photonumber inferred ON inferred.album_id = known.album_id
    AND inferred.source = 'Inferred'
JOIN recognition_photoperson person ON person.photo_id = inferred.photo_id
    AND person.person_id IN (doubt.person_id, doubt.may_be)
"""

# Numbers that `enough` photos of the album have at the same place, or among the same words. Each
# count ends there, however large the album is. Values: `photos`, `near` (percent), `enough`.
REPEATED = """
SELECT album_id, value, place_x, place_y, place_height, '' FROM recognition_photonumber seen
WHERE photo_id = ANY(%(photos)s) AND rejection IN ('', 'LowConfidence') AND place_x IS NOT NULL
  AND (SELECT count(*) FROM (
    SELECT FROM recognition_photonumber other
    WHERE other.album_id = seen.album_id AND other.value = seen.value
      AND other.place_x BETWEEN seen.place_x - %(near)s AND seen.place_x + %(near)s
      AND other.place_y BETWEEN seen.place_y - %(near)s AND seen.place_y + %(near)s
      AND other.place_height BETWEEN seen.place_height - %(near)s AND seen.place_height + %(near)s
    LIMIT %(enough)s) there) >= %(enough)s
UNION
SELECT album_id, value, NULL, NULL, NULL, words FROM recognition_photonumber seen
WHERE photo_id = ANY(%(photos)s) AND rejection IN ('', 'LowConfidence') AND words <> ''
  AND (SELECT count(*) FROM (
    SELECT FROM recognition_photonumber other
    WHERE other.album_id = seen.album_id AND other.value = seen.value
      AND other.words = seen.words AND other.words <> ''
    LIMIT %(enough)s) there) >= %(enough)s
"""


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
    rows = fetch_rows(REPEATED, {"photos": list(photo_ids), **_ASKED})
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
