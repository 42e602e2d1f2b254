"""Who wears which number on a photo, and numbers that may be on it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import TypeVar
from uuid import UUID

from django.db.models import F, TextChoices

from foundation.records.statements import fetch_rows
from recognition.numbers.counted_texts import COMPANIONS
from recognition.records.numbers import (
    NumberBasis,
    NumberFacts,
    NumberRejection,
    NumberSource,
    PhotoNumber,
    SuggestedNumber,
)
from recognition.records.persons import PersonFacts, PhotoPerson
from recognition.records.photos import Photo, is_burst

Box = Mapping[str, float]
N = TypeVar("N", bound=NumberFacts)

# A number is worn about three heights of a face below its middle. On 24 race photos with several
# faces most numbers were less than half a unit from the nearest face, and 2 or more from the next.
_BELOW = 3.0  # heights of the face
_NEAR = 1.0
_CLEARLY = 3.0


def wearers_of(numbers: Sequence[NumberFacts], persons: Iterable[PersonFacts]) -> list[str]:
    """Return who wears each number of a photo; empty where that is not clear.

    A person wears one number. Two that would both be theirs have no wearer; but an unsure reading
    does not make an accepted number unclear. Other rejected readings have no wearer.
    """
    faces = [(person.person_id, person.box) for person in persons if person.box]
    above = [wearer_of(each.box, faces) if each.box else None for each in numbers]
    worn = [""] * len(numbers)
    for rejection in ("", NumberRejection.LOW_CONFIDENCE):
        taken = {*worn}
        clear = {
            at: above[at] or "" for at, each in enumerate(numbers) if each.rejection == rejection
        }
        times = Counter(clear.values())
        for at, wearer in clear.items():
            if times[wearer] == 1 and wearer not in taken:
                worn[at] = wearer
    return worn


def numbers_of(person_id: str, numbers: Iterable[N]) -> list[N]:
    """Return which of a photo's numbers may be a person's: the one worn, or else those of no one.

    :param numbers: of one photo that the person is on.
    """
    theirs = [number for number in numbers if number.worn_by in ("", person_id)]
    return [number for number in theirs if number.worn_by] or theirs


def wearer_of(number: Box, faces: Sequence[tuple[str, Box]]) -> str | None:
    """Return the person whose face stands clearly above a number; None: it is not clear.

    :param faces: a person and the place of the face each; places are parts of the photo's size.
    """
    near = sorted((_distance(number, box), person) for person, box in faces)
    if not near or near[0][0] > _NEAR:
        return None
    return near[0][1] if len(near) == 1 or near[1][0] > _CLEARLY * near[0][0] else None


def _distance(number: Box, face: Box) -> float:
    """Return how far a number is from where the runner would wear it, in sizes of the face."""
    if not (face["width"] and face["height"]):
        return float("inf")
    (number_x, number_y), (face_x, face_y) = _middle(number), _middle(face)
    aside = (number_x - face_x) / face["width"]
    below = (number_y - face_y) / face["height"] - _BELOW
    return hypot(aside, below / 2)


def _middle(box: Box) -> tuple[float, float]:
    return box["left"] + box["width"] / 2, box["top"] + box["height"] / 2


# Which person of a photo wears which of its numbers, kept with the number (`worn_by`).


def link_numbers(photo: Photo) -> None:
    """Store who wears the photo's numbers; the caller has changed its persons.

    By what is on the photo now: a merge or a correction by staff changes the links, too.
    """
    PhotoNumber.objects.bulk_update(link_to_wearers(photo, photo.stored_numbers()), ["worn_by"])


def link_to_wearers(photo: Photo, numbers: Sequence[PhotoNumber]) -> list[PhotoNumber]:
    """Set who wears the numbers, all that the photo has; return those that changed, not saved."""
    if not any(number.box for number in numbers):
        return []
    changed = []
    for number, wearer in zip(numbers, wearers_of(numbers, photo.stored_persons()), strict=True):
        if number.worn_by != wearer:
            number.worn_by = wearer
            changed.append(number)
    return changed


MOST_SUGGESTIONS = 10
OF_BURST = 1000  # times as much as on other photos counts what was read within the burst
MOST_PERSONS = 10  # of those on the photo, the surest
PHOTOS_OF_A_PERSON = 200  # the newest, in whatever album: what is read does not grow beyond them
# An inferred number comes from another photo, which counts itself.
READ_ELSEWHERE = (NumberSource.PROVIDER, NumberSource.MANUAL)
Boxes = Mapping[str, Mapping[str, float] | None]  # by the person
_SUREST_FIRST = (F("confidence").desc(nulls_last=True), "pk")


class SuggestionKind(TextChoices):
    """Where a suggestion comes from; the best first."""

    WEAK = "Weak"  # read on this photo and accepted, but the strategy did not ask for it
    SAME_PERSON = "SamePerson"  # on another photo of the album with a person of this photo
    REJECTED = "Rejected"  # read on this photo, and rejected


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A number that may be on a photo.

    Of kind `SamePerson`, `photo_id` is the newest other photo with the number, and `box` and
    `confidence` are the person's on this photo; of the other kinds they are the reading's. Boxes
    are in fractions of the image. `partner_box` is the face of who wears the number, or of kind
    `SamePerson` what the person wears on this photo; None: that is not clear.
    """

    value: str
    kind: SuggestionKind
    rejection: str | None = None
    confidence: float | None
    box: Mapping[str, float] | None
    photo_id: UUID | None = None
    partner_box: Mapping[str, float] | None = None


