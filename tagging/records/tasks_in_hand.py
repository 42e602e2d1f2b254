"""Tasks in a tagger's hands: find and lock them with their photo and work, or refuse."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast
from uuid import UUID

from foundation.records.database import read_joined
from foundation.records.refusals import Conflict, NotFound
from foundation.records.statements import run_statement
from recognition.records.albums import Album, Tenant
from recognition.records.photos import Photo
from tagging.records.history import TaskHistory
from tagging.records.tagators import Tagator, TagatorSettings
from tagging.records.tasks import TaggingTask, TaggingTaskState, TaskTag
from tagging.records.works import Work, WorkNotFound, WorkState

# Statements of each tagger's request, as texts.
#
# The ORM takes longer to write such a statement than PostgreSQL to run it.


LOCK_PHOTO_OF_TASK = """
SELECT {photo} FROM recognition_photo AS photo
JOIN tagging_taggingtask AS task ON task.photo_id = photo.id
WHERE task.id = %s FOR UPDATE OF photo
"""
LOCK_TASK_OF_WORK = """
SELECT {task} FROM tagging_taggingtask AS task WHERE id = %s AND work_id = %s FOR NO KEY UPDATE
"""
# Album and tags as they are once the task is locked: an erasure marks the album before it reaches
# tasks, and taggers who change tags lock the task.
LOCK_WORK_OF_TASK = """
SELECT {work}, {tagator}, {settings}, {album}, ARRAY(
    SELECT ARRAY[kind, value, typed] FROM tagging_tasktag WHERE task_id = task.id ORDER BY id
)
FROM tagging_taggingtask AS task
JOIN tagging_work AS work ON work.id = task.work_id
JOIN tagging_tagator AS tagator ON tagator.id = work.tagator_id
JOIN tagging_tagatorsettings AS settings ON settings.tagator_id = tagator.id
JOIN recognition_album AS album ON album.id = task.album_id
WHERE task.id = %s AND work.tagator_id = %s FOR NO KEY UPDATE OF work
"""
LOCK_WORK_OF_TAGATOR = """
SELECT {work} FROM tagging_work AS work WHERE id = %s AND tagator_id = %s FOR NO KEY UPDATE
"""
ALBUM_AND_QUALITY = """
SELECT {album}, {quality}, EXISTS (
    SELECT FROM recognition_photonumber WHERE photo_id = %(photo)s
)
FROM recognition_album AS album
LEFT JOIN tagging_albumquality AS quality ON quality.album_id = album.id
WHERE album.id = %(album)s
"""
# Without a lock.
SEEN_TASK = """
SELECT {task}, {work}, {album}, {tenant} FROM tagging_taggingtask AS task
JOIN tagging_work AS work ON work.id = task.work_id
JOIN recognition_album AS album ON album.id = task.album_id
LEFT JOIN recognition_tenant AS tenant ON tenant.id = album.tenant_id
WHERE task.id = %s AND task.work_id = %s AND work.tagator_id = %s
"""

# The rule by which works end: none of these is left.
IN_HAND = "SELECT FROM tagging_taggingtask WHERE work_id = tagging_work.id AND state = 'Assigned'"
CLOSE_FINISHED_WORKS = f"""
UPDATE tagging_work SET state = %(state)s, finished_on = GREATEST(%(now)s, active_since)
WHERE id = ANY(%(works)s) AND state = 'Active' AND NOT EXISTS ({IN_HAND})
"""  # noqa: S608 (a constant)


class TaskNotInWork(NotFound):
    """There is no such task in this work."""

    code = "task-not-found"


class WorkExpired(Conflict):
    """The time of the work is over; its tasks went back to the pool."""


class WorkCompleted(Conflict):
    """The work is completed."""


class TaskCancelled(Conflict):
    """The task was cancelled."""


class TaskCompleted(Conflict):
    """The task is completed; reopen it to change it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskCommand:
    """A tagger acts on a task of their work."""

    tagator_id: UUID
    work_id: UUID
    task_id: UUID
    now: datetime


def task_in_hand(command: TaskCommand) -> TaggingTask:
    """Return the task and its work, both locked, and its album.

    :raises WorkNotFound, TaskNotInWork: the work is not the tagger's, or the task not the work's.
    :raises WorkExpired, WorkCompleted: the work is over.
    :raises TaskCancelled, TaskCompleted: the task is cancelled, or completed.
    """
    return _unfinished(locked_task(command), command.now)


