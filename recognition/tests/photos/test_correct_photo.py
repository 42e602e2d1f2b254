"""Correcting the numbers and persons of a photo by hand…"""

from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from foundation.messaging.models import OutboxMessage
from foundation.records.audit import Actor
from foundation.records.models import AuditEntry
from foundation.records.refusals import Refusal, VersionConflict
from recognition.commands.photos.correcting import (
    CorrectPhotoNumbersCommand,
    CorrectPhotoPersonsCommand,
    PersonNotOnPhoto,
    PhotoDeleted,
    correct_photo_numbers,
    correct_photo_persons,
)
from recognition.commands.photos.publishing import DeletePhotoCommand, delete_photo
from recognition.models import Photo, PhotoState, Strategy
from recognition.models.photos import PhotoNotFound
from recognition.numbers import NumbersNotAccepted
from recognition.queries.photos.history.entries import explain_photo
from recognition.queries.photos.verdicts import results_in_words
from recognition.tests.calls.judging import BOX, album_of, read, report, sent, tag, verdicts
from recognition.tests.factories import CompetitorInstanceFactory, PhotoFactory

pytestmark = pytest.mark.django_db

MEG = Actor("meg", "192.0.2.1", "a-request")


def correct(photo: Photo, *values: str, **fields: Any) -> Photo:
    command = CorrectPhotoNumbersCommand(
        photo_id=photo.pk, values=values, now=timezone.now(), by=MEG, **fields
    )
    return correct_photo_numbers(command)


def leave(photo: Photo, *person_ids: str, **fields: Any) -> Photo:
    command = CorrectPhotoPersonsCommand(
        photo_id=photo.pk, person_ids=person_ids, now=timezone.now(), by=MEG, **fields
    )
    return correct_photo_persons(command)


def persons_sent(photo: Photo) -> list[list[str]]:
    messages = OutboxMessage.objects.filter(key=f"{photo.pk}/persons").order_by("pk")
    versions = [message.body["version"] for message in messages]
    assert versions == sorted(set(versions))
    return [[one["personId"] for one in message.body["persons"]] for message in messages]


def test_correction_replaces_the_numbers_and_sends_them_with_the_next_version():
    photo = read(album_of(Strategy.NUMBER), tag("12"), tag("13", box=BOX), tag("1Z"))

    corrected = correct(photo, "013", "14", reason="The bib is folded.")

    numbers = photo.numbers.order_by("pk").values_list("value", "rejection", "source", "box")
    assert list(numbers) == [
        ("1Z", "NotANumber", "Provider", None),
        ("13", "", "Manual", BOX),
        ("14", "", "Manual", None),
    ]
    assert corrected.state == PhotoState.PROCESSED
    assert sent(photo) == [["12", "13"], ["13", "14"]]


def test_correction_takes_a_rejected_reading_with_its_place():
    photo = read(album_of(Strategy.NUMBER), tag("12", 0.1, box=BOX), tag("13"))

    correct(photo, "12", "13")

    numbers = photo.numbers.order_by("value").values_list("value", "rejection", "source", "box")
    assert list(numbers) == [("12", "", "Manual", BOX), ("13", "", "Manual", None)]
    photo.refresh_from_db()
    assert results_in_words(photo).startswith("Numbers: 12, 13.")


def test_correction_to_no_number_is_why_there_is_none():
    photo = read(album_of(Strategy.NUMBER), tag("12", 0.1), tag("13"))

    correct(photo, "14")
    correct(photo, reason="Cut off.")

    photo.refresh_from_db()
    assert results_in_words(photo).startswith("No number: corrected by meg: Cut off.")


def test_correction_stands_in_the_history_and_once_in_the_audit():
    photo = read(album_of(Strategy.NUMBER), tag("12"))

    correct(photo, "14", reason="Clear.")
    correct(photo, "14", reason="Clear.")

    entries = {entry.kind: entry for entry in explain_photo(photo.pk).entries}
    assert entries["NumbersCorrected"].text == "Numbers corrected by meg: 12 → 14."
    assert entries["NumbersCorrected"].details["reason"] == "Clear."
    audited = AuditEntry.objects.get()
    assert (audited.actor, audited.record_id, audited.reason) == ("meg", str(photo.pk), "Clear.")
    assert audited.changes == {"numbers": [["12"], ["14"]]}


