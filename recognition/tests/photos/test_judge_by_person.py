"""Numbers judged by persons, names and dates, and what becomes of those that others replace…"""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.db import transaction
from django.db.utils import IntegrityError
from django.test import Client
from django.utils import timezone

from foundation.records.audit import Actor
from recognition.albums.commands import CreateAlbumCommand, create_album
from recognition.jobs.reprocessing import ReprocessPhotosCommand, reprocess_photos
from recognition.models import Album, FormerNumber, JobMode, NumberRejection, Photo, Strategy
from recognition.photos.history import PhotoHistoryEntry, explain_photo
from recognition.processing.results import keep_persons
from recognition.providers.faces import RecognisedPerson
from recognition.records.state import settle
from recognition.tests.calls.judging import (
    album_of,
    judge_again,
    judge_due,
    listed_album,
    read,
    report,
    sent,
    tag,
    verdicts,
)
from recognition.tests.calls.staff_pages import page_of, signed_in
from recognition.tests.factories import AccountSpaceFactory
from tools.sandbox.client import SandboxClient

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
    album = album_of(Strategy.NUMBER, face_space=space)
    known, photo = read(album, tag("123")), read(album, tag("123", 0.2))
    judge_again()

    for one in (known, photo):
        found = Photo.objects.with_album().get(pk=one.pk)
        anna = RecognisedPerson(person_id="anna", confidence=0.9, box=None)
        keep_persons(found, [anna], timezone.now())
        settle(found)
    judge_again()

    assert verdicts(photo) == CONFIRMED


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


def announce(album: Album) -> None:
    """Fill in the name and the date of an album that was known only from its photos."""
    Album.objects.filter(pk=album.pk).update(name="", event_date=None, announced_on=None)
    tenant = album.tenant_id or uuid4()
    create_album(
        CreateAlbumCommand(
            album_id=album.pk,
            tenant_id=tenant,
            name="City Run",
            event_date=MAY,
            told_on=timezone.now(),
            now=timezone.now(),
        )
    )


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


@pytest.mark.django_db
def test_judged_by_name_and_date_when_the_album_gets_them() -> None:
    album = album_of(name="")
    photo = read(album, YEAR, tag("123"))
    assert verdicts(photo) == {"123": "accepted", "2024": "accepted"}

    announce(album)
    judge_again()

    assert verdicts(photo) == {"123": "accepted", "2024": "NotANumber Context"}
    assert [sorted(numbers) for numbers in sent(photo)] == [["123", "2024"], ["123"]]


@pytest.mark.django_db
def test_judged_by_name_and_date_only_where_there_is_no_start_list(sandbox: SandboxClient) -> None:
    album = listed_album(sandbox, "2024", name="")
    photo = read(album, YEAR, tag("123"))
    assert verdicts(photo) == {"123": "NotInStartList", "2024": "accepted"}

    announce(album)
    judge_again()

    assert verdicts(photo) == {"123": "NotInStartList", "2024": "accepted"}


def of_kind(photo: Photo, kind: str) -> list[PhotoHistoryEntry]:
    return [entry for entry in explain_photo(photo.pk).entries if entry.kind == kind]


def test_replaced_numbers_stay_when_the_photo_is_read_again() -> None:
    photo = read(album_of(Strategy.NUMBER), tag("A12"), tag("7"))
    reprocess_photos(
        ReprocessPhotosCommand(
            photo_ids=[photo.pk], now=timezone.now(), by=Actor("boss"), mode=JobMode.FORCE
        )
    )

    report(photo, tag("B34"), tag("8"))

    assert verdicts(photo) == {"8": "accepted", "B34": "NotANumber"}
    before, now = of_kind(photo, "NumberRejected")
    assert before.text.startswith(
        "“A12” rejected, read by the provider: not a number. Replaced at "
    )
    assert before.details["replacedOn"] > before.occurred_on.isoformat()
    assert now.text == "“B34” rejected, read by the provider: not a number."
    assert [entry.details["value"] for entry in of_kind(photo, "NumberKept")] == ["7", "8"]


def test_replaced_numbers_stay_with_their_evidence_when_they_are_judged_otherwise() -> None:
    album = album_of(Strategy.NUMBER, minimum_confidence=0.5)
    photo = read(album, tag("123", 0.43), tag("A12"))
    album.minimum_confidence = 0.4
    album.save(update_fields=["minimum_confidence"])

    judge_again()

    assert verdicts(photo) == {"123": "accepted", "A12": "NotANumber"}
    former = FormerNumber.objects.get()
    assert (former.value, former.rejection) == ("123", NumberRejection.LOW_CONFIDENCE)
    unsure, _ = of_kind(photo, "NumberRejected")
    assert "confidence 0.43 is below the album's 0.50" in unsure.text
    assert unsure.details["minimumConfidence"] == 0.5


def test_replaced_numbers_stay_when_they_were_suggestions_and_cannot_be_rewritten() -> None:
    photo = read(album_of(Strategy.MANUAL), tag("A12"))
    assert photo.suggested_numbers.count() == 1

    report(photo, tag("A13"))

    before, now = of_kind(photo, "NumberSuggested")
    assert before.text.startswith(
        "“A12” kept as a suggestion for taggers: not a number. Replaced at"
    )
    assert now.details["value"] == "A13"
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        photo.former_numbers.update(value="A14")
