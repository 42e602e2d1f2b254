"""What is inferred within the bursts of an album by numbers that are foreseen, and not stored."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from foundation.records.formats import around
from recognition.records.albums import Album
from recognition.records.numbers import NumberRow, NumberSource
from recognition.records.persons import PersonFacts, PersonRow, PhotoPerson, SuggestedPerson
from recognition.records.photos import BURST, Photo
from recognition.rejudging.inferring import SureNumber, inferred_numbers, infers_otherwise

Numbers = Sequence[NumberRow]


def infer_again(
    album: Album, photos: Mapping[UUID, Photo], numbers: Mapping[UUID, Numbers], now_open: set[UUID]
) -> Iterator[tuple[UUID, Numbers]]:
    """Yield the photos on which something else is inferred, with their numbers then.

    :param now_open: the photos whose numbers may change.
    """
    others = _ForeseenPhotos(album, photos, numbers)
    for pk in sorted(now_open):
        known = numbers[pk]
        if pk not in others.faces and not any(each.is_inferred for each in known):
            continue
        inferred = inferred_numbers(photos[pk], known, others.faces_on([pk]), others)
        if infers_otherwise(known, inferred):
            read = [each for each in known if not each.is_inferred]
            source = NumberSource.INFERRED
            yield pk, [
                *read,
                *(NumberRow(pk, album.pk, each.value, "", source, each.confidence)
                  for each in inferred),
            ]  # fmt: skip


class _ForeseenPhotos:
    """`OtherPhotos` as they will be; nothing is read where the album does not infer."""

    def __init__(
        self, album: Album, photos: Mapping[UUID, Photo], numbers: Mapping[UUID, Numbers]
    ) -> None:
        self.faces: dict[UUID, list[PersonRow]] = {}
        if not album.infer_numbers:
            return
        self._photos, self._numbers = photos, numbers
        self.faces = _faces_of(album)
        self._bursts = _by_photographer(photos.values())
        self._worn_by, self._wearers = (
            defaultdict[str, set[str]](set),
            defaultdict[str, set[str]](set),
        )
        for pk, each in self._own_numbers(photos):
            self._wearers[each.value].add(each.worn_by)
            if each.worn_by in {face.person_id for face in self.faces_on([pk])}:
                self._worn_by[each.worn_by].add(each.value)
        self._doubts = _doubts_of(album)

    def burst_of(self, photo: Photo) -> Collection[UUID]:
        if photo.photographer_id is None or photo.shooting_date is None:
            return ()
        taken = self._bursts[photo.photographer_id]
        start, end = around(photo.shooting_date, BURST)
        first = bisect_left(taken, start, key=lambda shot: shot[0])
        last = bisect_right(taken, end, key=lambda shot: shot[0])
        return [pk for _, pk in taken[first:last] if pk != photo.pk]

    def worn_on(self, photo_ids: Collection[UUID]) -> Iterable[SureNumber]:
        return (
            SureNumber(
                value=number.value,
                confidence=number.confidence,
                person_id=number.worn_by,
                photo_id=pk,
                shooting_date=self._photos[pk].shooting_date,
            )
            for pk, number in self._own_numbers(photo_ids)
            if number.worn_by and number.source == NumberSource.PROVIDER
        )

    def worn_by(self, person_id: str) -> Collection[str]:
        return self._worn_by[person_id]

    def wearers_of(self, value: str) -> Collection[str]:
        return self._wearers[value]

    def faces_on(self, photo_ids: Collection[UUID]) -> Iterable[PersonFacts]:
        return [face for pk in photo_ids for face in self.faces.get(pk, ())]

    def doubts_about(self, recognised: Collection[str]) -> Iterable[tuple[UUID, str, str]]:
        return [doubt for person_id in recognised for doubt in self._doubts.get(person_id, ())]

    def _own_numbers(self, photo_ids: Iterable[UUID]) -> Iterator[tuple[UUID, NumberRow]]:
        for pk in photo_ids:
            photo = self._photos[pk]
            if photo.persons_outdated or photo.tags_outdated:
                continue
            yield from ((pk, each) for each in self._numbers.get(pk, ()) if each.is_own)


def _faces_of(album: Album) -> dict[UUID, list[PersonRow]]:
    found: dict[UUID, list[PersonRow]] = {}
    for face in PhotoPerson.objects.filter(album_id=album.pk).rows():
        face.box = None  # who wears which number is known
        found.setdefault(face.photo_id, []).append(face)
    return found


def _by_photographer(photos: Iterable[Photo]) -> Mapping[UUID, Sequence[tuple[datetime, UUID]]]:
    found = defaultdict[UUID, list[tuple[datetime, UUID]]](list)
    for photo in photos:
        if photo.photographer_id and photo.shooting_date:
            found[photo.photographer_id].append((photo.shooting_date, photo.pk))
    for taken in found.values():
        taken.sort()
    return found


def _doubts_of(album: Album) -> Mapping[str, Sequence[tuple[UUID, str, str]]]:
    """Return the photos on which a person is in doubt, by either of the two."""
    found = defaultdict[str, list[tuple[UUID, str, str]]](list)
    doubts = SuggestedPerson.objects.filter(album_id=album.pk)
    for pk, one, other in doubts.values_list("photo_id", "person_id", "may_be").iterator():
        for person_id in {one, other}:
            found[person_id].append((pk, one, other))
    return found
