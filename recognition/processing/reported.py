"""What the number provider or a tagging task reported of a photo: judged, and kept as results.

Every function here that changes a photo needs it locked; the caller settles it afterwards.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.db import transaction

from foundation.records.refusals import Conflict
from recognition.numbers.judged_rows import judged_numbers
from recognition.numbers.judging import Knowledge, Reading, check_reading, knowledge_of
from recognition.numbers.models import AlbumText
from recognition.numbers.normalising import NumberRules
from recognition.numbers.suggestions import numbers_of_persons
from recognition.processing.results import (
    finish_numbers,
    keep_former_suggestions,
    keep_numbers,
    keep_persons,
    stop_asking,
    take_back_task,
    use_numbers,
)
from recognition.providers.failures import FinalFailure, ProcessingFailure
from recognition.records.erased import not_erased, number_name
from recognition.records.numbers import (
    NumberBasis,
    NumberRejection,
    NumberSource,
    PhotoNumber,
    SuggestedNumber,
    UnreadRegions,
)
from recognition.records.photo_state import note_failure, settle
from recognition.records.photos import Photo
from recognition.records.requests import Recogniser, RecognitionType
from recognition.records.steps import FACES, NUMBERS, PhotoState
from recognition.records.strategies import Faces, needs, needs_number_provider, pipeline_of
from recognition.wire.reports import PhotoReport

Readings = Sequence[tuple[PhotoNumber, Reading]]


def use_report(
    photo: Photo,
    report: PhotoReport,
    asked_for: RecognitionType,
    rules: NumberRules,
    texts: Sequence[AlbumText],
    now: datetime,
) -> bool:
    """Use of the report what the photo still needs; return whether that was anything.

    A report on a request made under an earlier strategy is used for what the current one takes from
    the number provider.

    :param texts: those of the album, which are no numbers.
    """
    pipeline = pipeline_of(photo.album)
    numbers = asked_for is not RecognitionType.FACE and pipeline.request and needs(photo, NUMBERS)
    by_provider = pipeline.faces is Faces.NUMBER_PROVIDER
    faces = asked_for is not RecognitionType.NUMBER and by_provider and needs(photo, FACES)
    if faces:
        keep_persons(photo, report.persons, now)
    if numbers:
        _keep_unread(photo, report)
        read = _read(photo, report, rules, now)
        use_numbers(photo, judge_readings(photo, read, texts, now), now)
    if (numbers or faces) and photo.tagging_task_id is None:
        stop_asking(photo)
        if needs_number_provider(photo):  # the request, of an earlier strategy, was for less
            NUMBERS.of(photo).plan(now)
    return bool(numbers or faces)


def keep_suggestions(
    photo: Photo, report: PhotoReport, asked_for: RecognitionType, rules: NumberRules, now: datetime
) -> bool:
    """Replace the photo's suggestions by the report's numbers; return whether there were any.

    Suggestions are for taggers, and never sent. Nothing changes if the strategy asks the number
    provider: then its numbers are results.
    """
    if pipeline_of(photo.album).request is not None or asked_for is RecognitionType.FACE:
        return False
    _keep_unread(photo, report)
    known = Knowledge(minimum=photo.album.required_confidence)
    judged = judged_numbers(_read(photo, report, rules, now), known, now)
    read = not_erased(photo.album, judged, number_name, attrgetter("value"))
    keep_former_suggestions(photo, now)
    SuggestedNumber.objects.bulk_create(
        SuggestedNumber(
            photo=photo,
            value=number.value,
            rejection=number.rejection,
            confidence=number.confidence,
            box=number.box,
            read_on=now,
        )
        for number in read
    )
    return bool(read)


def _keep_unread(photo: Photo, report: PhotoReport) -> None:
    """Replace the places where a number may stand that was not read, if the report has such."""
    if not report.regions:
        return
    unread = UnreadRegions(photo=photo, regions=[asdict(region) for region in report.regions])
    UnreadRegions.objects.bulk_create(
        [unread], update_conflicts=True, unique_fields=["photo"], update_fields=["regions"]
    )


def _read(photo: Photo, report: PhotoReport, rules: NumberRules, now: datetime) -> Readings:
    return [
        (
            PhotoNumber(photo=photo, album_id=photo.album_id, box=number.box, read_on=now),
            check_reading(number, rules),
        )
        for number in report.numbers
    ]


def judge_readings(
    photo: Photo, read: Readings, texts: Sequence[AlbumText], now: datetime
) -> list[PhotoNumber]:
    """Judge what was read; other photos of the same persons are read only for unsure numbers."""
    known = knowledge_of(photo.album, texts)
    numbers = judged_numbers(read, known, now)
    if any(number.rejection == NumberRejection.LOW_CONFIDENCE for number in numbers):
        known = replace(known, confirmed=numbers_of_persons(photo))
        numbers = judged_numbers(read, known, now)
    return numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishTaggingCommand:
    """A tagging task was completed with these numbers, checked and normalised.

    `custom_tags` are of the album, and sent beside the numbers. `unlisted` are numbers of which the
    tagger is sure though the start list does not have them: kept as rejected, for staff. `partial`
    are only partly legible, and kept likewise; `read_as` has by number what was legible of it.
    """

    photo_id: UUID
    task_id: UUID
    numbers: Sequence[str]
    now: datetime
    custom_tags: Sequence[str] = ()
    unlisted: Sequence[str] = ()
    partial: Sequence[str] = ()
    read_as: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenTaggingCommand:
    """A completed tagging task is being changed; it will be completed again."""

    photo_id: UUID
    task_id: UUID


class PhotoNotWaiting(Conflict):
    """The photo was deleted or corrected by staff, or has another tagging task by now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectTaggingCommand:
    """A tagging task was sent back without numbers."""

    photo_id: UUID
    task_id: UUID
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawTaggingCommand:
    """Cancel the tagging task of a photo, by decision of staff."""

    photo_id: UUID
    reason: str
    now: datetime


