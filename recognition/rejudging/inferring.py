"""Numbers that are hidden on a photo, but legible on another one of the same burst.

The photo's person wears the number there. It is inferred only where no other runner can be meant:
docs/recognition.md has the rules.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from foundation.records.statements import fetch_rows
from recognition.numbers.counted_texts import IN_BURSTS
from recognition.processing.results import correct_numbers, is_open_to_change, keep_numbers
from recognition.records.numbers import OF_OTHER_PHOTOS, NumberFacts, NumberSource, PhotoNumber
from recognition.records.persons import PersonFacts, PhotoPerson, SuggestedPerson
from recognition.records.photo_state import settle
from recognition.records.photos import BURST, Photo
from recognition.records.steps import PhotoState

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


@dataclass(frozen=True, slots=True, kw_only=True)
class SureNumber:
    """A number that a provider read on a photo and a person wears there."""

    value: str
    confidence: float | None
    person_id: str
    photo_id: UUID
    shooting_date: datetime | None


class OtherPhotos(Protocol):
    """What the other photos of an album have: as stored, or as a change of settings makes it.

    Its numbers are accepted ones that rest on nothing but their photo, of now.
    """

    def burst_of(self, photo: Photo) -> Collection[UUID]:
        """Return the other photos of the photo's burst."""

    def worn_on(self, photo_ids: Collection[UUID]) -> Iterable[SureNumber]:
        """Return the numbers that a provider read on these photos and persons wear there."""

    def worn_by(self, person_id: str) -> Collection[str]:
        """Return the numbers that a person wears anywhere in the album."""

    def wearers_of(self, value: str) -> Collection[str]:
        """Return who wears a number anywhere in the album; empty where that is not clear."""

    def faces_on(self, photo_ids: Collection[UUID]) -> Iterable[PersonFacts]:
        """Return the persons of these photos."""

    def doubts_about(self, recognised: Collection[str]) -> Iterable[tuple[UUID, str, str]]:
        """Return the photos where a face is one of these persons or may be; and both persons."""


def photos_in_bursts(photo_ids: Collection[UUID]) -> list[UUID]:
    """Return photos on which something may be inferred from these, or no longer; in id order."""
    given = {"photos": list(photo_ids), "apart": BURST.total_seconds()}
    return sorted(photo_id for (photo_id,) in fetch_rows(IN_BURSTS, given))


def inferred_numbers(
    photo: Photo, numbers: Sequence[NumberFacts], faces: Iterable[PersonFacts], others: OtherPhotos
) -> list[InferredNumber]:
    """Return the numbers of the photo's persons that can be inferred, by value.

    :param photo: selected with its album.
    """
    hidden = _persons_without_number(photo, numbers, faces)
    if not photo.album.infer_numbers or not hidden:
        return []
    read = {number.value for number in numbers if _is_read(number)}
    burst = others.burst_of(photo)
    found = [
        worn[0]
        for person_id, worn in _worn_in_burst(burst, hidden, others).items()
        if _is_clear([photo.pk, *burst], hidden[person_id], worn, others)
        and worn[0].value not in read
    ]
    values = [number.value for number in found]
    inferred = [_inferred(photo, number) for number in found if values.count(number.value) == 1]
    sure = [each for each in inferred if each.confidence >= photo.album.required_confidence]
    return sorted(sure, key=lambda each: each.value)


def _persons_without_number(
    photo: Photo, numbers: Iterable[NumberFacts], faces: Iterable[PersonFacts]
) -> Mapping[str, PersonFacts]:
    """Return the persons whose number is hidden; none where a number may be any person's."""
    if photo.persons_outdated or photo.tags_outdated or photo.state == PhotoState.DELETED:
        return {}
    worn = {number.worn_by for number in numbers if _is_read(number)}
    if "" in worn:
        return {}
    return {each.person_id: each for each in faces if each.person_id not in worn}


def _is_read(number: NumberFacts) -> bool:
    return not number.rejection and not number.is_inferred


def _worn_in_burst(
    burst: Collection[UUID], persons: Collection[str], others: OtherPhotos
) -> Mapping[str, list[SureNumber]]:
    """Return the numbers that each person wears on other photos of the burst, the surest first."""
    worn = defaultdict[str, list[SureNumber]](list)
    for number in sorted(others.worn_on(burst), key=_sureness, reverse=True):
        if number.person_id in persons:
            worn[number.person_id].append(number)
    return worn


def _sureness(number: SureNumber) -> float:
    return 1.0 if number.confidence is None else number.confidence


def _is_clear(
    burst: Collection[UUID], person: PersonFacts, worn: Collection[SureNumber], others: OtherPhotos
) -> bool:
    """Return whether no other runner can be meant.

    A person with two numbers in the album is two runners, and so is a number with two persons.
    Where a face of the two photos may be another person's, it is not clear either; nor where any
    face of the album is in doubt between the person and another one of the burst.

    :param burst: all of its photos, the photo itself first.
    """
    values, person_id = {number.value for number in worn}, person.person_id
    if len(values) > 1 or {*others.worn_by(person_id)} - values:
        return False
    wearers = {wearer for value in values for wearer in others.wearers_of(value)}
    return not (wearers - {"", person_id} or _is_in_doubt(burst, person, worn, others))


