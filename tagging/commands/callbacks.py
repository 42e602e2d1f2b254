"""An outside tagator service reports that a task was completed or rejected."""

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
from tagging.checking import accepted_numbers
from tagging.commands.changes import Entry, change_tasks
from tagging.commands.closing import close_finished_works
from tagging.models import TaggingTask, TaggingTaskState, TaskChange


class TaskOutcome(models.TextChoices):
    """What an outside tagator service reports."""

    COMPLETED = "Completed"
    REJECTED = "Rejected"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeTaskCallbackCommand:
    """A task was completed or rejected; `tags` are the numbers as the person wrote them."""

    task_id: UUID
    photo_id: UUID
    outcome: TaskOutcome
    tags: Sequence[str]
    now: datetime
    actor: str = ""


def take_task_callback(command: TakeTaskCallbackCommand) -> Photo:
    """Make the numbers the photo's tags; a rejected task counts as a failed attempt.

    A task that the photo does not wait for is ignored, and so is a repeated callback. No
    transaction is open while the competitor service is asked.

    :raises PhotoNotFound, NumbersNotAccepted, StartListUnavailable: nothing is stored.
    """
    photo = Photo.objects.with_album().get_or_refuse(command.photo_id)
    if photo.tagging_task_id != command.task_id:
        return photo
    is_completed = command.outcome is TaskOutcome.COMPLETED
    numbers = accepted_numbers(photo.album, command.tags, command.now) if is_completed else ()
    return _apply(command, numbers)


@transaction.atomic
def _apply(command: TakeTaskCallbackCommand, numbers: Sequence[str]) -> Photo:
    photo_id, task_id, now = command.photo_id, command.task_id, command.now
    if command.outcome is TaskOutcome.COMPLETED:
        photo = finish_tagging(
            FinishTaggingCommand(photo_id=photo_id, task_id=task_id, numbers=numbers, now=now)
        )
        state, change = TaggingTaskState.COMPLETED, TaskChange.COMPLETED
    else:
        photo = reject_tagging(RejectTaggingCommand(photo_id=photo_id, task_id=task_id, now=now))
        state, change = TaggingTaskState.CANCELLED, TaskChange.REJECTED
    # The built-in service's unfinished task too, if there is one with this id.
    closed = change_tasks(
        TaggingTask.objects.unfinished().filter(pk=task_id, photo_id=photo_id),
        Entry(change=change, occurred_on=command.now, actor=command.actor),
        state=state,
    )
    close_finished_works({task.work_id for task in closed}, command.now)
    return photo
