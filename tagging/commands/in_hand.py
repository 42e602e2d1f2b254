"""A task in the hands of a tagator: found, locked, or why it cannot be had."""

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, cast
from uuid import UUID

from recognition.models import Photo
from records.refusals import Conflict, NotFound
from records.selections import Selection
from tagging.models import (
    TaggingTask,
    TaggingTaskQuerySet,
    TaskHistory,
    TaskState,
    TaskTag,
    Work,
    WorkNotFound,
    WorkState,
)


class TaskNotInWork(NotFound):
    """There is no such task in this work."""

    code = "task-not-found"


class WorkExpired(Conflict):
    """The time of the work is over; its tasks went back to the pool."""

    code = "work-expired"


class WorkCompleted(Conflict):
    """The work is completed."""

    code = "work-completed"


class TaskCancelled(Conflict):
    """The task was cancelled."""

    code = "task-cancelled"


class TaskCompleted(Conflict):
    """The task is completed; reopen it to change it."""

    code = "task-completed"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskCommand:
    """A tagator acts on a task of their work."""

    tagator_id: UUID
    work_id: UUID
    task_id: UUID
    now: datetime


def _own_tasks(*along: str, task_id: Any, work_id: Any, tagator_id: Any) -> TaggingTaskQuerySet:
    own = TaggingTask.objects.filter(pk=task_id, work_id=work_id, work__tagator_id=tagator_id)
    return own.select_related("work", *along)


_TAGS_OF = Selection(lambda task_id: TaskTag.objects.filter(task_id=task_id))


@cache
def _tasks_seen() -> Selection[TaggingTask]:
    return Selection(
        lambda task_id, work_id, tagator_id: _own_tasks(
            "album__tenant__competitor_instance",
            task_id=task_id,
            work_id=work_id,
            tagator_id=tagator_id,
        )
    )


@cache
def _tasks_to_lock(*along: str) -> Selection[TaggingTask]:
    return Selection(
        lambda task_id, work_id, tagator_id: _own_tasks(
            *along, task_id=task_id, work_id=work_id, tagator_id=tagator_id
        ).select_for_update(of=("self", "work"), no_key=True)
    )


@cache
def _photos_to_lock(*along: str) -> Selection[Photo]:
    photos = Photo.objects.select_related("album__tenant", *along)
    return Selection(
        lambda task_id: photos.filter(tagging_tasks=task_id).select_for_update(of=("self",))
    )


def _names(command: TaskCommand) -> dict[str, UUID]:
    return {
        "task_id": command.task_id,
        "work_id": command.work_id,
        "tagator_id": command.tagator_id,
    }


def locked_photo(command: TaskCommand, *along: str) -> Photo:
    """Return the task's photo with its album and tenant, locked before the task.

    Recognition holds the photo while it cancels the photo's tasks.

    :param along: what else is read with it, as `select_related` names it.
    Whether the task is the tagator's is for `locked_task` to say.

    :raises WorkNotFound, TaskNotInWork, WorkExpired: there is no such task.
    """
    photo = _photos_to_lock(*along).first(task_id=command.task_id)
    if photo is None:
        raise why_not_found(command)
    return photo


def locked_task(command: TaskCommand, *along: str) -> TaggingTask:
    """Return the task and its work, locked in this order; the photo comes before them.

    :param along: what is read with them, as `select_related` names it.
    :raises WorkNotFound, TaskNotInWork: the work is not the tagator's, or the task not the work's.
    :raises WorkExpired: the task went back to the pool.
    :raises TaskCancelled: it was cancelled.
    """
    task = _tasks_to_lock(*along).first(**_names(command))
    if task is None:
        raise why_not_found(command)
    if task.state == TaskState.CANCELLED:
        raise TaskCancelled
    return task


def task_in_hand(command: TaskCommand, *along: str) -> TaggingTask:
    """Return the task as `locked_task` does, in an active work.

    :raises WorkNotFound, TaskNotInWork: the work is not the tagator's, or the task not the work's.
    :raises WorkExpired, WorkCompleted: the work is over.
    :raises TaskCancelled, TaskCompleted: the task is.
    """
    task = locked_task(command, *along)
    _refuse_finished(task)
    active_work(task, command.now)
    return task


def seen_task(command: TaskCommand) -> TaggingTask:
    """Return the task with its album and work as `task_in_hand` does, without a lock."""
    task = _tasks_seen().first(**_names(command))
    if task is None:
        raise why_not_found(command)
    _refuse_finished(task)
    active_work(task, command.now)
    return task


def read_tags(task: TaggingTask) -> None:
    """Read the tags along, of a task that the caller has locked."""
    task.tags_read = _TAGS_OF(task_id=task.pk)


def _refuse_finished(task: TaggingTask) -> None:
    if task.state == TaskState.CANCELLED:
        raise TaskCancelled
    if task.state == TaskState.COMPLETED:
        raise TaskCompleted


def active_work(task: TaggingTask, now: datetime) -> Work:
    """Return the work that the task was read with.

    :raises WorkExpired, WorkCompleted: it is over.
    """
    work = cast("Work", task.work)  # a task in a tagator's hands has one
    state = work.state_at(now)
    if state is WorkState.EXPIRED:
        raise WorkExpired
    if state is WorkState.COMPLETED:
        raise WorkCompleted
    return work


def why_not_found(command: TaskCommand) -> NotFound | Conflict:
    work = Work.objects.filter(pk=command.work_id, tagator_id=command.tagator_id).first()
    if work is None:
        return WorkNotFound()
    was_in_it = TaskHistory.objects.filter(task_id=command.task_id, work=work).exists()
    if was_in_it and work.state_at(command.now) is WorkState.EXPIRED:
        return WorkExpired()
    return TaskNotInWork()
