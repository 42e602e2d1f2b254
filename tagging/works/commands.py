"""A tagger takes open tasks, completes and reopens them."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random, SystemRandom
from typing import Any
from uuid import UUID

from django.db import transaction

from foundation.records.refusals import Forbidden, NotFound
from foundation.records.statements import run_statement
from recognition.processing.reported import (
    FinishTaggingCommand,
    PhotoNotWaiting,
    ReopenTaggingCommand,
    finish_locked,
    reopen_tagging,
)
from recognition.records.photos import Photo
from tagging.pay.earning import active_seconds, pay_for
from tagging.quality.certainty import Finished
from tagging.quality.known_answers import (
    assign_known_answers,
    draw_known_answers,
    note_known_answer,
)
from tagging.quality.second_readings import (
    hold_for_second_reading,
    is_settled,
    is_still_checked,
    note_first_reading,
    note_second_reading,
)
from tagging.quality.trials import TrialNotPassed, due_trial, trial_tasks
from tagging.records.history import Entry, TaskChange, TaskHistory, change_locked
from tagging.records.open_tasks import copy_soon, look_for_work, next_open_tasks, open_tasks_for
from tagging.records.quality import AlbumQuality, TagatorReading
from tagging.records.tagators import Tagator, TagatorSettings, TagatorState
from tagging.records.tasks import TaggingTask, TaggingTaskState, TaskPurpose
from tagging.records.tasks_in_hand import (
    IN_HAND,
    TaskCommand,
    active_work,
    locked_photo,
    locked_task,
)
from tagging.records.works import Work, WorkState
from tagging.works.expiring import expire_overdue_works
from tagging.works.skipping import skip_of, take_back_skip

# Which open tasks a tagger gets; they are locked, so that no other tagger gets them.
#
# `SKIP LOCKED` leaves out the tasks that others are taking at this moment; only if nothing is
# left, the others are waited for.


_SPARE = 200  # tasks beyond those wanted, because others may be taking the first ones


def claim_tasks(settings: TagatorSettings, album_id: UUID | None, count: int) -> list[TaggingTask]:
    """Lock and return the most urgent tasks open to the tagger, at most `count`.

    :param album_id: of this album alone; None: of every album that is open to the tagger.
    """
    wanted = open_tasks_for(settings, album_id, count + _SPARE)
    claimed = list(wanted.select_for_update(skip_locked=True)[:count])
    # Either no task is open, or others have locked the first ones: wait for them, because they
    # may roll back, or only change the priority. If they took all of them, look again.
    while not claimed and (candidates := next_open_tasks(settings, album_id, count)):
        claimed = _claim_waiting(candidates)
    return claimed


def _claim_waiting(task_ids: list[UUID]) -> list[TaggingTask]:
    """Lock those of the tasks that are still open, in the order in which changes lock tasks."""
    open_tasks = TaggingTask.objects.filter(pk__in=task_ids, state=TaggingTaskState.OPEN)
    return list(open_tasks.order_by("pk").select_for_update())


class NoTasks(NotFound):
    """There is no open task for this tagger now."""


class TagatorBlocked(Forbidden):
    """The tagger is blocked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeWorkCommand:
    """A tagger asks for work; `album_id`: of this album only.

    `chance` decides which photos with known numbers are mixed among the tasks.
    """

    tagator_id: UUID
    now: datetime
    album_id: UUID | None = None
    chance: Random = field(default_factory=SystemRandom)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenWork:
    """A work, and whether this command created it."""

    work: Work
    is_new: bool


def take_work(command: TakeWorkCommand) -> TakenWork:
    """Return the tagger's active work, or a new one with the most urgent tasks open to them.

    Overdue works are expired first, so that their tasks can be taken at once. A new tagger may have
    to read a trial first.

    :raises TagatorNotFound, TagatorBlocked, TrialNotPassed, NoTasks: see there.
    """
    expire_overdue_works(command.now)
    return _take(command)


def is_work_waiting(tagator_id: UUID, album_id: UUID | None) -> bool:
    """Return whether taking work would give some now; let its first pictures be copied."""
    settings = TagatorSettings.objects.select_related("tagator").get_or_refuse(tagator_id)
    try:
        trial = due_trial(settings)
    except TrialNotPassed:
        return False
    return trial is not None or look_for_work(tagator_id, album_id)