def seen_task(command: TaskCommand) -> TaggingTask:
    """Return the task with its work and album; as `task_in_hand`, but nothing is locked."""
    return _unfinished(_seen(command), command.now)


def shown_task(command: TaskCommand) -> TaggingTask:
    """Return the task, also a completed one, while its work lasts; nothing is locked.

    That of a trial lasts: the tagger sees afterwards what was on the photo.

    :raises WorkNotFound, TaskNotInWork: the work is not the tagger's, or the task not the work's.
    :raises WorkExpired, WorkCompleted: the work is over.
    :raises TaskCancelled: the task is cancelled.
    """
    task = _seen(command)
    if task.state == TaggingTaskState.CANCELLED:
        raise TaskCancelled
    if not cast("Work", task.work).is_trial:
        active_work(task, command.now)
    return task


def active_work(task: TaggingTask, now: datetime) -> Work:
    """Return the task's work.

    :raises WorkExpired, WorkCompleted: it is over.
    """
    work = cast("Work", task.work)  # a task in a tagger's hands has one
    match work.state_at(now):
        case WorkState.EXPIRED:
            raise WorkExpired
        case WorkState.COMPLETED:
            raise WorkCompleted
    return work


def _seen(command: TaskCommand) -> TaggingTask:
    own = [command.task_id, command.work_id, command.tagator_id]
    seen = read_joined(SEEN_TASK, own, task=TaggingTask, work=Work, album=Album, tenant=Tenant)
    for task, task.work, task.album, task.album.tenant in seen:
        return cast("TaggingTask", task)
    raise _why_not_found(command)


def locked_photo(command: TaskCommand) -> Photo:
    """Lock the task's photo, before the task.

    Recognition has locked the photo when it cancels the photo's tasks.
    """
    for (photo,) in read_joined(LOCK_PHOTO_OF_TASK, [command.task_id], photo=Photo):
        return cast("Photo", photo)
    raise _why_not_found(command)


def locked_task(command: TaskCommand) -> TaggingTask:
    """Lock the task, then its work; read its album, its tags, and the tagger with their settings.

    A cancelled task is refused, a completed one is not.
    """
    task_of_work = [command.task_id, command.work_id]
    work_of_task = [command.task_id, command.tagator_id]
    for (task,) in read_joined(LOCK_TASK_OF_WORK, task_of_work, task=TaggingTask):
        works = read_joined(
            LOCK_WORK_OF_TASK,
            work_of_task,
            work=Work,
            tagator=Tagator,
            settings=TagatorSettings,
            album=Album,
        )
        for task.work, task.work.tagator, task.work.tagator.settings, task.album, tags in works:
            task.tags_read = [
                TaskTag(task=task, kind=kind, value=value, typed=typed)
                for kind, value, typed in tags
            ]
            if task.state == TaggingTaskState.CANCELLED:
                raise TaskCancelled
            return cast("TaggingTask", task)
    raise _why_not_found(command)


def locked_work(command: TaskCommand) -> Work:
    """Lock the work; its tasks are locked before it.

    :raises WorkNotFound: the work is not the tagger's.
    """
    own = [command.work_id, command.tagator_id]
    for (work,) in read_joined(LOCK_WORK_OF_TAGATOR, own, work=Work):
        return cast("Work", work)
    raise WorkNotFound


def _unfinished(task: TaggingTask, now: datetime) -> TaggingTask:
    if task.state == TaggingTaskState.CANCELLED:
        raise TaskCancelled
    if task.state == TaggingTaskState.COMPLETED:
        raise TaskCompleted
    active_work(task, now)
    return task


def _why_not_found(command: TaskCommand) -> NotFound | Conflict:
    work = Work.objects.filter(pk=command.work_id, tagator_id=command.tagator_id).first()
    if work is None:
        return WorkNotFound()
    was_in_it = TaskHistory.objects.filter(task_id=command.task_id, work=work).exists()
    if was_in_it and work.state_at(command.now) is WorkState.EXPIRED:
        return WorkExpired()
    return TaskNotInWork()


def close_locked(
    work_ids: Sequence[UUID], now: datetime, state: WorkState = WorkState.COMPLETED
) -> int:
    """Close those of the works, which are locked, that have no task left; return how many."""
    given = {"works": list(work_ids), "now": now, "state": state.value}
    return run_statement(CLOSE_FINISHED_WORKS, given)
