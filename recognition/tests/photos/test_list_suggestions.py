"""The suggestions for a photo, and where a number may stand that could not be read…"""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from recognition.models import Album, AlbumRetention, NumberSource, Photo, Strategy, UnreadRegions
from recognition.numbers.suggestions import MOST_PERSONS, MOST_SUGGESTIONS, list_suggestions
from recognition.photos.regions import RegionKind, regions_of
from recognition.processing.callbacks import apply_callback
from recognition.retention import Retentions
from recognition.tests.factories import (
    AlbumFactory,
    CallbackFactory,
    NumberRequestFactory,
    PhotoFactory,
)
from recognition.tests.statements import counted

pytestmark = pytest.mark.django_db

BOX = {"left": 0.1, "top": 0.2, "width": 0.3, "height": 0.1}


@pytest.fixture
def photo() -> Photo:
    """A photo with the person p1."""
    found: Photo = PhotoFactory.create()
    found.persons.create(person_id="p1", confidence=0.9, box=BOX)
    return found


def other(album: Album, *numbers: str, person: str = "p1", **fields: Any) -> Photo:
    """Return another photo of an album with a person and accepted numbers."""
    found: Photo = PhotoFactory.create(album=album, **fields)
    found.persons.create(person_id=person)
    for number in numbers:
        found.numbers.create(value=number, source="Provider")
    return found


def values(photo: Photo) -> list[str]:
    return [suggestion.value for suggestion in list_suggestions(photo)]


def test_leave_out_what_a_machine_has_read_on_the_photo(photo: Photo) -> None:
    for value in ("101", "102"):
        photo.numbers.create(value=value, source="Provider")
    photo.numbers.create(value="102", rejection="NotInStartList", source="Provider")
    photo.suggested_numbers.create(value="101")
    other(photo.album, "101", "103")

    assert values(photo) == ["103"]


def test_leave_out_what_is_elsewhere_of_others_rejected_outdated_or_deleted(photo):
    other(AlbumFactory.create(), "101")
    other(photo.album, "102", person="p2")
    other(photo.album).numbers.create(value="103", rejection="NotInStartList", source="Provider")
    for fields in ({"persons_outdated": True}, {"tags_outdated": True}, {"state": "Deleted"}):
        other(photo.album, "104", **fields)
    assert values(photo) == []


def test_have_what_a_tagger_could_read_in_part_of_the_same_person(photo: Photo) -> None:
    part = {"value": "?65", "rejection": "PartlyLegible", "source": "Manual"}
    other(photo.album, "7").numbers.create(**part)
    photo.numbers.create(**{**part, "value": "1?5"})

    found = {each.value: (each.kind, each.rejection) for each in list_suggestions(photo)}

    assert found == {"7": ("SamePerson", None), "?65": ("SamePerson", "PartlyLegible")}
    assert [each.value for each in list_suggestions(photo, [NumberSource.PROVIDER])] == ["7"]


def test_are_ten_at_most(photo: Photo) -> None:
    other(photo.album, *(str(number) for number in range(20)))
    for number in range(20):
        photo.numbers.create(value=f"x{number}", rejection="NotANumber", source="Provider")

    assert len(values(photo)) == MOST_SUGGESTIONS == 10


def test_take_five_statements_for_any_number_of_persons(photo: Photo) -> None:
    for person in range(20):
        photo.persons.create(person_id=f"many-{person}", confidence=0.5)
        other(photo.album, str(person), person=f"many-{person}")

    with counted() as statements:
        found = list_suggestions(photo)

    assert len(found) == MOST_PERSONS - 1  # p1 is the surest, and on no other photo
    assert len(statements.sent) == 5, str(statements)


HERE = {"left": 0.1, "top": 0.2, "width": 0.3, "height": 0.1}
OTHER = {"left": 0.6, "top": 0.2, "width": 0.1, "height": 0.1}


def report(read_photo: Photo, regions: Any, *tags: Any) -> None:
    """Apply an answer of the provider about the read_photo."""
    callback = CallbackFactory.create(
        request=NumberRequestFactory.create(photo=read_photo),
        payload={"name": str(read_photo.pk), "persons": [], "tags": list(tags), "regions": regions},
    )
    apply_callback(callback.pk, timezone.now())


@pytest.fixture(params=[Strategy.NUMBER, Strategy.MANUAL])
def read_photo(request: pytest.FixtureRequest) -> Photo:
    return PhotoFactory.create(album__strategy=request.param)


def kinds(read_photo: Photo) -> list[tuple[str, float | None]]:
    return [(one.kind.value, one.confidence) for one in regions_of([read_photo.pk])[read_photo.pk]]


def test_regions_are_kept_until_the_next_report(read_photo):
    for regions in (None, "here", [None, 1, {"box": {"left": 9}}, {"box": None}]):
        report(read_photo, regions)  # makes no sense
        assert not UnreadRegions.objects.exists()
        Photo.objects.filter(pk=read_photo.pk).update(number_recognized=False)
    for box, confidence in ((HERE, 0.3), (OTHER, 0.4)):
        report(read_photo, [{"box": box, "confidence": confidence}])
        kept = UnreadRegions.objects.get(photo=read_photo).regions
        assert kept == [{"box": box, "confidence": confidence}]
        Photo.objects.filter(pk=read_photo.pk).update(number_recognized=False)


def test_regions_are_told_with_readings_and_persons_the_likeliest_first(read_photo):
    UnreadRegions.objects.create(photo=read_photo, regions=[{"box": OTHER, "confidence": 0.3}])
    read = {"source": "Provider", "rejection": "LowConfidence"}
    read_photo.numbers.create(value="17", confidence=0.4, box=HERE, **read)
    read_photo.numbers.create(value="18", confidence=0.9, box=None, **read)
    read_photo.numbers.create(value="9", confidence=0.9, box=HERE, basis="Context", **read)
    read_photo.suggested_numbers.create(value="19", confidence=0.1, box=HERE)
    read_photo.persons.create(person_id="ann", confidence=0.9, box=OTHER)
    found = [("Number", 0.4), ("Person", 0.9), ("Unread", 0.3), ("Number", 0.1)]
    assert kinds(read_photo) == found
    Photo.objects.update(persons_outdated=True, tags_outdated=True)
    assert kinds(read_photo) == [each for each in found if each[0] == "Unread" or each[1] == 0.1]


def test_regions_are_told_of_many_photos_by_one_statement(django_assert_num_queries: Any):
    photos = PhotoFactory.create_batch(3)
    for read_photo in photos:
        read_photo.persons.create(person_id="ann", confidence=None, box=HERE)

    with django_assert_num_queries(1):
        found = regions_of([read_photo.pk for read_photo in photos])

    assert {photo_id: [one.kind for one in regions] for photo_id, regions in found.items()} == {
        read_photo.pk: [RegionKind.PERSON] for read_photo in photos
    }


def test_regions_are_deleted_when_the_album_kept_them_long_enough():
    read_photo = PhotoFactory.create()
    UnreadRegions.objects.create(photo=read_photo, regions=[{"box": HERE, "confidence": 0.3}])
    newest_on = timezone.now() + timedelta(minutes=1)
    job = AlbumRetention.objects.create(
        album=read_photo.album, newest_on=newest_on, created_on=timezone.now()
    )

    Retentions().portion(job, timezone.now())

    assert not UnreadRegions.objects.exists()
