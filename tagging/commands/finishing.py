"""How a task leaves a tagator's hands, and comes back: complete, skip, reopen."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db import transaction

from recognition.commands.photos.tagging import (
    FinishTaggingCommand,
    PhotoNotWaiting,
    ReopenTaggingCommand,
    finish_locked,
    reopen_tagging,
)
from recognition.models import Photo
from records.refusals import Conflict, NotFound
from tagging.commands.changes import Counted, Entry, change_locked, give_back
from tagging.commands.closing import close_locked, note_completion
from tagging.commands.in_hand import (
    TaskCommand,
    active_work,
    locked_photo,
    locked_task,
    read_tags,
    task_in_hand,
)
from tagging.commands.known_answers import note_known_answer
from tagging.commands.readings import Reading
from tagging.commands.second_readings import (
    hold_for_second_reading,
    is_settled,
    is_still_checked,
    note_first_reading,
    note_second_reading,
)
from tagging.models import (
    Tagator,
    TaggingTask,
    TaskChange,
    TaskHistory,
    TaskPurpose,
    TaskSkip,
    TaskState,
    Work,
    WorkState,
)

_WITH_TAGATOR = "work__tagator__settings"


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteTaskCommand(TaskCommand):
    """The tags of the task are all that is on the photo."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipTaskCommand(TaskCommand):
    """Return a task to the pool, for other tagators."""

    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenTaskCommand(TaskCommand):
    """Change a completed task again, while its work is active."""


@transaction.atomic
def complete_task(command: CompleteTaskCommand) -> TaggingTask:
    """Complete a task and send its tags on; again, it changes nothing.

    :raises NotFound, Conflict: as `task_in_hand`, except that a completed task is success.
    """
    photo = locked_photo(command, "album__tagging_quality")
    is_read_twice = hold_for_second_reading(photo.album, command.task_id)
    task = locked_task(command, _WITH_TAGATOR, "comparison")
    if task.state == TaskState.COMPLETED:
        return task
    work = active_work(task, command.now)
    read_tags(task)
    _use(photo, task, work.tagator, command.now, is_read_twice=is_read_twice)
    counted = Counted(
        tasks=1,
        numbers=len(task.numbers),
        active_seconds=_active_seconds(work, command.now),
        amount=work.tagator.rate_per_task,
    )
    entry = _entry(command, TaskChange.COMPLETED, work, counted=counted)
    change_locked([task], entry, state=TaskState.COMPLETED)
    note_completion(work, command.now)
    return task


def _use(
    photo: Photo, task: TaggingTask, tagator: Tagator, now: datetime, *, is_read_twice: bool
) -> None:
    """Send a reading to recognition; compare what was read only to check a tagator."""
    reading = Reading.of(task)
    match TaskPurpose(task.purpose):
        case TaskPurpose.READING:
            finished = FinishTaggingCommand(
                photo_id=task.photo_id,
                task_id=task.pk,
                numbers=task.numbers,
                custom_tags=task.custom_tags,
            )
            finish_locked(photo, finished)
            note_first_reading(task, tagator, reading, now, is_read_twice=is_read_twice)
        case TaskPurpose.SECOND_READING:
            note_second_reading(task, tagator, reading, now)
        case TaskPurpose.KNOWN_ANSWER:
            note_known_answer(task, tagator, reading, now)


@transaction.atomic
def skip_task(command: SkipTaskCommand) -> None:
    """Return a task to the pool and do not offer it to this tagator again.

    Its tags stay, as those of an expired work do. Again, it changes nothing.

    :raises NotFound, Conflict: as `task_in_hand`.
    """
    if _skipped_before(command):
        return
    try:
        task = task_in_hand(command, _WITH_TAGATOR)
    except (NotFound, Conflict):
        # The same skip may have come first while this one waited for the task.
        if _skipped_before(command):
            return
        raise
    work = active_work(task, command.now)
    TaskSkip.objects.create(tagator=work.tagator, task=task, work=work)
    entry = _entry(command, TaskChange.SKIPPED, work, reason=command.reason)
    give_back(TaggingTask.objects.filter(pk=task.pk), entry)
    close_locked([work.pk], WorkState.COMPLETED, command.now)


@transaction.atomic
def reopen_task(command: ReopenTaskCommand) -> TaggingTask:
    """Take a completed task in hand again; a task in hand stays as it is.

    What was sent stays until the task is completed again. The statistics take back the task, its
    numbers and its amount.

    :raises PhotoNotWaiting: the photo was deleted, has another task meanwhile, or staff have
        settled what is on it.
    :raises NotFound, Conflict: as `task_in_hand`, except that a completed task is success.
    """
    locked_photo(command)
    task = locked_task(command, _WITH_TAGATOR)
    work = active_work(task, command.now)
    if task.state == TaskState.ASSIGNED:
        return task
    _reopen_photo(task)
    last = TaskHistory.objects.filter(task=task, change=TaskChange.COMPLETED).latest("pk")
    counted = Counted(tasks=-last.tasks, numbers=-last.numbers, amount=-last.amount)
    entry = _entry(command, TaskChange.REOPENED, work, counted=counted)
    change_locked([task], entry, state=TaskState.ASSIGNED)
    return task


def _reopen_photo(task: TaggingTask) -> None:
    if is_settled(task):
        raise PhotoNotWaiting
    if task.purpose == TaskPurpose.READING:
        reopen_tagging(ReopenTaggingCommand(photo_id=task.photo_id, task_id=task.pk))
    elif not is_still_checked(task):
        raise PhotoNotWaiting


def _skipped_before(command: SkipTaskCommand) -> bool:
    return TaskSkip.objects.filter(
        tagator_id=command.tagator_id, task_id=command.task_id, work_id=command.work_id
    ).exists()


def _entry(
    command: TaskCommand,
    change: TaskChange,
    work: Work,
    *,
    reason: str = "",
    counted: Counted | None = None,
) -> Entry:
    return Entry(
        change=change,
        occurred_on=command.now,
        actor=work.tagator.email,
        reason=reason,
        tagator=work.tagator,
        work=work,
        counted=counted or Counted(),
    )


def _active_seconds(work: Work, now: datetime) -> Decimal:
    """Return the seconds since the completion before, or the start; at most the idle cap."""
    seconds = Decimal(str((now - work.active_since).total_seconds())).quantize(Decimal("0.001"))
    return min(max(seconds, Decimal(0)), Decimal(work.tagator.settings.idle_cap_seconds))
