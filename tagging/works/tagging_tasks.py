"""Create tagging tasks, cancel them and change their priority.

Recognition creates and cancels the task of a photo under the photo's lock. The commands here take
that lock first too, so that photo and task cannot contradict each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import models, transaction
from django.db.models import QuerySet

from foundation.records.audit import Actor, name_of, part_of, record_change
from foundation.records.models import insert_unknown
from foundation.records.refusals import Conflict
from recognition.processing.reported import (
    FinishTaggingCommand,
    RejectTaggingCommand,
    WithdrawTaggingCommand,
    finish_tagging,
    reject_tagging,
    withdraw_tagging,
)
from recognition.records.albums import Album
from recognition.records.photos import Photo
from tagging.records.history import Entry, TaskChange, change_tasks, write_history
from tagging.records.tags import accepted_numbers
from tagging.records.tasks import TaggingTask, TaggingTaskQuerySet, TaggingTaskState, TaskPurpose
from tagging.works.expiring import close_finished_works


class TaskIdTaken(Conflict):
    """Another task has this id."""


class PhotoHasTaggingTask(Conflict):
    """The photo has another task that is not finished."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateTaggingTaskCommand:
    """Ask a person to read a photo's numbers; the task gets the album's priority."""

    task_id: UUID
    photo_id: UUID
    album_id: UUID
    photographer_id: UUID | None
    shooting_date: datetime | None
    image_url: str
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelTaskCommand:
    """Cancel one task; the photo's other tasks stay."""

    task_id: UUID
    reason: str
    now: datetime
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawTaggingTaskCommand:
    """Cancel the unfinished task of a photo; the photo no longer waits for it."""

    photo_id: UUID
    reason: str
    now: datetime
    by: Actor | None = None


@transaction.atomic(savepoint=False)
def create_tagging_task(command: CreateTaggingTaskCommand) -> TaggingTask:
    """Create an open task; the same task again is success, in whatever state it is.

    :raises TaskIdTaken: there is a task of this id with other data.
    :raises PhotoHasTaggingTask: the photo has another unfinished task.
    """
    # The album's priority stays the same until the commit: an earlier change is read here, and a
    # later one finds this task. Creations in one album do not wait for each other.
    album = Album.objects.hold(command.album_id) or Album.objects.get_or_refuse(command.album_id)
    task = TaggingTask(
        id=command.task_id,
        photo_id=command.photo_id,
        album_id=command.album_id,
        photographer_id=command.photographer_id,
        shooting_date=command.shooting_date,
        image_url=command.image_url,
        created_on=command.now,
        priority=album.priority,
    )
    if not insert_unknown(task):
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
def cancel_tagging_task(photo_id: UUID, reason: str, now: datetime, actor: str = "") -> int:
    """Cancel the photo's unfinished tasks; return how many there were.

    CancelTaggingTaskCommand of the specification. The caller has locked the photo, and changes it.
    A tagger who has the task in hand gets a refusal at their next request for it.
    """
    tasks = TaggingTask.objects.unfinished().filter(photo_id=photo_id)
    return _cancel(tasks, now, reason, actor)


@transaction.atomic(savepoint=False)
def cancel_checks(photo_ids: Sequence[UUID], reason: str, now: datetime) -> int:
    """Cancel the photos' unfinished second readings and known-answer tasks; return how many.

    The caller has locked the photos, whose numbers will be read from the beginning.
    """
    return _cancel(unfinished_checks(photo_ids), now, reason)


def unfinished_checks(photos: Sequence[UUID] | QuerySet[Photo]) -> TaggingTaskQuerySet:
    checks = TaggingTask.objects.unfinished().exclude(purpose=TaskPurpose.READING)
    return checks.filter(photo__in=photos)


@transaction.atomic
def cancel_task(command: CancelTaskCommand) -> None:
    """Cancel an unfinished task; the numbers that its photo waits for then count as failed.

    No photo waits for a task that only checks a tagger. A finished task stays as it is.
    """
    task = TaggingTask.objects.unfinished().filter(pk=command.task_id).first()
    if task is None:
        return
    changes = {"state": (task.state, TaggingTaskState.CANCELLED)}
    record_change(command.by, "Cancelled", task, changes, command.reason)
    if task.purpose == TaskPurpose.READING:
        withdraw_tagging_task(
            WithdrawTaggingTaskCommand(
                photo_id=task.photo_id,
                reason=command.reason,
                now=command.now,
                by=part_of(command.by),
            )
        )
        return
    Photo.objects.locked(task.photo_id)
    same = TaggingTask.objects.unfinished().filter(pk=task.pk)
    _cancel(same, command.now, command.reason, name_of(command.by))


def _cancel(tasks: TaggingTaskQuerySet, now: datetime, reason: str, actor: str = "") -> int:
    entry = Entry(change=TaskChange.CANCELLED, occurred_on=now, reason=reason, actor=actor)
    cancelled = change_tasks(tasks, entry, state=TaggingTaskState.CANCELLED)
    close_finished_works({task.work_id for task in cancelled}, now)
    return len(cancelled)


@transaction.atomic
def withdraw_tagging_task(command: WithdrawTaggingTaskCommand) -> Photo:
    """Cancel the photo's unfinished task; its numbers then count as failed.

    :raises PhotoNotFound: no such photo.
    """
    photo = Photo.objects.locked(command.photo_id)
    # First here, where the actor is known: the tagator service then finds no task to cancel.
    count = cancel_tagging_task(photo.pk, command.reason, command.now, name_of(command.by))
    cancelled = {"tagging task": (count or None, None)}
    record_change(command.by, "Cancelled the tagging", photo, cancelled, command.reason)
    return withdraw_tagging(
        WithdrawTaggingCommand(photo_id=photo.pk, reason=command.reason, now=command.now)
    )


@transaction.atomic(savepoint=False)
def change_task_priority(album_id: UUID, priority: int, now: datetime) -> int:
    """Change the priority, 0 to 100, of the album's unfinished tasks; return how many changed.

    That of assigned tasks too, because they may become open again.
    """
    tasks = TaggingTask.objects.unfinished().filter(album_id=album_id).exclude(priority=priority)
    entry = Entry(change=TaskChange.PRIORITY_CHANGED, occurred_on=now)
    return len(change_tasks(tasks, entry, priority=priority))


def correct_tasks_of_photo(photo: Photo) -> None:
    """Give the photo's unfinished tasks its address, date and photographer of now."""
    TaggingTask.objects.unfinished().filter(photo=photo).update(
        image_url=photo.image_url,
        shooting_date=photo.shooting_date,
        photographer_id=photo.photographer_id,
    )


# An outside tagator service reports that a task was completed or rejected.


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
