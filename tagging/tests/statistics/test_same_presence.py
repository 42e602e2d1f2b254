"""What counts as a person or a tag of a photo…"""

from itertools import product

import pytest

from recognition.models import NumberRejection, NumberSource, Photo, PhotoNumber, PhotoPerson
from recognition.tests.factories import PhotoFactory
from tagging.statistics.albums import AlbumsAsked, count_in_albums

pytestmark = pytest.mark.django_db
NONE, ACCEPTED, REJECTED = None, "", NumberRejection.LOW_CONFIDENCE


@pytest.mark.parametrize(
    ("outdated", "has_person", "number"),
    list(product([False, True], [False, True], [NONE, ACCEPTED, REJECTED])),
)
def test_is_the_same_for_a_photo_and_in_the_statistics_of_albums(
    outdated: bool, has_person: bool, number: str | None
) -> None:
    photo = PhotoFactory.create(persons_outdated=outdated, tags_outdated=outdated)
    if has_person:
        PhotoPerson.objects.create(photo=photo, person_id="anna")
    if number is not None:
        source = NumberSource.PROVIDER
        PhotoNumber.objects.create(photo=photo, value="17", rejection=number, source=source)

    [statistic] = count_in_albums([photo.album], AlbumsAsked())
    known = vars(Photo.objects.with_presence().get())

    expected = has_person and not outdated, number == ACCEPTED and not outdated
    assert (known["has_persons"], known["has_tags"]) == expected
    assert (statistic.persons == 1, statistic.tags == 1) == expected
