"""What speaks for two persons of an album being one: their faces, their numbers, their photos."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import exp, log
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q

from recognition.persons.models import PersonReassignment
from recognition.persons.queries import TELLING, Merges, kept_apart, merges_of
from recognition.records.numbers import OF_OTHER_PHOTOS, PhotoNumber
from recognition.records.persons import PhotoPerson, SuggestedPerson
from recognition.records.photos import Photo
from recognition.records.steps import PhotoState

# Whether two persons of an album are one runner: evidence summed as log odds.
#
# The constants are derived or assumed; only the step of distance is measured (docs/vision.md,
# "Faces by distance"). The face: strangers become e times as many with each 0.024 of distance.
# That is 0.03 of confidence where known persons are within 0.4, in a space of some hundred people;
# 0.036 in one of 1,000. At the bound (a confidence of 0.5) one face in a hundred is taken as a
# stranger's: the provider's aim (`VISION_FALSE_MATCH`), which is of strangers, not of faces. The
# numbers: three links of a number with a face in a hundred are taken as wrong. So two strangers
# rarely wear the same number, and one runner rarely wears two.


_KNOWN = 0.5  # the confidence at the bound
_AT_KNOWN = log(0.99 / 0.01)
_STEP = 0.03  # of confidence
_LINK = log(1 / 0.03)
_SAME = 0.99  # as sure as a known face

MOST_ALIKE = 8
_MOST_LIKELY = 200  # persons with such a number, of which some are left out
_SIGHTINGS = 200  # photos of the album with such a number


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What speaks for and against two persons being one.

    `face` is the provider's confidence that a face of one is the other; `numbers` and `others` are
    the sure numbers of the two; `together`: both faces are on one photo.
    """

    face: float
    numbers: Set[str]
    others: Set[str]
    together: bool = False

    @property
    def same_numbers(self) -> Set[str]:
        return self.numbers & self.others

    @property
    def is_contradicted(self) -> bool:
        """Whether both wear numbers, and none that is the same."""
        return bool(self.numbers and self.others and not self.same_numbers)

    @property
    def probability(self) -> float:
        """Return how probable it is that the two are one."""
        if self.together:
            return 0.0
        return 1 / (1 + exp(-(_face(self.face) + self._of_numbers())))

    @property
    def is_same(self) -> bool:
        """Whether the two are one; the face alone never decides it here."""
        return bool(self.same_numbers) and self.probability >= _SAME

    def _of_numbers(self) -> float:
        differing = len(self.numbers ^ self.others) if self.numbers and self.others else 0
        return (_LINK if self.same_numbers else 0) - _LINK * differing


def may_be_same(face: float) -> bool:
    """Return whether the same number would make such a face the same person."""
    number = frozenset({"1"})
    return Evidence(face=face, numbers=number, others=number).is_same


def _face(confidence: float) -> float:
    return _AT_KNOWN - (_KNOWN - min(confidence, _KNOWN)) / _STEP


MOST_PHOTOS = 200  # of a person: what is read does not grow with the album
MOST_FACES = 1_000  # possible faces that are looked at together


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Pair:
    """Two persons as the provider recognised them, in the order of their ids."""

    first: str
    second: str

    @classmethod
    def of(cls, one: str, other: str) -> "Pair":
        return cls(first=min(one, other), second=max(one, other))


def pairs_in_question(photo_ids: Collection[UUID]) -> Mapping[UUID, Mapping[Pair, float]]:
    """Return by album which persons of these photos may be another one, and how surely."""
    faces = PhotoPerson.objects.filter(photo__in=photo_ids, album_id__isnull=False)
    persons = defaultdict[UUID, set[str]](set)
    for face in faces:
        if face.album_id:
            persons[face.album_id].update(_recognised(face))
    found: dict[UUID, Mapping[Pair, float]] = {}
    for album_id, ids in persons.items():
        of_them = Q(person_id__in=ids) | Q(may_be__in=ids)
        rows = SuggestedPerson.objects.filter(of_them, album_id=album_id).order_by("-pk")
        found[album_id] = _surest(list(rows[:MOST_FACES]))
    return found


