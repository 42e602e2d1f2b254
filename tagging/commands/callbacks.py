"""What an outside tagator service says has become of a task."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import models, transaction

from recognition.commands.photos.tagging import (
    FinishTaggingCommand,
    RejectTaggingCommand,
    finish_tagging,
    reject_tagging,
)
from recognition.models import Photo
from tagging.models import TaggingTask, TaskChange, TaskState
from tagging.numbers import accepted_numbers
from tagging.task_rows import Entry, change_tasks


class TaskOutcome(models.TextChoices):
    """How a task ended for the service that had it."""

    COMPLETED = "Completed"
    REJECTED = "Rejected"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeTaskCallbackCommand:
    """A task ended; `tags` are the numbers as the person wrote them."""

    task_id: UUID
    photo_id: UUID
    outcome: TaskOutcome
    tags: Sequence[str]
    now: datetime
    actor: str = ""


def take_task_callback(command: TakeTaskCallbackCommand) -> Photo:
    """Make the numbers the photo's tags, or have them read anew where the task was rejected.

    A task that the photo does not wait for (any more) changes nothing, so repeats do no harm. No
    transaction is open while the competitor service is asked.

    :raises PhotoNotFound: no such photo.
    :raises NumbersNotAccepted: a number fails the album's checks; nothing is kept.
    :raises StartListUnavailable: the album's start list cannot be had now.
    """
    photo = Photo.objects.with_album().get_or_refuse(command.photo_id)
    if photo.tagging_task_id != command.task_id:
        return photo
    if command.outcome is TaskOutcome.REJECTED:
        return _reject(command)
    return _complete(command, accepted_numbers(photo.album, command.tags, command.now))


@transaction.atomic
def _complete(command: TakeTaskCallbackCommand, numbers: Sequence[str]) -> Photo:
    photo = finish_tagging(
        FinishTaggingCommand(photo_id=command.photo_id, task_id=command.task_id, numbers=numbers)
    )
    _close(command, TaskState.COMPLETED, TaskChange.COMPLETED)
    return photo


@transaction.atomic
def _reject(command: TakeTaskCallbackCommand) -> Photo:
    photo = reject_tagging(
        RejectTaggingCommand(photo_id=command.photo_id, task_id=command.task_id, now=command.now)
    )
    _close(command, TaskState.CANCELLED, TaskChange.REJECTED)
    return photo


def _close(command: TakeTaskCallbackCommand, state: TaskState, change: TaskChange) -> None:
    """Close the task here too, where the built-in service still has it."""
    task = TaggingTask.objects.unfinished().filter(pk=command.task_id, photo_id=command.photo_id)
    change_tasks(
        task,
        Entry(change=change, occurred_on=command.now, actor=command.actor),
        state=state,
    )
