"""A skipped task is taken in hand again by the tagger who skipped it."""

from foundation.records.refusals import Conflict
from tagging.quality.second_readings import is_still_checked
from tagging.records.assigned import TaskCancelled, TaskCommand, active_work, locked_work
from tagging.records.history import Entry, TaskChange, change_locked, lock_tasks
from tagging.records.works import TaggingTask, TaggingTaskState, TaskPurpose, TaskSkip


class TaskTaken(Conflict):
    """Another tagger has the task by now, or it is finished."""


def skip_of(command: TaskCommand) -> TaskSkip | None:
    """Return how the tagger skipped the task in this work, if so."""
    return TaskSkip.objects.filter(
        tagator_id=command.tagator_id, task_id=command.task_id, work_id=command.work_id
    ).first()


def take_back_skip(skip: TaskSkip, command: TaskCommand) -> TaggingTask:
    """Take a skipped task in hand again; the caller has locked its photo.

    The history counts a reopening without a completion, so that the skip no longer counts.

    :raises WorkExpired, WorkCompleted: the work is over.
    :raises TaskTaken, TaskCancelled: the task is no longer in the pool.
    """
    [task] = lock_tasks(TaggingTask.objects.filter(pk=command.task_id))
    task.work = locked_work(command)
    work = active_work(task, command.now)
    _refuse_if_gone(task)
    skip.delete()
    entry = Entry(
        change=TaskChange.REOPENED,
        occurred_on=command.now,
        actor=work.tagator.email,
        reason="The skip was taken back.",
        tagator=work.tagator,
        work=work,
    )
    change_locked([task], entry, state=TaggingTaskState.ASSIGNED, work=work)
    return task


def _refuse_if_gone(task: TaggingTask) -> None:
    """Refuse a task that is no longer where the skip left it.

    That is the pool; but a known-answer task, which is for one work alone, was cancelled.
    """
    is_known_answer = task.purpose == TaskPurpose.KNOWN_ANSWER
    left = TaggingTaskState.CANCELLED if is_known_answer else TaggingTaskState.OPEN
    if task.state != left:
        raise TaskCancelled if task.state == TaggingTaskState.CANCELLED else TaskTaken
    if is_known_answer and not is_still_checked(task):
        raise TaskCancelled
