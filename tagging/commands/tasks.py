"""Create tagging tasks, cancel them and change their priority.

Recognition creates and cancels the task of a photo under the photo's lock. The commands here take
that lock first too, so that photo and task cannot contradict each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from recognition.commands.photos.tagging import WithdrawTaggingCommand, withdraw_tagging
from recognition.models import Album, Photo
from records.refusals import Conflict
from records.writing import insert_new
from tagging.commands.changes import Entry, change_tasks, write_history
from tagging.commands.closing import close_finished_works
from tagging.models import (
    TaggingTask,
    TaggingTaskQuerySet,
    TaskChange,
    TaskPurpose,
    TaskState,
)


class TaskIdTaken(Conflict):
    """Another task has this id."""

    code = "task-id-taken"


class PhotoHasTaggingTask(Conflict):
    """The photo has another task that is not finished."""

    code = "photo-has-tagging-task"


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateTaggingTaskCommand:
    """Ask a person to read a photo's numbers. The task gets the album's priority."""

    task_id: UUID
    photo_id: UUID
    album_id: UUID
    photographer_id: UUID | None
    shooting_date: datetime | None
    image_url: str
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelTaggingTaskCommand:
    """Cancel the unfinished task of a photo."""

    photo_id: UUID
    reason: str
    now: datetime
    actor: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelChecksCommand:
    """Cancel the unfinished second readings and known-answer tasks of photos."""

    photo_ids: Sequence[UUID]
    reason: str
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelCheckCommand:
    """Cancel one task that only checks a tagator; the photo's other tasks stay."""

    task_id: UUID
    reason: str
    now: datetime
    actor: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawTaggingTaskCommand:
    """Cancel the unfinished task of a photo; the photo no longer waits for it."""

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
    """Create an open task; the same task again is success, whatever its state is by then.

    :raises TaskIdTaken: there is a task of this id with other data.
    :raises PhotoHasTaggingTask: the photo has another unfinished task.
    """
    # Until the commit the album's priority stays: a change that came first is read here,
    # and a later one finds this task. Creations in one album do not wait for each other.
    Album.objects.hold(command.album_id)
    task = TaggingTask(
        id=command.task_id,
        photo_id=command.photo_id,
        album_id=command.album_id,
        photographer_id=command.photographer_id,
        shooting_date=command.shooting_date,
        image_url=command.image_url,
        created_on=command.now,
        priority=Album.objects.get_or_refuse(command.album_id).priority,
    )
    if not insert_new(task):
        return _created_before(command)
    write_history([task], Entry(change=TaskChange.CREATED, occurred_on=command.now))
    return task


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
    """Cancel the photo's unfinished tasks; return how many there were.

    The caller holds the photo's lock, and changes the photo. A tagator who has the task in their
    hands learns of it at their next request for it.
    """
    return _cancel(
        TaggingTask.objects.unfinished().filter(photo_id=command.photo_id),
        Entry(
            change=TaskChange.CANCELLED,
            occurred_on=command.now,
            actor=command.actor,
            reason=command.reason,
        ),
    )


@transaction.atomic(savepoint=False)
def cancel_checks(command: CancelChecksCommand) -> int:
    """Cancel the tasks that only check how the photos were read; return how many there were.

    The caller holds the photos' locks, and has them read from scratch.
    """
    checks = TaggingTask.objects.unfinished().exclude(purpose=TaskPurpose.READING)
    return _cancel(
        checks.filter(photo__in=command.photo_ids),
        Entry(change=TaskChange.CANCELLED, occurred_on=command.now, reason=command.reason),
    )


@transaction.atomic
def cancel_check(command: CancelCheckCommand) -> int:
    """Cancel an unfinished task that only checks a tagator; a finished one stays as it is."""
    checks = TaggingTask.objects.unfinished().exclude(purpose=TaskPurpose.READING)
    task = checks.filter(pk=command.task_id).first()
    if task is None:
        return 0
    Photo.objects.locked(task.photo_id)
    entry = Entry(
        change=TaskChange.CANCELLED,
        occurred_on=command.now,
        actor=command.actor,
        reason=command.reason,
    )
    return _cancel(checks.filter(pk=task.pk), entry)


def _cancel(tasks: TaggingTaskQuerySet, entry: Entry) -> int:
    cancelled = change_tasks(tasks, entry, state=TaskState.CANCELLED)
    close_finished_works({task.work_id for task in cancelled}, entry.occurred_on)
    return len(cancelled)


@transaction.atomic
def withdraw_tagging_task(command: WithdrawTaggingTaskCommand) -> Photo:
    """Cancel the photo's unfinished task; its numbers then count as failed.

    :raises PhotoNotFound: no such photo.
    """
    photo = Photo.objects.locked(command.photo_id)
    # First here, where the actor is known: the tagator service then finds no task to cancel.
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
    """Change the priority of the album's unfinished tasks; return how many changed.

    An assigned task changes too: it may become open again.
    """
    tasks = TaggingTask.objects.unfinished().filter(album_id=command.album_id)
    changed = change_tasks(
        tasks.exclude(priority=command.priority),
        Entry(change=TaskChange.PRIORITY_CHANGED, occurred_on=command.now),
        priority=command.priority,
    )
    return len(changed)
