"""What the search field of the staff's site finds of recognition, each by an index."""

from collections.abc import Iterator

from foundation.records.plain_words import counted
from foundation.staff.finding import MOST, Found, Source, records_of, with_name
from foundation.staff.links import address_of_list, address_of_page
from recognition.admin.addresses import address_of_person
from recognition.models import Account, Album, Photo, PhotoNumber, PhotoPerson, Selfie
from recognition.numbers import spellings
from recognition.queries.photos.searching import photos_with_file

MANY = 100


def find_albums_by_name(text: str) -> Iterator[Found]:
    """Find the newest albums in whose names words begin with each word of a text."""
    for album in Album.objects.named(text).order_by("-created_on")[:MOST]:
        link = address_of_page(Album, album.pk)
        yield Found(title=str(album), description="Album", link=link)


def find_numbers(text: str) -> Iterator[Found]:
    """Find the photos with a number, as one line with their list."""
    read = PhotoNumber.objects.filter(value__in=spellings(text))
    if count := read.values("photo")[: MANY + 1].count():
        photos = counted(count, "photo", MANY)
        link = address_of_list(Photo, q=text)
        yield Found(title=f"Number {text}", description=f"Read on {photos}", link=link)


def find_persons(text: str) -> Iterator[Found]:
    """Find a person by the provider's whole id, in the albums of the last photos that have it."""
    seen = PhotoPerson.objects.filter(person_id=text).order_by("-pk")[:MANY]
    albums = {each.photo.album_id: each.photo.album for each in seen.select_related("photo__album")}
    for album in list(albums.values())[:MOST]:
        link = address_of_person(album.pk, text)
        yield Found(title=f"Person {text}", description=f"In {album}", link=link)


def find_files(text: str) -> Iterator[Found]:
    """Find the photos whose file's name begins with a text, as one line with their list."""
    first = [photo_id for photos in photos_with_file(text) for photo_id in photos[:1]]
    if first:
        link = address_of_list(Photo, q=text)
        yield Found(title=f"Photos named {text}", description="By the file's name", link=link)


SOURCES = (
    records_of(Photo),
    records_of(Album),
    Source(model=Album, find=find_albums_by_name),
    Source(model=Photo, find=find_numbers),
    Source(model=Photo, find=find_persons),
    Source(model=Photo, find=find_files),
    records_of(Selfie),
    records_of(Account, with_name),
)
