"""What becomes of tagging tasks.

Recognition decides on the tasks of a photo under the photo's lock. Whatever else touches them here
takes that lock first too, so that photo and task cannot contradict each other.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from recognition.commands.photos.tagging import WithdrawTaggingCommand, withdraw_tagging
from recognition.models import Photo
from records.refusals import Conflict
from tagging.models import TaggingTask, TaskChange, TaskState
from tagging.task_rows import Entry, change_tasks, insert_task


class TaskIdTaken(Conflict):
    """Another task has this id."""

    code = "task-id-taken"


class PhotoHasTaggingTask(Conflict):
    """The photo has another task that is not finished."""

    code = "photo-has-tagging-task"


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateTaggingTaskCommand:
    """Have a person read a photo's numbers. The task gets the album's priority."""

    task_id: UUID
    photo_id: UUID
    album_id: UUID
    photographer_id: UUID | None
    shooting_date: datetime | None
    image_url: str
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelTaggingTaskCommand:
    """Take back the task of a photo that nobody has completed."""

    photo_id: UUID
    reason: str
    now: datetime
    actor: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawTaggingTaskCommand:
    """Take back the task of a photo, and have the photo wait for it no longer."""

    photo_id: UUID
    reason: str
    now: datetime
    actor: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTaskPriorityCommand:
    """Give the unfinished tasks of an album another priority, 0 to 100, higher first."""

    album_id: UUID
    priority: int
    now: datetime


@transaction.atomic(savepoint=False)
def create_tagging_task(command: CreateTaggingTaskCommand) -> TaggingTask:
    """Create an open task; the same task again is success, whatever has become of it.

    :raises TaskIdTaken: there is a task of this id with other data.
    :raises PhotoHasTaggingTask: the photo has another unfinished task.
    """
    task = TaggingTask(
        id=command.task_id,
        photo_id=command.photo_id,
        album_id=command.album_id,
        photographer_id=command.photographer_id,
        shooting_date=command.shooting_date,
        image_url=command.image_url,
        created_on=command.now,
    )
    if insert_task(task, Entry(change=TaskChange.CREATED, occurred_on=command.now)):
        return task
    return _created_before(command)


def _created_before(command: CreateTaggingTaskCommand) -> TaggingTask:
    known = TaggingTask.objects.filter(pk=command.task_id).first()
    if known is None:
        raise PhotoHasTaggingTask
    given = ("photo_id", "album_id", "photographer_id", "shooting_date", "image_url")
    if any(getattr(known, name) != getattr(command, name) for name in given):
        raise TaskIdTaken
    return known


@transaction.atomic(savepoint=False)
def cancel_tagging_task(command: CancelTaggingTaskCommand) -> int:
    """Cancel the photo's unfinished task; return how many there were, none or one.

    The caller holds the photo's lock, and sees to the photo.
    """
    return change_tasks(
        TaggingTask.objects.unfinished().filter(photo_id=command.photo_id),
        Entry(
            change=TaskChange.CANCELLED,
            occurred_on=command.now,
            actor=command.actor,
            reason=command.reason,
        ),
        state=TaskState.CANCELLED,
    )


@transaction.atomic
def withdraw_tagging_task(command: WithdrawTaggingTaskCommand) -> Photo:
    """Cancel the photo's unfinished task, and tell recognition, which then has no numbers of it.

    :raises PhotoNotFound: no such photo.
    """
    photo = Photo.objects.locked(command.photo_id)
    # First here, where the actor is known: the tagator service finds nothing left to cancel.
    cancel_tagging_task(
        CancelTaggingTaskCommand(
            photo_id=command.photo_id,
            reason=command.reason,
            now=command.now,
            actor=command.actor,
        )
    )
    return withdraw_tagging(
        WithdrawTaggingCommand(photo_id=photo.pk, reason=command.reason, now=command.now)
    )


@transaction.atomic(savepoint=False)
def change_task_priority(command: ChangeTaskPriorityCommand) -> int:
    """Move the album's unfinished tasks to another priority; return how many moved.

    A task in a tagator's hands moves too: it may come back to the others.
    """
    tasks = TaggingTask.objects.unfinished().filter(album_id=command.album_id)
    return change_tasks(
        tasks.exclude(priority=command.priority),
        Entry(change=TaskChange.PRIORITY_CHANGED, occurred_on=command.now),
        priority=command.priority,
    )