def test_correction_with_the_same_numbers_makes_them_staff_s_and_repeated_changes_nothing():
    photo = read(album_of(Strategy.NUMBER), tag("12"))

    first, again = correct(photo, "12"), correct(photo, "12")

    assert photo.numbers.get().source == "Manual"
    assert first.version == again.version
    assert sent(photo) == [["12"], ["12"]]


def test_correction_of_a_photo_that_waits_ends_the_wait_for_its_numbers():
    photo = PhotoFactory.create(
        state="AwaitingCallback",
        callback_due_on=timezone.now(),
        numbers_next_attempt_on=timezone.now(),
    )

    corrected = correct(photo)

    assert (corrected.state, corrected.callback_due_on) == ("Processed", None)
    assert corrected.numbers_next_attempt_on is None
    assert sent(photo) == [[]]


def test_correction_leaves_a_request_under_way_for_the_faces():
    due = timezone.now()
    photo = PhotoFactory.create(
        album=album_of(Strategy.FACE_NUMBER),
        state="AwaitingCallback",
        callback_due_on=due,
        numbers_next_attempt_on=due,
    )

    corrected = correct(photo, "7")
    assert (corrected.state, corrected.callback_due_on) == ("AwaitingCallback", due)
    assert corrected.numbers_next_attempt_on == due
    report(photo, tag("8"), persons=("anna",))

    photo.refresh_from_db()
    assert (photo.state, verdicts(photo)) == ("Processed", {"7": "accepted"})
    assert persons_sent(photo) == [["anna"]]


@pytest.mark.parametrize("value", ["12a", "", "123456", "²"])
def test_correction_to_what_is_no_number_is_refused(value: str):
    photo = read(album_of(Strategy.NUMBER), tag("12"))

    with pytest.raises(NumbersNotAccepted) as refused:
        correct(photo, "14", value)

    assert list(refused.value.errors) == ["values.1"]
    assert verdicts(photo) == {"12": "accepted"}


def test_correction_may_be_a_number_that_is_not_in_the_start_list():
    """The competitor service is not asked, nor need it be there."""
    album = album_of(
        Strategy.NUMBER, tenant__competitor_instance=CompetitorInstanceFactory.create()
    )
    photo = PhotoFactory.create(album=album)

    correct(photo, "77")

    assert verdicts(photo) == {"77": "accepted"}


@pytest.mark.parametrize("act", [correct, leave])
def test_correction_of_another_version_a_deleted_or_an_unknown_photo_is_refused(act: Any):
    photo = PhotoFactory.create()
    deleted = PhotoFactory.create()
    delete_photo(DeletePhotoCommand(photo_id=deleted.pk, album_id=deleted.album_id))

    for wrong, given, refusal in (
        (photo, {"expected_version": 7}, VersionConflict),
        (deleted, {}, PhotoDeleted),
        (Photo(pk=uuid4()), {}, PhotoNotFound),
    ):
        with pytest.raises(Refusal) as refused:
            act(wrong, **given)
        assert isinstance(refused.value, refusal)

    assert not OutboxMessage.objects.exists()
    assert not AuditEntry.objects.exists()


def test_correction_removes_a_person_and_sends_the_rest():
    photo = read(album_of(), tag("12"), persons=("anna", "bob"))

    corrected = leave(photo, "bob", reason="A spectator.")
    again = leave(photo, "bob")

    assert persons_sent(photo) == [["anna", "bob"], ["bob"]]
    assert corrected.version == again.version
    entry = next(e for e in explain_photo(photo.pk).entries if e.kind == "PersonsCorrected")
    assert entry.text == "Persons corrected by meg: anna, bob → bob."
    assert AuditEntry.objects.get().changes == {"persons": [["anna", "bob"], ["bob"]]}


def test_correction_adds_no_person():
    photo = read(album_of(), persons=("anna",))

    with pytest.raises(PersonNotOnPhoto) as refused:
        leave(photo, "anna", "carl")

    assert refused.value.errors == {"persons.1": "carl is not on the photo."}
    assert persons_sent(photo) == [["anna"]]