def list_suggestions(
    photo: Photo, seen: Collection[NumberSource] = READ_ELSEWHERE
) -> list[Suggestion]:
    """Return up to `MOST_SUGGESTIONS` numbers that may be on the photo, the best first.

    A value appears once, and not where a machine has made it one of the photo's tags. What people
    read on this photo neither comes nor hides anything: a second reader gets the suggestions of the
    first one. Outdated numbers and persons do not count.

    :param seen: whose numbers of other photos count; without `Manual` those that no person typed.
    """
    # What stands on many photos of the album is no start number, and nothing to suggest.
    current = photo.numbers.exclude(basis=NumberBasis.CONTEXT).order_by(*_SUREST_FIRST)
    numbers = [] if photo.tags_outdated else list(current)
    by_machine = [number for number in numbers if number.source != NumberSource.MANUAL]
    tags = {number.value for number in by_machine if not number.rejection}
    late = list(photo.suggested_numbers.order_by(*_SUREST_FIRST))
    read: list[PhotoNumber | SuggestedNumber] = [*by_machine, *late]
    persons = [] if photo.persons_outdated else list(photo.persons.order_by(*_SUREST_FIRST))
    faces = {person.person_id: person.box for person in persons}
    worn = {number.worn_by: number.box for number in by_machine if number.worn_by}
    found = [
        *_readings((number for number in late if not number.rejection), faces),
        *_seen_with_persons(photo, persons[:MOST_PERSONS], worn, seen),
        *_readings((number for number in read if number.rejection), faces),
    ]
    best: dict[str, Suggestion] = {}
    for suggestion in found:
        best.setdefault(suggestion.value, suggestion)
    return [best[value] for value in best if value not in tags][:MOST_SUGGESTIONS]


def _readings(
    numbers: Iterable[PhotoNumber | SuggestedNumber], faces: Boxes
) -> Iterator[Suggestion]:
    """Suggest what was read on this photo; a late reading has no known wearer."""
    for number in numbers:
        wearer = number.worn_by if isinstance(number, PhotoNumber) else ""
        yield Suggestion(
            value=number.value,
            kind=SuggestionKind.REJECTED if number.rejection else SuggestionKind.WEAK,
            rejection=number.rejection or None,
            confidence=number.confidence,
            box=number.box,
            partner_box=faces.get(wearer),
        )


