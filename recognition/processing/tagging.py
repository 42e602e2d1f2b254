"""Tagging tasks that end: completed, sent back, or cancelled by staff."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from foundation.records.refusals import Conflict
from recognition.processing.results import finish_numbers, keep_numbers, take_back_task
from recognition.providers.failures import FinalFailure, ProcessingFailure
from recognition.records.numbers import NumberBasis, NumberRejection, NumberSource, PhotoNumber
from recognition.records.photos import Photo
from recognition.records.requests import Recogniser
from recognition.records.state import note_failure, settle
from recognition.records.steps import NUMBERS, PhotoState


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