@transaction.atomic
def _take(command: TakeWorkCommand) -> TakenWork:
    # Two requests of one tagger wait for each other here, and for a change that blocks the tagger.
    tagator = Tagator.objects.locked(command.tagator_id)
    if tagator.state == TagatorState.BLOCKED:
        raise TagatorBlocked
    active = Work.objects.filter(tagator=tagator, state=WorkState.ACTIVE).first()
    if active is not None:
        return TakenWork(work=active, is_new=False)
    settings = TagatorSettings.objects.get_or_refuse(tagator.pk)
    settings.tagator = tagator
    trial = due_trial(settings)
    tasks: list[TaggingTask] = []
    if trial:
        known = trial_tasks(trial, settings.tasks_per_work, command.now)
    else:
        known, tasks = _draw(settings, command)
    if not known and not tasks:
        raise NoTasks
    work = Work.objects.create(
        tagator=tagator,
        created_on=command.now,
        active_since=command.now,
        expires_on=command.now + timedelta(minutes=settings.work_timeout_minutes),
        tasks_total=len(known) + len(tasks),
        is_trial=trial is not None,
    )
    taken = Entry(
        change=TaskChange.TAKEN,
        occurred_on=command.now,
        actor=tagator.email,
        tagator=tagator,
        work=work,
    )
    change_locked(tasks, taken, state=TaggingTaskState.ASSIGNED, work=work)
    assign_known_answers(known, work, taken)
    copy_soon(tagator.pk, command.album_id)
    return TakenWork(work=work, is_new=True)


def _draw(
    settings: TagatorSettings, command: TakeWorkCommand
) -> tuple[list[TaggingTask], list[TaggingTask]]:
    """Return known-answer tasks, unsaved, and open ones, locked; known ones never come alone."""
    known = draw_known_answers(settings, command.album_id, command.now, command.chance)
    places = settings.tasks_per_work - len(known)
    tasks = claim_tasks(settings, command.album_id, places)
    return ([], []) if places and not tasks else (known, tasks)


# The work ends with its last task. Of two completions at once, the later one to be stored may have
# begun earlier: no second counts twice.
_IS_FINISHED = f"NOT EXISTS ({IN_HAND} AND id <> %(task)s)"
_STORE = f"""
WITH stored AS (
    UPDATE tagging_taggingtask SET state = %(state)s WHERE id = %(task)s
), gone_on AS (
    UPDATE tagging_work
    SET active_since = GREATEST(active_since, %(occurred_on)s),
        state = CASE WHEN {_IS_FINISHED} THEN 'Completed' ELSE state END,
        finished_on = CASE WHEN {_IS_FINISHED} THEN GREATEST(active_since, %(occurred_on)s) END
    WHERE id = %(work)s AND %(state)s = 'Completed'
)
INSERT INTO tagging_taskhistory (
    task_id, change, occurred_on, actor, reason, priority, tagator_id, work_id,
    tasks, numbers, active_seconds, amount
) VALUES (
    %(task)s, %(change)s, %(occurred_on)s, %(actor)s, '', %(priority)s, %(tagator)s, %(work)s,
    %(tasks)s, %(numbers)s, %(active_seconds)s, %(amount)s
)
"""  # noqa: S608 (a constant)


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
    _use_reading(photo, task, work, quality, command.now)
    _store(
        task,
        work,
        TaggingTaskState.COMPLETED,
        change=TaskChange.COMPLETED,
        occurred_on=command.now,
        tasks=1,
        numbers=len(task.numbers),
        active_seconds=active_seconds(work, command.now),
        amount=0 if work.is_trial else pay_for(work.tagator, len(task.numbers)),
    )
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
    """Store the state of a task, in its history what counts, and that its work went on or ended."""
    task.state = state
    given = {"tasks": 0, "numbers": 0, "active_seconds": 0, "amount": 0, **counts} | {
        "task": task.pk,
        "state": state.value,
        "actor": work.tagator.email,
        "priority": task.priority,
        "tagator": work.tagator_id,
        "work": work.pk,
    }
    run_statement(_STORE, given)