def _is_in_doubt(
    burst: Collection[UUID], person: PersonFacts, worn: Collection[SureNumber], others: OtherPhotos
) -> bool:
    this, [photo_id, *_] = _recognised(person), burst
    doubts = list(others.doubts_about(this))
    here = {photo_id, *(number.photo_id for number in worn)}
    if any(there in here for there, *_ in doubts):
        return True
    beside = others.faces_on(burst) if doubts else ()
    known = {each for face in beside if face.person_id != person.person_id
             for each in _recognised(face)}  # fmt: skip
    return any(one in known or other in known for _, one, other in doubts)


def _recognised(face: PersonFacts) -> list[str]:
    return [each["person_id"] for each in face.merged_from or ()] or [face.person_id]


def _inferred(photo: Photo, number: SureNumber) -> InferredNumber:
    dates = [each for each in (photo.shooting_date, number.shooting_date) if each]
    return InferredNumber(
        value=number.value,
        confidence=round(_sureness(number) * WORN * SAME_PERSON, 4),
        person_id=number.person_id,
        photo_id=number.photo_id,
        seconds=(max(dates) - min(dates)).total_seconds(),
    )


def infers_otherwise(numbers: Iterable[NumberFacts], inferred: Iterable[InferredNumber]) -> bool:
    """Return whether something else is inferred now; what has lost its evidence by age stays."""
    of_now = [each for each in numbers if each.is_inferred and each.evidence]
    stored = {each.value: (each.confidence, each.evidence) for each in of_now}
    return stored != {each.value: (each.confidence, each.evidence) for each in inferred}


def inferred_on(photo: Photo) -> list[InferredNumber]:
    """Return what can be inferred on the photo now, by what is stored.

    :param photo: selected with its album.
    """
    stored = StoredPhotos(photo.album_id)
    return inferred_numbers(photo, list(photo.numbers.all()), photo.persons.all(), stored)


@dataclass(frozen=True, slots=True)
class StoredPhotos:
    """`OtherPhotos` as they are stored."""

    album_id: UUID

    def burst_of(self, photo: Photo) -> Collection[UUID]:
        burst = Photo.objects.in_burst_of(photo).exclude(state=PhotoState.DELETED)
        return list(burst.values_list("pk", flat=True))

    def worn_on(self, photo_ids: Collection[UUID]) -> Iterable[SureNumber]:
        read = self._sure_numbers().filter(photo__in=photo_ids, source=NumberSource.PROVIDER)
        worn = read.exclude(worn_by="").select_related("photo").order_by("pk")
        return (
            SureNumber(
                value=number.value,
                confidence=number.confidence,
                person_id=number.worn_by,
                photo_id=number.photo_id,
                shooting_date=number.photo.shooting_date,
            )
            for number in worn
        )

    def worn_by(self, person_id: str) -> Collection[str]:
        there = PhotoPerson.objects.filter(album_id=self.album_id, person_id=person_id)
        theirs = self._sure_numbers().filter(photo__in=there.values("photo"), worn_by=person_id)
        return set(theirs.values_list("value", flat=True))

    def wearers_of(self, value: str) -> Collection[str]:
        numbers = self._sure_numbers().filter(value=value)
        return set(numbers.values_list("worn_by", flat=True).distinct())

    def faces_on(self, photo_ids: Collection[UUID]) -> Iterable[PersonFacts]:
        return PhotoPerson.objects.filter(photo__in=photo_ids)

    def doubts_about(self, recognised: Collection[str]) -> Iterable[tuple[UUID, str, str]]:
        either = Q(person_id__in=recognised) | Q(may_be__in=recognised)
        doubts = SuggestedPerson.objects.filter(either, album_id=self.album_id)
        return doubts.values_list("photo_id", "person_id", "may_be")

    def _sure_numbers(self) -> QuerySet[PhotoNumber]:
        numbers = PhotoNumber.objects.current().filter(photo__album=self.album_id)
        return numbers.exclude(OF_OTHER_PHOTOS)


# Numbers inferred within bursts: stored and sent, and withdrawn where their evidence is gone.


def infer_in_bursts(photo_ids: Collection[UUID], now: datetime) -> None:
    """Infer numbers again on the photos of the bursts that these photos are in."""
    results = Photo.objects.with_album().prefetch_related("persons", "numbers")
    for photo in results.filter(pk__in=photos_in_bursts(photo_ids)).order_by("pk"):
        if infers_otherwise(photo.numbers.all(), inferred_on(photo)):
            _infer(photo.pk, now)


@transaction.atomic
def _infer(photo_id: UUID, now: datetime) -> None:
    """Store what is inferred now, and send the photo's numbers if others are accepted.

    A photo whose numbers a person has read or corrected stays as it is.
    """
    photo = Photo.objects.locked_with_album(photo_id)
    rows, inferred = list(photo.numbers.order_by("pk")), inferred_on(photo)
    if not is_open_to_change(photo, rows) or not infers_otherwise(rows, inferred):
        return
    numbers = [_row(photo, each, now) for each in inferred]
    stored = keep_numbers(photo, numbers, NumberSource.INFERRED, now)
    if _sent(stored) != _sent(rows):
        correct_numbers(photo, stored, now)
        settle(photo)


def _row(photo: Photo, inferred: InferredNumber, now: datetime) -> PhotoNumber:
    return PhotoNumber(
        photo=photo,
        album_id=photo.album_id,
        value=inferred.value,
        source=NumberSource.INFERRED,
        confidence=inferred.confidence,
        evidence=inferred.evidence,
        read_on=now,
        judged_on=now,
    )


def _sent(rows: Iterable[PhotoNumber]) -> set[Any]:
    return {(row.value, row.source, row.confidence) for row in rows if not row.rejection}
