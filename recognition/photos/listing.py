"""Photos of all albums, narrowed and the newest first, and one with everything found on it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote
from uuid import UUID

from django.db.models import F, OrderBy, Q, QuerySet, Value

from foundation.records.formats import guid_or_none
from foundation.records.texts import clean
from recognition.numbers.normalising import spellings
from recognition.persons.suggested import MayBe, possible_on_photo
from recognition.photos.deliveries import ResultDelivery, get_deliveries
from recognition.photos.verdicts import natural
from recognition.records.albums import MAX_CAPACITY, Album
from recognition.records.numbers import PhotoNumber
from recognition.records.persons import PhotoPerson
from recognition.records.photos import Photo, name_of_file
from recognition.records.steps import FILE_NAME, PhotoState, with_state

# Finding photos by what staff type: ids, numbers, persons, names of files. Each by an index.


SHORTEST_NAME = 3  # letters of the beginning of a file's name
LAST_LETTER = "\U0010ffff"
MOST_FILES = 2_000  # of which a name is the beginning; the first by their names


def photos_found_by(text: str) -> Q:
    """Return the condition for photos that a text finds.

    It is the id of a photo, an album or a person; a number read, accepted or rejected, in any
    spelling; or the beginning of the name of the photo's file.
    """
    wanted = clean(text)
    if guid := guid_or_none(wanted):
        return _found_by_guid(guid, wanted)
    numbers = PhotoNumber.objects.filter(value__in=spellings(wanted)).values("photo")
    return Q(pk__in=numbers.union(photos_with_person(wanted), *photos_with_file(wanted)))


def photos_with_person(person_id: str) -> QuerySet[PhotoPerson, Any]:
    """Return the ids of the photos of a person."""
    return PhotoPerson.objects.filter(person_id=person_id).values("photo")


def photos_with_file(text: str) -> list[QuerySet[Photo, Any]]:
    """Return the ids of photos whose file's name begins so; a number is a whole name.

    Asked for as a range, which the index also serves in a plan that is kept for any text.
    """
    name = name_of_file(text).lower()
    if len(name) < SHORTEST_NAME:
        return []
    is_number = name.isdecimal() and len(name) <= MAX_CAPACITY
    begins = {f"{each}." if is_number else each for each in (name, quote(name).lower())}
    found = Photo.objects.alias(file_name=FILE_NAME)
    return [
        found.filter(file_name__gte=begin, file_name__lt=begin + LAST_LETTER)
        .order_by("file_name")
        .values("pk")[:MOST_FILES]
        for begin in begins
    ]


def photos_of_file(text: str) -> Q:
    """Return the condition for photos whose file has this name, with or without its ending."""
    name = name_of_file(text).lower()
    found = Q(pk__in=[])
    for each in {name, quote(name).lower()} - {""}:
        begin = f"{each}."
        there = Photo.objects.alias(file_name=FILE_NAME)
        named = Q(file_name=each) | Q(file_name__gte=begin, file_name__lt=begin + LAST_LETTER)
        found |= Q(pk__in=there.filter(named).values("pk"))
    return found


def _found_by_guid(guid: UUID, text: str) -> Q:
    if Album.objects.filter(pk=guid).exists():
        return Q(album=guid)
    itself = Photo.objects.filter(pk=guid).values("pk")
    return Q(pk__in=itself.union(photos_with_person(text), *photos_with_file(text)))


MOST_LISTED = 100_000
NEWEST = F("created_on").desc()
# Adding zero keeps the planner from using the index of all photos, where it could read a million
# newer photos before it finds these few.
NEWEST_OF_FEW = OrderBy(F("created_on") + Value(timedelta()), descending=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotosAsked:
    """Which photos are listed: those that meet every condition given.

    `number` is one of the photo's tags. `reason` is a part of why it is not processed, in any case.
    `search` is as in `photos_found_by`.
    Published from `begin` on, before `end`. Deleted photos have no index but within an album.
    """

    album_id: UUID | None = None
    state: PhotoState | None = None
    number: str | None = None
    person_id: str | None = None
    reason: str | None = None
    search: str | None = None
    begin: datetime | None = None
    end: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPhoto:
    """A photo of a list, its tags in their natural order, and the ids of its persons."""

    photo: Photo
    tags: Sequence[str]
    persons: Sequence[str]


class NewestPhotos:
    """Rows of a list of photos; the first `MOST_LISTED` are counted and can be read."""

    ordered = True

    def __init__(self, photos: QuerySet[Photo]) -> None:
        self.photos = photos

    def count(self) -> int:
        return self.photos.order_by()[:MOST_LISTED].count()

    def __getitem__(self, part: slice) -> list[ListedPhoto]:
        return [_listed(photo) for photo in self.photos[part]]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPerson:
    """A person on a photo, and which other persons of the album it may be."""

    person_id: str
    confidence: float | None
    box: Mapping[str, float] | None
    possible: Sequence[MayBe]


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoDetails:
    """A photo, what was found on it, and how far that is on its way to the photo service."""

    photo: Photo
    persons: Sequence[FoundPerson]
    tags: Sequence[PhotoNumber]
    rejected: Sequence[PhotoNumber]
    persons_delivery: ResultDelivery
    tags_delivery: ResultDelivery

    @property
    def version(self) -> int:
        return self.photo.version


def list_photos(asked: PhotosAsked) -> NewestPhotos:
    """Return the photos asked for with their numbers and persons, the newest first; by index."""
    asked = _with_album_searched(asked)
    album_id = asked.album_id
    states = Photo.objects.unsettled() if _are_unsettled(asked) else Photo.objects.all()
    photos = states.filter(*_conditions(asked)).prefetch_related("numbers", "persons")
    if _are_few(asked):
        found = photos.filter(album_id=album_id) if album_id else photos
        return NewestPhotos(found.order_by(NEWEST_OF_FEW, "pk"))
    if album_id:
        # With "equal" the planner may choose the index of all photos, and read a million newer ones
        # of other albums first. So the order is by album as well, which only its own index has.
        of_album = photos.filter(album_id__gte=album_id, album_id__lte=album_id)
        return NewestPhotos(of_album.order_by("-album_id", NEWEST, "pk"))
    return NewestPhotos(photos.order_by(NEWEST, "pk"))


def get_photo(photo_id: UUID) -> PhotoDetails:
    """Return a photo with its numbers in their natural order.

    :raises PhotoNotFound: no such photo.
    """
    photo = Photo.objects.with_album().get_or_refuse(photo_id)
    numbers = sorted(photo.numbers.all(), key=lambda number: natural(number.value))
    persons_delivery, tags_delivery = get_deliveries(photo)
    return PhotoDetails(
        photo=photo,
        persons=_persons(photo),
        tags=[number for number in numbers if not number.rejection],
        rejected=[number for number in numbers if number.rejection],
        persons_delivery=persons_delivery,
        tags_delivery=tags_delivery,
    )


def _persons(photo: Photo) -> list[FoundPerson]:
    possible = possible_on_photo(photo)
    return [
        FoundPerson(
            person_id=person.person_id,
            confidence=person.confidence,
            box=person.box,
            possible=possible.get(person.person_id, ()),
        )
        for person in photo.persons.order_by(F("confidence").desc(nulls_last=True), "pk")
    ]


def _listed(photo: Photo) -> ListedPhoto:
    accepted = [number.value for number in photo.numbers.all() if not number.rejection]
    persons = [person.person_id for person in photo.persons.all()]
    return ListedPhoto(photo=photo, tags=sorted(accepted, key=natural), persons=persons)


def _conditions(asked: PhotosAsked) -> list[Q]:
    """Return the conditions, but for the album."""
    plain = {"created_on__gte": asked.begin, "created_on__lt": asked.end}
    conditions = [Q(**{name: value for name, value in plain.items() if value is not None})]
    if asked.state:
        conditions.append(with_state(asked.state))
    if asked.number:
        tags = PhotoNumber.objects.filter(value__in=spellings(asked.number), rejection="")
        conditions.append(Q(pk__in=tags.values("photo")))
    if asked.person_id:
        conditions.append(Q(pk__in=photos_with_person(asked.person_id)))
    if asked.reason:
        conditions.append(Q(reason_description__icontains=asked.reason))
    if asked.search:
        conditions.append(photos_found_by(asked.search))
    return conditions


def _are_unsettled(asked: PhotosAsked) -> bool:
    """Return whether the partial index of unsettled photos has all of them."""
    settled = (None, PhotoState.PROCESSED, PhotoState.DELETED)
    return bool(asked.reason) or asked.state not in settled


def _are_few(asked: PhotosAsked) -> bool:
    """Return whether there are few, or their index has not the newest first."""
    of_album = bool(asked.album_id) and _are_unsettled(asked)
    return of_album or bool(asked.reason or asked.number or asked.person_id or asked.search)


def _with_album_searched(asked: PhotosAsked) -> PhotosAsked:
    """Return the same conditions; an album that is searched for by its id becomes `album_id`."""
    guid = guid_or_none((asked.search or "").strip())
    if asked.album_id or guid is None or not Album.objects.filter(pk=guid).exists():
        return asked
    return replace(asked, album_id=guid, search=None)
