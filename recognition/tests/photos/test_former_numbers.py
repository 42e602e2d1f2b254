"""Numbers that others replace stay in the photo's history…"""

import pytest
from django.db import transaction
from django.db.utils import IntegrityError
from django.utils import timezone

from foundation.records.audit import Actor
from recognition.commands.photos.reprocessing import ReprocessPhotosCommand, reprocess_photos
from recognition.models import FormerNumber, JobMode, NumberRejection, Photo, Strategy
from recognition.queries.photos.history.entries import PhotoHistoryEntry, explain_photo
from recognition.tests.calls.judging import album_of, judge_again, read, report, tag, verdicts

pytestmark = pytest.mark.django_db


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


def test_replaced_numbers_stay_when_the_same_is_rejected_again() -> None:
    photo = read(album_of(Strategy.NUMBER), tag("A12"))
    reprocess_photos(
        ReprocessPhotosCommand(
            photo_ids=[photo.pk], now=timezone.now(), by=Actor("boss"), mode=JobMode.FORCE
        )
    )

    report(photo, tag("A12"))

    assert [entry.details["value"] for entry in of_kind(photo, "NumberRejected")] == ["A12", "A12"]


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


def test_replaced_numbers_stay_when_they_were_suggestions() -> None:
    photo = read(album_of(Strategy.MANUAL), tag("A12"))
    assert photo.suggested_numbers.count() == 1

    report(photo, tag("A13"))

    before, now = of_kind(photo, "NumberSuggested")
    assert before.text.startswith(
        "“A12” kept as a suggestion for taggers: not a number. Replaced at"
    )
    assert now.details["value"] == "A13"


def test_replaced_numbers_stay_and_cannot_be_rewritten() -> None:
    photo = read(album_of(Strategy.MANUAL), tag("A12"))
    report(photo, tag("A13"))

    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        photo.former_numbers.update(value="A14")
