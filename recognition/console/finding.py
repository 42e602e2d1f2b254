"""What the search field of the staff's site finds of recognition, each by an index."""

from collections.abc import Iterator

from foundation.messaging.admin.subjects import Subject
from foundation.records.texts import counted
from foundation.staff.display import address_of_list, address_of_page
from foundation.staff.page_parts import MOST, Found, Source, records_of, with_name
from recognition.console.states_and_pictures import address_of_person
from recognition.numbers.normalising import spellings
from recognition.photos.listing import photos_with_file
from recognition.providers.models import Account, CompetitorInstance
from recognition.providers.numbers import number_provider
from recognition.records.albums import Album
from recognition.records.numbers import PhotoNumber
from recognition.records.persons import PhotoPerson
from recognition.records.photos import Photo
from recognition.records.selfies import Selfie
from recognition.wire.number_provider import NumberProviderStanding
from recognition.wire.photo_service import PEER as PHOTO_SERVICE
from recognition.wire.tagator_service import PEER as TAGATOR_SERVICE

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


# The records of recognition that messages are about, and the pages of its services.


SUBJECTS = (
    Subject(
        field="photoId",
        label="recognition.Photo",
        word="photo",
        destinations=(PHOTO_SERVICE, TAGATOR_SERVICE),
    ),
    Subject(field="albumId", label="recognition.Album", word="album"),
)
SERVICE_PAGES = {
    number_provider().key: lambda _: address_of_list(NumberProviderStanding),
    "account:": lambda key: address_of_page(Account, key),
    "competitor:": lambda key: address_of_page(CompetitorInstance, key),
}
