"""Persons of an album that may be one: a face of one is not far from the other."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from uuid import UUID

from django.db.models import Q

from recognition.persons.identity import SeenNumbers, evidence_of
from recognition.persons.queries import Merges, kept_apart, merges_of
from recognition.records.persons import PhotoPerson, SuggestedPerson
from recognition.records.photos import Photo

MOST_READ = 1_000  # suggestions of a person
MOST_SHOWN = 8  # persons


@dataclass(frozen=True, slots=True, kw_only=True)
class MayBe:
    """A person of the album that another one may be: how surely, by faces on how many photos."""

    person_id: str
    confidence: float
    photos: int


def possible_on_photo(photo: Photo) -> Mapping[str, Sequence[MayBe]]:
    """Return for each person on a photo which other persons of the album it may be, by its face."""
    rows = list(photo.suggested_persons.order_by("pk"))
    if not rows:
        return {}
    merges = merges_of(photo.album_id)
    by_person = defaultdict[str, list[tuple[str, SuggestedPerson]]](list)
    for row in rows:
        by_person[merges.survivor(row.person_id)].append((merges.survivor(row.may_be), row))
    others = {other for each in by_person.values() for other, _ in each}
    here = {person.person_id for person in photo.persons.all()}
    there = _in_album(photo.album_id, others) - here
    return {
        person_id: list(
            _not_contradicted(
                photo.album_id,
                person_id,
                _may_be((other, row) for other, row in found if other in there - {person_id}),
                merges,
            )
        )
        for person_id, found in by_person.items()
    }


def possible_for(album_id: UUID, person_id: str) -> Sequence[MayBe]:
    """Return which other persons of the album a person may be, by the faces of either."""
    merges = merges_of(album_id)
    ids = {person_id, *(each for each in merges.into if merges.survivor(each) == person_id)}
    of_them = Q(person_id__in=ids) | Q(may_be__in=ids)
    rows = SuggestedPerson.objects.filter(of_them, album_id=album_id).order_by("-pk")[:MOST_READ]
    found = [
        (merges.survivor(row.may_be if row.person_id in ids else row.person_id), row)
        for row in rows
    ]
    there = _in_album(album_id, {other for other, _ in found}) - {person_id}
    persons = _may_be((other, row) for other, row in found if other in there)
    return list(islice(_not_contradicted(album_id, person_id, persons, merges), MOST_SHOWN))


def _not_contradicted(
    album_id: UUID, person_id: str, persons: Iterable[MayBe], merges: Merges
) -> Iterator[MayBe]:
    """Yield the persons that wear no other number than this one, and are on no photo with it.

    Nor those of which staff say that they are others.
    """
    this = SeenNumbers(album_id, person_id, merges)
    apart = kept_apart(album_id, person_id, merges)
    for other in persons:
        if other.person_id in apart:
            continue
        there = SeenNumbers(album_id, other.person_id, merges)
        evidence = evidence_of(this, there, other.confidence)
        if not (evidence.is_contradicted or evidence.together):
            yield other


def _in_album(album_id: UUID, person_ids: set[str]) -> set[str]:
    faces = PhotoPerson.objects.filter(album_id=album_id, person_id__in=person_ids).order_by()
    return set(faces.values_list("person_id", flat=True).distinct())


def _may_be(found: Iterable[tuple[str, SuggestedPerson]]) -> Sequence[MayBe]:
    """Return each other person once, the surest first."""
    by_person = defaultdict[str, list[SuggestedPerson]](list)
    for other, row in found:
        by_person[other].append(row)
    persons = [
        MayBe(
            person_id=other,
            confidence=max(row.confidence or 0 for row in rows),
            photos=len({row.photo_id for row in rows}),
        )
        for other, rows in by_person.items()
    ]
    return sorted(persons, key=lambda each: (-each.confidence, each.person_id))