def _seen_with_persons(
    photo: Photo, surest: Sequence[PhotoPerson], worn: Boxes, seen: Collection[NumberSource]
) -> Iterator[Suggestion]:
    """Suggest what was read on other photos of the album with the same persons, most often first.

    What was read within the burst comes before the rest; what is only partly legible comes too. Of
    numbers seen equally often, the newest
    is the first. A number that was seen with several persons comes several times.

    :param worn: where on this photo the number of a person is.
    """
    persons = {person.person_id: person for person in surest}
    seen_on = newest_photos(list(persons)) if persons else []
    times: Counter[tuple[str, str]] = Counter()
    newest: dict[tuple[str, str], PhotoNumber] = {}
    for person_id, number in _numbers_seen(seen_on, photo, seen, partial=True):
        of_burst = is_burst(number.photo, photo) and not number.rejection
        times[number.value, person_id] += OF_BURST if of_burst else 1
        newest.setdefault((number.value, person_id), number)
    for (value, person_id), _ in times.most_common():
        yield Suggestion(
            value=value,
            kind=SuggestionKind.SAME_PERSON,
            rejection=newest[value, person_id].rejection or None,
            confidence=persons[person_id].confidence,
            box=persons[person_id].box,
            photo_id=newest[value, person_id].photo_id,
            partner_box=worn.get(person_id),
        )


def newest_photos(person_ids: Sequence[str]) -> list[tuple[str, UUID]]:
    """Return the persons with their newest photos, the newest first.

    Read apart from the numbers, by the index `person_photos`: the database would not always keep to
    the limit within a join.
    """
    first, *others = (
        PhotoPerson.objects.filter(person_id=person_id)
        .order_by("-pk")
        .values_list("pk", "person_id", "photo_id")[:PHOTOS_OF_A_PERSON]
        for person_id in person_ids
    )
    appearances = sorted(first.union(*others, all=True), reverse=True)
    return [(person_id, photo_id) for _, person_id, photo_id in appearances]


def numbers_of_persons(photo: Photo) -> Mapping[str, UUID]:
    """Return the numbers accepted on other photos of the album with the same persons.

    Each comes with the newest photo that has it. So numbers confirm each other; those that were
    confirmed like this themselves, and outdated numbers and persons, do not count.
    """
    persons = [] if photo.persons_outdated else photo.persons.values_list("person_id", flat=True)
    seen_on = newest_photos(list(persons)) if persons else []
    return {
        number.value: number.photo_id
        for _, number in reversed(list(_numbers_seen(seen_on, photo, READ_ELSEWHERE)))
        if number.basis != NumberBasis.SAME_PERSON
    }


def photos_to_confirm(photo_ids: Collection[UUID]) -> list[UUID]:
    """Return other photos with unsure numbers that the numbers of these may decide."""
    return [photo_id for (photo_id,) in fetch_rows(COMPANIONS, [list(photo_ids)])]


def _numbers_seen(
    seen_on: Sequence[tuple[str, UUID]],
    photo: Photo,
    sources: Collection[NumberSource],
    partial: bool = False,
) -> Iterator[tuple[str, PhotoNumber]]:
    """Yield the persons with the numbers that may be theirs on other photos of the album.

    Not with a number that another person of that photo wears.

    :param seen_on: persons and their photos, the newest first; yielded in this order.
    """
    numbers = defaultdict[UUID, list[PhotoNumber]](list)
    rejections = ["", NumberRejection.PARTLY_LEGIBLE] if partial else [""]
    for number in _numbers_on({photo_id for _, photo_id in seen_on}, photo, sources, rejections):
        numbers[number.photo_id].append(number)
    for person_id, photo_id in seen_on:
        for number in numbers_of(person_id, numbers[photo_id]):
            yield person_id, number


def _numbers_on(
    photo_ids: Collection[UUID],
    photo: Photo,
    sources: Collection[NumberSource],
    rejections: Collection[str],
) -> list[PhotoNumber]:
    """Return the numbers of those photos that are others of the photo's album, the oldest first.

    The album is compared here: by a condition on it the database might read the whole album.
    """
    others = PhotoNumber.objects.current(rejections).filter(photo__in=set(photo_ids) - {photo.pk})
    kept = others.filter(source__in=sources).select_related("photo")
    of_photo = ("photo__album", "photo__photographer_id", "photo__shooting_date")
    only = kept.only("value", "rejection", "basis", "worn_by", *of_photo).order_by("pk")
    return [number for number in only if number.photo.album_id == photo.album_id]
