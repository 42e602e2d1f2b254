"""GET admin-api/…/statistics/timeSheetsByInterval…"""

from itertools import product

import pytest

from recognition.models import NumberRejection, NumberSource, Photo, PhotoNumber, PhotoPerson
from recognition.tests.factories import PhotoFactory
from tagging.statistics.albums import AlbumsAsked, count_in_albums

pytestmark = pytest.mark.django_db

MAY = {"from": "2026-05-01T00:00:00Z", "to": "2026-06-01T00:00:00Z", "interval": "day"}


def address() -> str:
    return "/admin-api/api/v2/statistics/timeSheetsByInterval"


@pytest.mark.parametrize(
    ("wrong", "field", "code"),
    [
        ({"from": None}, "from", "required"),
        ({"to": None}, "to", "required"),
        ({"interval": None}, "interval", "required"),
        ({"from": ""}, "from", "invalid"),
        ({"from": "yesterday"}, "from", "invalid"),
        ({"from": "2026-05-01T00:00:00"}, "from", "offset-required"),
        ({"from": "2026-05-01"}, "from", "offset-required"),
        ({"from": "1999-12-31T23:59:59Z"}, "from", "min-value"),
        ({"from": "0001-01-01T00:00:00Z"}, "from", "min-value"),
        ({"to": "9999-12-31T23:59:59Z"}, "to", "max-value"),
        ({"to": "9999-12-31T23:59:59-12:00"}, "to", "overflow"),
        ({"to": "2026-05-01T00:00:00Z"}, "to", "not-later"),
        ({"to": "2026-04-30T00:00:00Z"}, "to", "not-later"),
        ({"to": "2027-05-02T00:00:00.000001Z"}, "to", "too-long"),
        ({"interval": "year"}, "interval", "invalid-choice"),
        ({"interval": "Day"}, "interval", "invalid-choice"),
        ({"timeZone": "Mars/Olympus"}, "timeZone", "unknown"),
        ({"timeZone": "europe/berlin"}, "timeZone", "unknown"),
        ({"timeZone": "../etc/passwd"}, "timeZone", "unknown"),
        ({"timeZone": "+02:00"}, "timeZone", "unknown"),
        ({"timeZone": ""}, "timeZone", "blank"),
        ({"tagatorId": "kim"}, "tagatorId", "invalid"),
        ({"page": "0"}, "page", "invalid"),
        ({"pageSize": "201"}, "pageSize", "invalid"),
    ],
)
def test_with_a_wrong_parameter_is_422(manager, wrong, field, code):
    asked = {name: value for name, value in {**MAY, **wrong}.items() if value is not None}

    answer = manager.get(address(), asked)

    assert answer.status_code == 422
    assert [(error["field"], error["code"]) for error in answer.json()["errors"]] == [(field, code)]


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


def test_may_be_of_a_whole_leap_year(manager):
    year = {"from": "2028-01-01T00:00:00Z", "to": "2029-01-01T00:00:00Z"}

    assert manager.get(address(), {**MAY, **year}).status_code == 200
