"""What comes back from tagators."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from recognition.commands.outcomes import finish_numbers, keep_numbers, settle
from recognition.models import NumberSource, Photo, PhotoNumber, PhotoState
from recognition.strategies import needs_number_step


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishTaggingCommand:
    """A tagging task was completed with these numbers, checked and normalised."""

    photo_id: UUID
    task_id: UUID
    numbers: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectTaggingCommand:
    """A tagging task came back undone."""

    photo_id: UUID
    task_id: UUID


@transaction.atomic
def finish_tagging(command: FinishTaggingCommand) -> Photo:
    """Make the numbers the photo's tags and tell the photo service.

    A task that the photo does not wait for (any more) changes nothing.

    :raises PhotoNotFound: no such photo.
    """
    photo = Photo.objects.with_album().locked(command.photo_id)
    if photo.state == PhotoState.DELETED or photo.tagging_task_id != command.task_id:
        return photo
    numbers = [
        PhotoNumber(photo=photo, value=value, source=NumberSource.MANUAL)
        for value in dict.fromkeys(command.numbers)
    ]
    keep_numbers(photo, numbers, NumberSource.MANUAL)
    finish_numbers(photo, photo.numbers.filter(rejection=""))
    settle(photo)
    return photo


@transaction.atomic
def reject_tagging(command: RejectTaggingCommand) -> Photo:
    """Have the photo's numbers read anew: its task came back undone.

    :raises PhotoNotFound: no such photo.
    """
    photo = Photo.objects.with_album().locked(command.photo_id)
    if photo.tagging_task_id == command.task_id:
        photo.tagging_task_id = None
        photo.numbers_next_attempt_on = timezone.now() if needs_number_step(photo) else None
        settle(photo)
    return photo
