"""Persons of an album: which of them staff declared to be one, and their photos."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, QuerySet

from foundation.records.statements import fetch_rows
from recognition.persons.models import (
    PersonApart,
    PersonJobNotFound,
    PersonMerge,
    PersonReassignment,
)
from recognition.records.numbers import OF_OTHER_PHOTOS, PhotoNumber
from recognition.records.persons import PhotoPerson
from recognition.records.steps import PhotoState

MOST_FACES = 200_000  # of an album, that are counted by person
MOST_READ = 2_000  # photos of a person, whose numbers are counted
MOST_NUMBERS = 20
TELLING = 3  # numbers by which persons are alike
# In the order of the index `person_of_album`, which has all that is read here.
_PERSONS = """
SELECT person_id, count(*) FROM (
    SELECT person_id FROM recognition_photoperson WHERE album_id = %s
    ORDER BY person_id, photo_id LIMIT %s
) face
GROUP BY person_id ORDER BY count(*) DESC, person_id LIMIT %s OFFSET %s
"""


@dataclass(frozen=True, slots=True)
class Merges:
    """The merges of an album: into whom each merged person was merged."""

    into: Mapping[str, str]

    def survivor(self, person_id: str) -> str:
        """Return who this person is: the last one of its chain, or the person itself."""
        while person_id in self.into:
            person_id = self.into[person_id]
        return person_id

    def chain(self, person_id: str) -> list[str]:
        """Return this person, and into whom it was merged, one after the other."""
        found = [person_id]
        while found[-1] in self.into:
            found.append(self.into[found[-1]])
        return found


def merges_of(album_id: UUID) -> Merges:
    """Return the merges of an album; staff make them one by one, so there are few."""
    found = PersonMerge.objects.filter(album=album_id)
    return Merges(dict(found.values_list("person_id", "into")))


def kept_apart(album_id: UUID, person_id: str, merges: Merges) -> list[str]:
    """Return the persons of the album that staff say this one is not, by id."""
    this = merges.survivor(person_id)
    pairs = [
        {merges.survivor(row.person_id), merges.survivor(row.other)}
        for row in PersonApart.objects.by_staff(album_id)
    ]
    return sorted({other for pair in pairs if this in pair for other in pair - {this}})


def get_person_job(album_id: UUID, job_id: UUID) -> PersonReassignment:
    """Return a job that changes a person's photos.

    :raises PersonJobNotFound: the album has no such job, or it ended long ago.
    """
    found = PersonReassignment.objects.filter(pk=job_id, album=album_id).first()
    if found is None:
        raise PersonJobNotFound
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class AlbumPerson:
    """A person of an album: on how many photos, one of them, and numbers seen on some of them."""

    person_id: str
    photos: int
    photo_id: UUID
    numbers: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class MergePreview:
    """What a merge will do: photos of the person, of those with the other one too, and of both."""

    photos: int
    with_both: int
    afterwards: int


def list_persons(album_id: UUID, page: int, size: int) -> list[AlbumPerson]:
    """Return a page of an album's persons, those on the most photos first.

    Of an album with very many faces the first `MOST_FACES` are counted, by persons' ids. Photos
    that were deleted count too.
    """
    rows = dict(fetch_rows(_PERSONS, [album_id, MOST_FACES, size, (page - 1) * size]))
    photos = _some_photos(album_id, rows)
    numbers = _numbers_by_photo([photo for of_person in photos.values() for photo in of_person])
    return [
        AlbumPerson(
            person_id=person_id,
            photos=count,
            photo_id=photos[person_id][0],
            numbers=_most_frequent(photos[person_id], numbers),
        )
        for person_id, count in rows.items()
    ]


def faces_of(album_id: UUID, person_ids: Collection[str]) -> Mapping[str, UUID]:
    """Return for each person a photo that shows where its face is; none of those deleted."""
    faces = PhotoPerson.objects.filter(
        album_id=album_id, person_id__in=person_ids, box__isnull=False
    ).exclude(photo__state=PhotoState.DELETED)
    first = faces.order_by("person_id", "photo").distinct("person_id")
    return dict(first.values_list("person_id", "photo"))


def find_person(album_id: UUID, typed: str) -> str:
    """Return the person with this id, or the only one whose id begins so; empty: there is none."""
    survivor = merges_of(album_id).survivor(typed)
    if not typed or photos_of_person(album_id, survivor).exists():
        return typed and survivor
    begun = PhotoPerson.objects.filter(album_id=album_id, person_id__startswith=typed)
    found = list(begun.order_by().values_list("person_id", flat=True).distinct()[:2])
    return found[0] if len(found) == 1 else ""


def photos_of_person(album_id: UUID, person_id: str) -> QuerySet[PhotoPerson]:
    """Return the appearances of a person on photos that are not deleted, by the photos' ids."""
    there = PhotoPerson.objects.filter(album_id=album_id, person_id=person_id)
    return there.exclude(photo__state=PhotoState.DELETED).order_by("photo")


