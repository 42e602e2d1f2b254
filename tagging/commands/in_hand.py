"""A task in the hands of a tagator: found, locked, or why it cannot be had."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from recognition.models import Photo
from records.refusals import Conflict, NotFound
from tagging.models import (
    TaggingTask,
    TaggingTaskQuerySet,
    TaskHistory,
    TaskState,
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


def own_tasks(command: TaskCommand) -> TaggingTaskQuerySet:
    return TaggingTask.objects.filter(
        pk=command.task_id, work_id=command.work_id, work__tagator_id=command.tagator_id
    )


def locked_photo(command: TaskCommand) -> Photo:
    """Return the task's photo with its album and tenant, locked before the task.

    Recognition holds the photo while it cancels the photo's tasks.

    :raises WorkNotFound, TaskNotInWork, WorkExpired: as `locked_task`.
    """
    photos = Photo.objects.select_related("album__tenant").select_for_update(of=("self",))
    photo = photos.filter(pk__in=own_tasks(command).values("photo_id")).first()
    if photo is None:
        raise why_not_found(command)
    return photo


def locked_task(command: TaskCommand) -> TaggingTask:
    """Return the task, locked.

    :raises WorkNotFound, TaskNotInWork: the work is not the tagator's, or the task not the work's.
    :raises WorkExpired: the task went back to the pool.
    :raises TaskCancelled: it was cancelled.
    """
    task = own_tasks(command).select_for_update(of=("self",)).first()
    if task is None:
        raise why_not_found(command)
    if task.state == TaskState.CANCELLED:
        raise TaskCancelled
    return task


def task_in_hand(command: TaskCommand) -> TaggingTask:
    """Return the task, locked, in an active work.

    :raises WorkNotFound, TaskNotInWork: the work is not the tagator's, or the task not the work's.
    :raises WorkExpired, WorkCompleted: the work is over.
    :raises TaskCancelled, TaskCompleted: the task is.
    """
    task = locked_task(command)
    _refuse_finished(task)
    work_of(command)
    return task


def seen_task(command: TaskCommand) -> TaggingTask:
    """Return the task with its album and work as `task_in_hand` does, without a lock."""
    tasks = own_tasks(command).select_related("work", "album__tenant__competitor_instance")
    task = tasks.first()
    if task is None or task.work is None:
        raise why_not_found(command)
    _refuse_finished(task)
    _refuse_over(task.work, command.now)
    return task


def _refuse_finished(task: TaggingTask) -> None:
    if task.state == TaskState.CANCELLED:
        raise TaskCancelled
    if task.state == TaskState.COMPLETED:
        raise TaskCompleted


def work_of(command: TaskCommand) -> Work:
    """Return the work with its tagator, locked; it must be active. Photo and task come before it.

    :raises WorkExpired, WorkCompleted: it is over.
    """
    works = Work.objects.select_related("tagator__settings")
    work = works.select_for_update(of=("self",), no_key=True).get(pk=command.work_id)
    _refuse_over(work, command.now)
    return work


def _refuse_over(work: Work, now: datetime) -> None:
    state = work.state_at(now)
    if state is WorkState.EXPIRED:
        raise WorkExpired
    if state is WorkState.COMPLETED:
        raise WorkCompleted


def why_not_found(command: TaskCommand) -> NotFound | Conflict:
    work = Work.objects.filter(pk=command.work_id, tagator_id=command.tagator_id).first()
    if work is None:
        return WorkNotFound()
    was_in_it = TaskHistory.objects.filter(task_id=command.task_id, work=work).exists()
    if was_in_it and work.state_at(command.now) is WorkState.EXPIRED:
        return WorkExpired()
    return TaskNotInWork()
