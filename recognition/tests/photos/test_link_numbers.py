"""The wearer of a number…"""

from datetime import UTC, datetime

import pytest

from recognition.models import Photo
from recognition.numbers.links import link_numbers
from recognition.processing.results import keep_persons
from recognition.providers.faces import RecognisedPerson
from recognition.tests.factories import PhotoFactory

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 5, 17, 10, tzinfo=UTC)


def face(left: float) -> dict[str, float]:
    return {"left": left, "top": 0.2, "width": 0.1, "height": 0.1}


def bib(left: float) -> dict[str, float]:
    return {"left": left, "top": 0.47, "width": 0.1, "height": 0.06}


@pytest.fixture
def photo() -> Photo:
    """A photo with the persons p1, on the left, and p2."""
    found: Photo = PhotoFactory.create()
    found.persons.create(person_id="p1", box=face(0.2))
    found.persons.create(person_id="p2", box=face(0.6))
    return found


def worn(photo: Photo) -> dict[str, str]:
    link_numbers(photo)
    return dict(photo.numbers.values_list("value", "worn_by"))


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ([("101", "", 0.2), ("202", "", 0.6)], {"101": "p1", "202": "p2"}),
        ([("101", "", 0.4)], {"101": ""}),  # between the two
        ([("101", "", 0.2), ("202", "", 0.22)], {"101": "", "202": ""}),  # both under one face
        ([("101", "", 0.2), ("707", "LowConfidence", 0.22)], {"101": "p1", "707": ""}),
        ([("707", "LowConfidence", 0.2)], {"707": "p1"}),
        ([("ACME", "NotANumber", 0.2)], {"ACME": ""}),
        ([("101", "", None)], {"101": ""}),  # typed by a person, without a place
    ],
)
def test_is_the_person_above_it(photo, numbers, expected):
    for value, rejection, left in numbers:
        box = None if left is None else bib(left)
        photo.numbers.create(value=value, rejection=rejection, source="Provider", box=box)

    assert worn(photo) == expected


def test_changes_with_the_persons(photo: Photo) -> None:
    photo.numbers.create(value="101", source="Provider", box=bib(0.2))
    link_numbers(photo)

    keep_persons(photo, [RecognisedPerson(person_id="p3", confidence=0.9, box=face(0.2))], NOW)

    assert photo.numbers.get().worn_by == "p3"