class SeenNumbers:
    """Where a person of an album, as recognised, was seen, and with which sure numbers.

    Its faces are the same ones before and after a merge; only where they are stored differs.
    """

    def __init__(self, album_id: UUID, person_id: str, merges: Merges) -> None:
        self._album_id, self._person_id = album_id, person_id
        # While jobs change the photos some are stored as they were before a merge or a split.
        jobs = PersonReassignment.objects.unfinished().filter(album=album_id)
        self._stored_as = {*merges.chain(person_id), *jobs.values_list("person_id", flat=True)}

    @cached_property
    def numbers(self) -> Mapping[str, UUID]:
        """The sure numbers that it wears, each with the photo of the lowest id."""
        alone = {face.photo_id: face for face in self._faces if len(_recognised(face)) == 1}
        worn = PhotoNumber.objects.filter(photo__in=alone, rejection="").exclude(worn_by="")
        sure = worn.exclude(OF_OTHER_PHOTOS).order_by("-photo", "pk")
        rows = sure.values_list("value", "photo", "worn_by")
        return {value: at for value, at, wearer in rows if alone[at].person_id == wearer}

    @cached_property
    def photos(self) -> frozenset[UUID]:
        """Photos of it, `MOST_PHOTOS` at most."""
        return frozenset(face.photo_id for face in self._faces)

    @cached_property
    def _faces(self) -> list[PhotoPerson]:
        there = PhotoPerson.objects.filter(
            album_id=self._album_id, person_id__in=self._stored_as, photo__persons_outdated=False
        )
        kept = there.exclude(photo__state=PhotoState.DELETED).exclude(photo__tags_outdated=True)
        return list(kept.filter(self._is_it()).order_by("-photo")[:MOST_PHOTOS])

    def _is_it(self) -> Q:
        as_such = Q(merged_from__isnull=True, person_id=self._person_id)
        return as_such | Q(merged_from__contains=[{"person_id": self._person_id}])


def evidence_of(one: SeenNumbers, other: SeenNumbers, face: float) -> Evidence:
    """Return what speaks for and against the two being one."""
    return Evidence(
        face=face,
        numbers=one.numbers.keys(),
        others=other.numbers.keys(),
        together=bool(one.photos & other.photos),
    )


def _recognised(face: PhotoPerson) -> set[str]:
    if face.merged_from is None:
        return {face.person_id}
    return {each["person_id"] for each in face.merged_from}


def _surest(rows: Collection[SuggestedPerson]) -> Mapping[Pair, float]:
    found = defaultdict[Pair, float](float)
    for row in rows:
        pair = Pair.of(row.person_id, row.may_be)
        found[pair] = max(found[pair], row.confidence or 0.0)
    return found


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


def persons_alike(album_id: UUID, person_id: str, numbers: Sequence[str]) -> list[tuple[str, int]]:
    """Return other persons seen with the same numbers, on how many photos; perhaps the same one.

    Not those that staff say are others, nor those that stand beside it on a photo: two are not one.
    Numbers that a provider read at a place of the picture: an index finds them in the album.
    """
    read = PhotoNumber.objects.filter(album_id=album_id, rejection="", place_x__isnull=False)
    photos = [
        photo
        for number in numbers[:TELLING]
        for photo in read.filter(value=number).values_list("photo", flat=True)[:_SIGHTINGS]
    ]
    others = [person_id, *kept_apart(album_id, person_id, merges_of(album_id))]
    faces = PhotoPerson.objects.filter(photo__in=photos).exclude(person_id__in=others).order_by()
    counted = faces.values_list("person_id").annotate(count=Count("pk"))
    likely = list(counted.order_by("-count", "person_id")[:_MOST_LIKELY])
    beside = _beside(album_id, person_id, [other for other, _ in likely])
    return [(other, count) for other, count in likely if other not in beside][:MOST_ALIKE]


def _beside(album_id: UUID, person_id: str, others: Collection[str]) -> set[str]:
    """Return those of the others that are on a photo together with the person."""
    together = PhotoPerson.objects.filter(photo=OuterRef("photo"), person_id=person_id)
    faces = PhotoPerson.objects.filter(Exists(together), album_id=album_id, person_id__in=others)
    return set(faces.values_list("person_id", flat=True))
