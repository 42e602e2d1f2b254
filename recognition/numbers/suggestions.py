"""Numbers that may be on a photo: suggested to its tagger, or confirmed by other photos."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import connection
from django.db.models import F, TextChoices

from recognition.numbers.links import numbers_of
from recognition.numbers.readings_sql import COMPANIONS
from recognition.records.numbers import (
    NumberBasis,
    NumberRejection,
    NumberSource,
    PhotoNumber,
    SuggestedNumber,
)
from recognition.records.persons import PhotoPerson
from recognition.records.photos import Photo, is_burst

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
    with connection.cursor() as cursor:
        cursor.execute(COMPANIONS, [list(photo_ids)])
        return [photo_id for (photo_id,) in cursor.fetchall()]


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