@transaction.atomic
def finish_tagging(command: FinishTaggingCommand) -> Photo:
    """Make the numbers the photo's tags and send them to the photo service.

    A task that the photo does not wait for changes nothing.

    :raises PhotoNotFound: no such photo.
    """
    return finish_locked(Photo.objects.locked_with_album(command.photo_id), command)


def finish_locked(photo: Photo, command: FinishTaggingCommand) -> Photo:
    """Finish the tagging of a photo that the caller has locked, selected `with_album`."""
    if photo.tagging_task_id != command.task_id:
        return photo
    numbers = [
        PhotoNumber(
            photo=photo,
            value=value,
            rejection=rejection,
            source=NumberSource.MANUAL,
            **_as_read(command.read_as.get(value)),
            read_on=command.now,
            judged_on=command.now,
        )
        for values, rejection in (
            (command.numbers, ""),
            (command.unlisted, NumberRejection.NOT_IN_START_LIST),
            (command.partial, NumberRejection.PARTLY_LEGIBLE),
        )
        for value in dict.fromkeys(values)
    ]
    stored = keep_numbers(photo, numbers, NumberSource.MANUAL, command.now)
    photo.custom_tags = list(command.custom_tags)
    finish_numbers(photo, stored, command.now)
    settle(photo)
    return photo


def _as_read(read_as: str | None) -> dict[str, Any]:
    return {"basis": NumberBasis.PARTIAL, "evidence": {"readAs": read_as}} if read_as else {}


@transaction.atomic
def reopen_tagging(command: ReopenTaggingCommand) -> Photo:
    """Make the photo wait for its task again; what was sent stays until then.

    :raises PhotoNotFound: no such photo.
    :raises PhotoNotWaiting: the photo was deleted or corrected by staff, or waits for another task
        or a callback.
    """
    photo = Photo.objects.locked_with_album(command.photo_id)
    waits = photo.tagging_task_id not in (None, command.task_id) or photo.callback_due_on
    if waits or photo.numbers_corrected_on or photo.state == PhotoState.DELETED:
        raise PhotoNotWaiting
    photo.tagging_task_id = command.task_id
    settle(photo)
    return photo


@transaction.atomic
def reject_tagging(command: RejectTaggingCommand) -> Photo:
    """Count a failed attempt: the task was sent back, and is tried again after a back-off.

    :raises PhotoNotFound: no such photo.
    """
    photo = Photo.objects.locked_with_album(command.photo_id)
    if photo.tagging_task_id == command.task_id:
        photo.tagging_task_id = None
        sent_back = ProcessingFailure("The tagator service sent the task back.")
        note_failure(photo, NUMBERS, sent_back, command.now, by=Recogniser.TAGATOR)
        settle(photo)
    return photo


@transaction.atomic
def withdraw_tagging(command: WithdrawTaggingCommand) -> Photo:
    """Cancel the photo's tagging task; its numbers then count as failed, with the reason.

    No new task follows by itself, or the cancellation would be undone at once: the next one comes
    from a change of the album's settings or state, or from reprocessing.

    :raises PhotoNotFound: no such photo.
    """
    photo = Photo.objects.locked_with_album(command.photo_id)
    if photo.tagging_task_id is not None:
        take_back_task(photo, command.reason)
        failure = FinalFailure(f"The tagging task was cancelled: {command.reason}")
        note_failure(photo, NUMBERS, failure, command.now, by=Recogniser.TAGATOR)
        settle(photo)
    return photo
