"""What was recognised on a photo is said in one sentence…"""

from typing import Any

import pytest

from recognition.models import Photo, Strategy
from recognition.queries.photos.verdicts import results_in_words
from recognition.tests.factories import PhotoFactory

pytestmark = pytest.mark.django_db


def processed(*numbers: tuple[str, str], persons: int = 0, **album: Any) -> Photo:
    """Return a processed photo with these numbers, each with its rejection."""
    album = {"album__strategy": Strategy.FACE_NUMBER, **album}
    photo = PhotoFactory.create(state="Processed", **album)
    for value, rejection in numbers:
        photo.numbers.create(value=value, rejection=rejection, source="Provider")
    for number in range(persons):
        photo.persons.create(person_id=f"p{number}")
    return photo


@pytest.mark.parametrize(
    ("numbers", "persons", "said"),
    [
        ([("236", ""), ("59", "")], 2, "Numbers: 59, 236. 2 persons."),
        ([("59", ""), ("x", "NotANumber")], 1, "Numbers: 59, 1 rejected. 1 person."),
        (
            [("9999", "NotInStartList")],
            0,
            "No number: “9999” rejected: not in the start list. No face was found.",
        ),
        ([], 0, "No number: none was read on the photo. No face was found."),
    ],
    ids=["numbers", "some rejected", "rejected", "none"],
)
def test_with_its_numbers_or_why_it_has_none(numbers, persons, said):
    assert results_in_words(processed(*numbers, persons=persons)) == said


def test_with_the_reasons_of_the_first_rejected_numbers_alone():
    rejected = [(str(10**5 + number), "TooLong") for number in range(5)]

    said = results_in_words(processed(*rejected))

    assert said.count("more than the album's 5 digits") == 3
    assert "; 2 more rejected. " in said


def test_with_what_the_strategy_does_not_ask_for():
    photo = processed(album__strategy=Strategy.DISABLED)

    assert results_in_words(photo) == (
        "The album's strategy reads no numbers. Faces are not recognised."
    )
