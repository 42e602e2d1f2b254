"""A weak number is accepted where another photo of the same person has it…"""

import pytest
from django.utils import timezone

from recognition.commands.photos.results import keep_persons
from recognition.commands.photos.state import settle
from recognition.models import Album, Photo, Strategy
from recognition.providers.faces import RecognisedPerson
from recognition.queries.photos.history.entries import explain_photo
from recognition.tests.calls.judging import (
    album_of,
    judge_again,
    judge_due,
    read,
    report,
    sent,
    tag,
    verdicts,
)
from recognition.tests.factories import AccountSpaceFactory, PhotoFactory

pytestmark = pytest.mark.django_db

CONFIRMED = {"123": "accepted SamePerson"}

UNSURE = {"123": "LowConfidence"}

ANNA = {"persons": ("anna",)}


@pytest.fixture
def album(db: None) -> Album:
    return album_of()


def test_judged_by_person_that_was_read_before(album: Album) -> None:
    known = read(album, tag("123"), persons=("bob", "anna"))

    photo = read(album, tag("123", 0.2), persons=("anna", "carl"))

    assert verdicts(photo) == CONFIRMED
    assert sent(photo) == [["123"]]
    said = f"read with confidence 0.20, but photo {known.pk} of the same person has 123 too"
    assert f"123 kept, read by the provider: {said}." in [
        entry.text for entry in explain_photo(photo.pk).entries
    ]


def test_judged_by_person_that_is_read_later_or_that_a_person_typed(album: Album) -> None:
    photo = read(album, tag("123", 0.2), **ANNA)
    assert verdicts(photo) == UNSURE

    read(album, tag("123"), **ANNA)
    judge_again()

    assert verdicts(photo) == CONFIRMED
    assert sent(photo) == [[], ["123"]]
    typed = album_of()
    read(typed, **ANNA).numbers.create(value="123", source="Manual")
    assert verdicts(read(typed, tag("123", 0.2), **ANNA)) == CONFIRMED


def test_judged_by_person_whose_faces_are_recognised_later() -> None:
    space = AccountSpaceFactory.create()
    album = album_of(Strategy.NUMBER, face_account=space.account, face_space=space)
    known, photo = read(album, tag("123")), read(album, tag("123", 0.2))
    judge_again()

    for one in (known, photo):
        found = Photo.objects.with_album().get(pk=one.pk)
        anna = RecognisedPerson(person_id="anna", confidence=0.9, box=None)
        keep_persons(found, [anna], timezone.now())
        settle(found)
    judge_again()

    assert verdicts(photo) == CONFIRMED


@pytest.mark.parametrize(
    "fields", [{"persons_outdated": True}, {"tags_outdated": True}, {"state": "Deleted"}], ids=str
)
def test_judged_by_person_but_not_by_what_no_longer_counts(album, fields):
    known = read(album, tag("123"), **ANNA)
    Photo.objects.filter(pk=known.pk).update(**fields)

    assert verdicts(read(album, tag("123", 0.2), **ANNA)) == UNSURE


def test_judged_by_person_but_not_of_another_album_person_or_number(album: Album) -> None:
    read(album_of(), tag("123"), **ANNA)
    read(album, tag("123"), persons=("bob",))
    read(album, tag("456"), **ANNA)

    photo = read(album, tag("123", 0.2), **ANNA)
    judge_again()

    assert verdicts(photo) == UNSURE


def test_judged_by_person_but_two_weak_ones_do_not_hold_each_other_up(album: Album) -> None:
    known = read(album, tag("123", 0.6), **ANNA)
    photos = [read(album, tag("123", 0.2), **ANNA) for _ in range(2)]
    assert [verdicts(photo) for photo in photos] == [CONFIRMED] * 2

    Album.objects.filter(pk=album.pk).update(minimum_confidence=0.8)
    Photo.objects.filter(pk=known.pk).update(judge_on=known.created_on)
    judge_again()

    assert [verdicts(photo) for photo in [known, *photos]] == [UNSURE] * 3
    assert sent(photos[0]) == [["123"], []]


def test_judged_by_person_ends_where_two_photos_that_may_not_change_would_confirm_each_other(album):
    photos = [read(album, tag("123"), tag("456", 0.2), **ANNA)]
    photos.append(read(album, tag("456"), tag("123", 0.2)))
    Photo.objects.update(numbers_corrected_on=timezone.now())
    photos[1].persons.create(person_id="anna")

    rounds = [judge_due() for _ in range(4)]

    assert rounds[-1] == 0
    assert [verdicts(photo) for photo in photos] == [
        {"123": "accepted", "456": "LowConfidence"},
        {"123": "LowConfidence", "456": "accepted"},
    ]


def test_judged_by_person_and_its_tagging_task_is_cancelled() -> None:
    album = album_of(Strategy.NUMBER_THEN_MANUAL)
    photo = PhotoFactory.create(album=album, state="AwaitingCallback")
    report(photo, tag("123", 0.2))
    photo.persons.create(person_id="anna")
    photo.refresh_from_db()
    assert photo.state == "AwaitingTagging"

    known = read(album, tag("123"))
    known.persons.create(person_id="anna")
    judge_again()

    photo.refresh_from_db()
    assert (photo.state, photo.tagging_task_id) == ("Processed", None)
    assert verdicts(photo) == CONFIRMED
    assert sent(photo) == [["123"]]
