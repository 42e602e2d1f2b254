"""Numbers judged by persons, names and dates, and what becomes of those that others replace…"""

from datetime import UTC, datetime

import pytest
from django.db import transaction
from django.db.utils import IntegrityError
from django.test import Client
from django.utils import timezone

from recognition.models import Album, Photo, Strategy
from recognition.photos.history import explain_photo
from recognition.tests.calls.judging import (
    album_of,
    history_of,
    judge_again,
    judge_due,
    read,
    report,
    sent,
    tag,
    verdicts,
)
from recognition.tests.calls.staff_pages import page_of, signed_in

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
    assert f"123 kept, read by the provider: {said}." in history_of(photo)


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


def test_judged_by_person_but_not_of_another_album_or_by_what_no_longer_counts(album):
    read(album_of(), tag("123"), **ANNA)
    read(album, tag("123"), persons=("bob",))
    read(album, tag("456"), **ANNA)
    for fields in ({"persons_outdated": True}, {"tags_outdated": True}, {"state": "Deleted"}):
        known = read(album, tag("123"), **ANNA)
        Photo.objects.filter(pk=known.pk).update(**fields)

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


MAY = datetime(2024, 5, 12, 9, 0, tzinfo=UTC)
YEAR, SIGN = tag("2024"), tag("10", phrase="10 km")


@pytest.mark.django_db
def test_judged_by_name_and_date_it_is_rejected_and_says_why(client: Client) -> None:
    photo = read(album_of(name="City Run 10 km", event_date=MAY), YEAR, SIGN, tag("123"))

    assert verdicts(photo) == {
        "10": "NotANumber Context",
        "2024": "NotANumber Context",
        "123": "accepted",
    }
    assert sent(photo) == [["123"]]
    entries = {entry.details.get("value"): entry for entry in explain_photo(photo.pk).entries}
    year, sign = entries["2024"], entries["10"]
    why = "no start number: it is the year of the album"
    assert year.text == f"“2024” rejected, read by the provider: {why}."
    assert "it stands as “10 km”, a distance in the album's name" in sign.text
    assert sign.details["named"] == {"kind": "Distance", "words": "10 km"}
    assert f"rejected: {why}" in page_of(signed_in(client), Photo, photo.pk)


def test_replaced_numbers_stay_when_they_were_suggestions_and_cannot_be_rewritten() -> None:
    photo = read(album_of(Strategy.MANUAL), tag("A12"))
    assert photo.suggested_numbers.count() == 1

    report(photo, tag("A13"))

    entries = explain_photo(photo.pk).entries
    before, now = (entry for entry in entries if entry.kind == "NumberSuggested")
    assert before.text.startswith(
        "“A12” kept as a suggestion for taggers: not a number. Replaced at"
    )
    assert now.details["value"] == "A13"
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        photo.former_numbers.update(value="A14")
