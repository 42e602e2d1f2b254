"""Complete a task of a tagger, and reopen a completed one."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db import connection, transaction

from foundation.records.database import read_joined
from recognition.processing.reported import (
    FinishTaggingCommand,
    PhotoNotWaiting,
    ReopenTaggingCommand,
    finish_locked,
    reopen_tagging,
)
from recognition.records.photos import Photo
from tagging.quality.asking_again import Finished
from tagging.quality.known_answers import note_known_answer
from tagging.quality.second_readings import (
    hold_for_second_reading,
    is_settled,
    is_still_checked,
    note_first_reading,
    note_second_reading,
)
from tagging.records.assigned import (
    TAGATOR_AND_SETTINGS,
    TaskCommand,
    active_work,
    go_on,
    locked_photo,
    locked_task,
)
from tagging.records.history import TaskChange, TaskHistory
from tagging.records.quality import AlbumQuality, TagatorReading
from tagging.records.tagators import Tagator, TagatorSettings
from tagging.records.works import TaggingTask, TaggingTaskState, TaskPurpose, Work
from tagging.works.skips import skip_of, take_back_skip

_STORE = """
WITH stored AS (UPDATE tagging_taggingtask SET state = %(state)s WHERE id = %(task)s)
INSERT INTO tagging_taskhistory (
    task_id, change, occurred_on, actor, reason, priority, tagator_id, work_id,
    tasks, numbers, active_seconds, amount
) VALUES (
    %(task)s, %(change)s, %(occurred_on)s, %(actor)s, '', %(priority)s, %(tagator)s, %(work)s,
    %(tasks)s, %(numbers)s, %(active_seconds)s, %(amount)s
)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteTaskCommand(TaskCommand):
    """The tags of the task are all that is on the photo."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenTaskCommand(TaskCommand):
    """Change a completed or skipped task again, while its work is active."""


@transaction.atomic
def complete_task(command: CompleteTaskCommand) -> TaggingTask:
    """Complete a task and send its tags; repeated, it changes nothing.

    1. Lock the photo, the album if its photos may be read again, the task and its work.
    2. Refuse a cancelled task and a work that is over; a completed task is success.
    3. Use what was read, as the purpose of the task says.
    4. Store the task as completed, and in its history what statistics and pay count.
    5. Begin the time of the next completion; complete the work if this was its last task.

    :raises NotFound, Conflict: as `task_in_hand`, except that a completed task is success.
    """
    photo = locked_photo(command)
    quality = hold_for_second_reading(photo)
    task = locked_task(command)
    if task.state == TaggingTaskState.COMPLETED:
        return task
    work = active_work(task, command.now)
    [(work.tagator, settings)] = read_joined(
        TAGATOR_AND_SETTINGS, [work.tagator_id], tagator=Tagator, settings=TagatorSettings
    )
    _use_reading(photo, task, work, quality, command.now)
    _store(
        task,
        work,
        TaggingTaskState.COMPLETED,
        change=TaskChange.COMPLETED,
        occurred_on=command.now,
        tasks=1,
        numbers=len(task.numbers),
        active_seconds=_active_seconds(work, settings.idle_cap_seconds, command.now),
        amount=0 if work.is_trial else work.tagator.pay_for(len(task.numbers)),
    )
    go_on(work, command.now)
    return task


def _use_reading(
    photo: Photo, task: TaggingTask, work: Work, quality: AlbumQuality | None, now: datetime
) -> None:
    """Send a first reading to recognition; only compare one that checks a tagger."""
    reading = TagatorReading.of(task)
    checked = quality or AlbumQuality(album_id=task.album_id)  # a share of 0
    finished = Finished(
        photo=photo, task=task, work=work, reading=reading, quality=checked, now=now
    )
    match TaskPurpose(task.purpose):
        case TaskPurpose.READING:
            sent = FinishTaggingCommand(
                photo_id=task.photo_id,
                task_id=task.pk,
                numbers=task.numbers,
                custom_tags=task.custom_tags,
                unlisted=task.unlisted,
                partial=task.partial,
                read_as=task.read_as,
                now=now,
            )
            finish_locked(photo, sent)
            if quality is not None:
                note_first_reading(finished)
        case TaskPurpose.SECOND_READING:
            note_second_reading(finished)
        case TaskPurpose.KNOWN_ANSWER:
            note_known_answer(finished)


def _active_seconds(work: Work, idle_cap_seconds: int, now: datetime) -> Decimal:
    """Return the seconds since the completion before, or the start; at most the idle cap."""
    seconds = Decimal(str((now - work.active_since).total_seconds())).quantize(Decimal("0.001"))
    return min(max(seconds, Decimal(0)), Decimal(idle_cap_seconds))


@transaction.atomic
def reopen_task(command: ReopenTaskCommand) -> TaggingTask:
    """Take a completed or skipped task in hand again; a task in hand stays as it is.

    What was sent stays until the task is completed again. The statistics take back the task, its
    numbers and its amount.

    :raises PhotoNotWaiting: the photo was deleted, has another task meanwhile, or staff have
        settled what is on it.
    :raises TaskTaken: another tagger has the skipped task.
    :raises NotFound, Conflict: as `task_in_hand`, except that a completed task is success.
    """
    locked_photo(command)
    if (skip := skip_of(command)) is not None:
        return take_back_skip(skip, command)
    task = locked_task(command)
    work = active_work(task, command.now)
    if task.state == TaggingTaskState.ASSIGNED:
        return task
    if is_settled(task):
        raise PhotoNotWaiting
    if task.purpose == TaskPurpose.READING:
        reopen_tagging(ReopenTaggingCommand(photo_id=task.photo_id, task_id=task.pk))
    elif not is_still_checked(task):
        raise PhotoNotWaiting
    last = TaskHistory.objects.filter(task=task, change=TaskChange.COMPLETED).latest("pk")
    _store(
        task,
        work,
        TaggingTaskState.ASSIGNED,
        change=TaskChange.REOPENED,
        occurred_on=command.now,
        tasks=-last.tasks,
        numbers=-last.numbers,
        amount=-last.amount,
    )
    return task


def _store(task: TaggingTask, work: Work, state: TaggingTaskState, **counts: Any) -> None:
    """Store the state of a task, and in its history what counts, in one statement."""
    task.state = state
    given = {"tasks": 0, "numbers": 0, "active_seconds": 0, "amount": 0, **counts} | {
        "task": task.pk,
        "state": state.value,
        "actor": work.tagator.email,
        "priority": task.priority,
        "tagator": work.tagator_id,
        "work": work.pk,
    }
    with connection.cursor() as cursor:
        cursor.execute(_STORE, given)