def numbers_of_person(album_id: UUID, person_id: str) -> list[tuple[str, int]]:
    """Return the numbers on a person's photos, and on how many; the most frequent first."""
    photos = photos_of_person(album_id, person_id).values_list("photo", flat=True)[:MOST_READ]
    seen = PhotoNumber.objects.filter(photo__in=list(photos), rejection="").order_by()
    counted = seen.values_list("value").annotate(count=Count("pk")).order_by("-count", "value")
    return list(counted[:MOST_NUMBERS])


def merged_into(album_id: UUID, person_id: str) -> list[PersonMerge]:
    """Return the merges that made this person one with others, also by way of others."""
    merges = merges_of(album_id)
    rows = PersonMerge.objects.filter(album=album_id).order_by("merged_on", "pk")
    return [row for row in rows if merges.survivor(row.person_id) == person_id]


def unfinished_person_jobs(album_id: UUID) -> QuerySet[PersonReassignment]:
    return PersonReassignment.objects.unfinished().filter(album=album_id).order_by("created_on")


def preview_merge(album_id: UUID, person_id: str, into: str) -> MergePreview:
    """Count the photos that a merge changes."""
    photos, others = photos_of_person(album_id, person_id), photos_of_person(album_id, into)
    same = PhotoPerson.objects.filter(photo=OuterRef("photo"), person_id=into)
    with_both, total = photos.filter(Exists(same)).count(), photos.count()
    afterwards = total + others.count() - with_both
    return MergePreview(photos=total, with_both=with_both, afterwards=afterwards)


def _some_photos(album_id: UUID, person_ids: Collection[str]) -> Mapping[str, list[UUID]]:
    """Return photos of each person, `MOST_READ` in all at most but one of each in any case."""
    faces = PhotoPerson.objects.filter(album_id=album_id, person_id__in=person_ids)
    first = faces.order_by("person_id", "photo").distinct("person_id")
    found = {person_id: [photo] for person_id, photo in first.values_list("person_id", "photo")}
    more = faces.order_by("person_id", "photo").values_list("person_id", "photo")[:MOST_READ]
    for person_id, photo in more:
        if photo not in found[person_id]:
            found[person_id].append(photo)
    return found


def _numbers_by_photo(photo_ids: Collection[UUID]) -> Mapping[UUID, list[str]]:
    numbers = defaultdict[UUID, list[str]](list)
    accepted = PhotoNumber.objects.filter(photo__in=photo_ids, rejection="")
    for photo, value in accepted.values_list("photo", "value"):
        numbers[photo].append(value)
    return numbers


def _most_frequent(photos: Sequence[UUID], numbers: Mapping[UUID, list[str]]) -> list[str]:
    seen = Counter(value for photo in photos for value in numbers.get(photo, ()))
    return [value for value, _ in seen.most_common(TELLING)]


# Persons who wear two numbers: perhaps two people whose faces were taken for one.


AT_THE_EDGE = 0.7  # of confidence; 0.5 is the bound of known persons
MOST_NAMED = 8  # photos of a number


@dataclass(frozen=True, slots=True, kw_only=True)
class WornNumber:
    """A sure number below a person's face: on which photos, and the surest of these faces."""

    value: str
    photos: Sequence[UUID]
    face: float | None

    @property
    def is_at_the_edge(self) -> bool:
        """Whether none of the faces is surely the person's."""
        return self.face is None or self.face < AT_THE_EDGE


def numbers_of_perhaps_two(album_id: UUID, person_id: str) -> Sequence[WornNumber]:
    """Return the numbers of a person who is perhaps two people, the most frequent first.

    One runner wears one number. Where two are worn, one may be misread; but if no face above one of
    them is surely the person's, it may be another runner's.
    """
    rows = photos_of_person(album_id, person_id).values_list("photo", "confidence")[:MOST_READ]
    faces = dict(rows)
    sure = PhotoNumber.objects.current().filter(photo__in=faces, worn_by=person_id)
    photos = defaultdict[str, list[UUID]](list)
    for value, photo in (
        sure.exclude(OF_OTHER_PHOTOS).order_by("photo").values_list("value", "photo")
    ):
        photos[value].append(photo)
    worn = [
        WornNumber(value=value, photos=some[:MOST_NAMED], face=_surest([faces[at] for at in some]))
        for value, some in sorted(photos.items(), key=lambda each: (-len(each[1]), each[0]))
    ]
    is_doubtful = len(worn) > 1 and any(each.is_at_the_edge for each in worn)
    return worn if is_doubtful else []


def _surest(faces: Sequence[float | None]) -> float | None:
    return max((face for face in faces if face is not None), default=None)
