"""Finding photos by what staff type: ids, numbers, persons, names of files. Each by an index."""

from typing import Any
from urllib.parse import quote
from uuid import UUID

from django.db.models import Q, QuerySet

from foundation.records.guids import guid_or_none
from foundation.records.texts import clean
from recognition.models import Album, Photo, PhotoNumber, PhotoPerson
from recognition.models.albums import MAX_CAPACITY
from recognition.models.photo_states import FILE_NAME
from recognition.numbers import spellings

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


def name_of_file(address: str) -> str:
    """Return the name of the file that an address, or the end of one, names."""
    return address.partition("?")[0].partition("#")[0].rpartition("/")[2]


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


def _found_by_guid(guid: UUID, text: str) -> Q:
    if Album.objects.filter(pk=guid).exists():
        return Q(album=guid)
    itself = Photo.objects.filter(pk=guid).values("pk")
    return Q(pk__in=itself.union(photos_with_person(text), *photos_with_file(text)))
