"""The suggestions for a photo…"""

from typing import Any

import pytest
from django.db import connection

from foundation.records.tests.scans import explained
from recognition.models import Album, Photo, PhotoState
from recognition.queries.photos.suggestions import (
    MOST_PERSONS,
    MOST_SUGGESTIONS,
    PHOTOS_OF_A_PERSON,
    Suggestion,
    SuggestionKind,
    list_suggestions,
)
from recognition.tests.factories import AlbumFactory, PhotoFactory
from recognition.tests.statements import counted
from tools.bench.many_photos import add_photos

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


def test_have_the_numbers_that_were_rejected_and_those_of_late_answers(photo):
    assert list_suggestions(photo) == []
    rejected = {"rejection": "NotANumber", "confidence": 0.4, "box": BOX}
    photo.numbers.create(value="1O1", source="Provider", **rejected)
    photo.suggested_numbers.create(value="101", confidence=0.6, box=BOX)
    photo.suggested_numbers.create(value="A1", rejection="NotANumber")

    assert list_suggestions(photo) == [
        Suggestion(value="101", kind=SuggestionKind.WEAK, confidence=0.6, box=BOX),
        Suggestion(value="1O1", kind=SuggestionKind.REJECTED, **rejected),
        Suggestion(value="A1", kind=SuggestionKind.REJECTED, rejection="NotANumber"),
    ]


def test_have_the_numbers_seen_with_the_same_person_the_most_frequent_first(photo):
    other(photo.album, "101")
    newest = other(photo.album, "101")
    same = {"kind": SuggestionKind.SAME_PERSON, "confidence": 0.9, "box": BOX}
    assert list_suggestions(photo) == [Suggestion(value="101", photo_id=newest.pk, **same)]

    photo.persons.create(person_id="p2", confidence=0.5)
    for numbers in (["7", "8"], ["8"]):
        other(photo.album, *numbers)
    for _ in range(3):  # now more often with a person who is less sure
        other(photo.album, "101", person="p2")
    found = [(each.value, each.confidence) for each in list_suggestions(photo)]
    assert found == [("101", 0.5), ("8", 0.9), ("7", 0.9)]


def test_have_each_value_once_from_the_best_source(photo: Photo) -> None:
    for value in ("101", "102", "103"):
        photo.numbers.create(value=value, rejection="NotInStartList", source="Provider")
    other(photo.album, "101", "102")
    photo.suggested_numbers.create(value="101")

    kinds = [(suggestion.value, suggestion.kind.value) for suggestion in list_suggestions(photo)]

    assert kinds == [("101", "Weak"), ("102", "SamePerson"), ("103", "Rejected")]


def test_leave_out_what_a_machine_has_read_on_the_photo(photo: Photo) -> None:
    for value in ("101", "102"):
        photo.numbers.create(value=value, source="Provider")
    photo.numbers.create(value="102", rejection="NotInStartList", source="Provider")
    photo.suggested_numbers.create(value="101")
    other(photo.album, "101", "103")

    assert values(photo) == ["103"]


def test_are_the_same_after_a_person_has_read_the_photo(photo: Photo) -> None:
    other(photo.album, "101")
    photo.suggested_numbers.create(value="102")
    before = list_suggestions(photo)
    for value in ("101", "102", "103"):
        photo.numbers.create(value=value, source="Manual")

    assert list_suggestions(photo) == before


@pytest.mark.parametrize(
    "fields",
    [{"persons_outdated": True}, {"tags_outdated": True}, {"state": PhotoState.DELETED}],
    ids=str,
)
def test_leave_out_photos_with_outdated_results_and_deleted_ones(photo, fields):
    other(photo.album, "101", **fields)

    assert values(photo) == []


def test_leave_out_other_albums_other_persons_and_rejected_numbers(photo):
    other(AlbumFactory.create(), "101")
    other(photo.album, "102", person="p2")
    other(photo.album).numbers.create(value="103", rejection="NotInStartList", source="Provider")
    assert values(photo) == []


def test_leave_out_the_photos_own_results_if_they_are_outdated(photo):
    photo.numbers.create(value="1O1", rejection="NotANumber", source="Provider")
    photo.numbers.create(value="101", source="Provider")
    other(photo.album, "101")

    photo.tags_outdated = True
    assert values(photo) == ["101"]
    photo.persons_outdated = True
    assert values(photo) == []


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


def test_read_only_the_newest_photos_of_a_person_who_is_on_many() -> None:
    album = AlbumFactory.create()
    fill(album, photos=12_000)
    photo = PhotoFactory.create(album=album)
    photo.persons.create(person_id="p1")

    with (
        explained("recognition_photoperson") as of_persons,
        explained("recognition_photonumber") as of_numbers,
        explained("recognition_photonumber", of="recognition_photo") as of_photos,
    ):
        found = values(photo)

    assert found == ["101"]
    for reads in (of_persons[-1], of_numbers[-1], of_photos[-1]):
        assert reads.heap_rows <= PHOTOS_OF_A_PERSON, reads


def fill(album: Album, photos: int) -> None:
    """Add photos with a person and a number each; one in twelve has p1 and 101."""
    add_photos(album.pk, photos, unrecognised=0)
    with connection.cursor() as cursor:
        cursor.execute(FILL)
        cursor.execute("ANALYZE")
        # Tables as small as these may be cheaper to read whole.
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL random_page_cost = 1")  # all of it is in memory


FILL = """
INSERT INTO recognition_photoperson (photo_id, person_id)
SELECT id, CASE WHEN n % 12 = 0 THEN 'p1' ELSE 'other-' || n % 500 END
FROM (SELECT id, row_number() OVER () AS n FROM recognition_photo) AS photos;
INSERT INTO recognition_photonumber (photo_id, value, rejection, source, read_on)
SELECT photo_id, CASE person_id WHEN 'p1' THEN '101' ELSE '102' END, '', 'Provider', now()
FROM recognition_photoperson
"""


def test_have_of_a_photo_with_two_runners_what_the_person_wears(photo):
    runners = other(photo.album, "101", "202", "303")
    runners.persons.create(person_id="p2")

    runners.numbers.filter(value="101").update(worn_by="p2")
    assert sorted(values(photo)) == ["202", "303"]
    runners.numbers.filter(value="202").update(worn_by="p1")
    assert values(photo) == ["202"]
