"""Where a number may stand that the provider could not read…"""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from recognition.commands.albums.retention import Retentions
from recognition.commands.photos.callbacks import apply_callback
from recognition.models import AlbumRetention, Photo, Strategy, UnreadRegions
from recognition.queries.photos.regions import RegionKind, regions_of
from recognition.tests.factories import CallbackFactory, NumberRequestFactory, PhotoFactory

pytestmark = pytest.mark.django_db

BOX = {"left": 0.1, "top": 0.2, "width": 0.3, "height": 0.1}
OTHER = {"left": 0.6, "top": 0.2, "width": 0.1, "height": 0.1}


def report(photo: Photo, regions: Any, *tags: Any) -> None:
    """Apply an answer of the provider about the photo."""
    callback = CallbackFactory.create(
        request=NumberRequestFactory.create(photo=photo),
        payload={"name": str(photo.pk), "persons": [], "tags": list(tags), "regions": regions},
    )
    apply_callback(callback.pk, timezone.now())


@pytest.fixture(params=[Strategy.NUMBER, Strategy.MANUAL])
def photo(request: pytest.FixtureRequest) -> Photo:
    photo: Photo = PhotoFactory.create(album__strategy=request.param)
    return photo


def kinds(photo: Photo) -> list[tuple[str, float | None]]:
    return [(one.kind.value, one.confidence) for one in regions_of([photo.pk])[photo.pk]]


def test_is_kept_with_the_photo(photo: Photo):
    report(photo, [{"box": BOX, "confidence": 0.3}])

    assert UnreadRegions.objects.get(photo=photo).regions == [{"box": BOX, "confidence": 0.3}]


def test_is_replaced_by_the_next_report(photo: Photo):
    report(photo, [{"box": BOX, "confidence": 0.3}])
    Photo.objects.filter(pk=photo.pk).update(number_recognized=False)

    report(photo, [{"box": OTHER, "confidence": 0.4}])

    assert UnreadRegions.objects.get(photo=photo).regions == [{"box": OTHER, "confidence": 0.4}]


@pytest.mark.parametrize("regions", [None, "here", [None, 1, {"box": {"left": 9}}, {"box": None}]])
def test_is_left_out_where_it_makes_no_sense(photo: Photo, regions: Any):
    report(photo, regions)

    assert not UnreadRegions.objects.exists()


def test_is_told_with_what_was_read_and_with_persons_the_likeliest_first(photo: Photo):
    UnreadRegions.objects.create(photo=photo, regions=[{"box": OTHER, "confidence": 0.3}])
    read = {"source": "Provider", "rejection": "LowConfidence"}
    photo.numbers.create(value="17", confidence=0.4, box=BOX, **read)
    photo.numbers.create(value="18", confidence=0.9, box=None, **read)
    photo.numbers.create(value="9", confidence=0.9, box=BOX, basis="Context", **read)
    photo.suggested_numbers.create(value="19", confidence=0.1, box=BOX)
    photo.persons.create(person_id="ann", confidence=0.9, box=OTHER)

    assert kinds(photo) == [("Number", 0.4), ("Person", 0.9), ("Unread", 0.3), ("Number", 0.1)]


def test_is_told_without_outdated_results():
    photo = PhotoFactory.create(persons_outdated=True, tags_outdated=True)
    photo.numbers.create(value="17", confidence=0.4, box=BOX, source="Provider")
    photo.persons.create(person_id="ann", confidence=0.9, box=OTHER)

    assert regions_of([photo.pk]) == {}


def test_is_told_of_many_photos_by_one_statement(django_assert_num_queries: Any):
    photos = PhotoFactory.create_batch(3)
    for photo in photos:
        photo.persons.create(person_id="ann", confidence=None, box=BOX)

    with django_assert_num_queries(1):
        found = regions_of([photo.pk for photo in photos])

    assert {photo_id: [one.kind for one in regions] for photo_id, regions in found.items()} == {
        photo.pk: [RegionKind.PERSON] for photo in photos
    }


def test_is_deleted_when_the_album_kept_it_long_enough():
    photo = PhotoFactory.create()
    UnreadRegions.objects.create(photo=photo, regions=[{"box": BOX, "confidence": 0.3}])
    newest_on = timezone.now() + timedelta(minutes=1)
    job = AlbumRetention.objects.create(
        album=photo.album, newest_on=newest_on, created_on=timezone.now()
    )

    Retentions().portion(job, timezone.now())

    assert not UnreadRegions.objects.exists()
