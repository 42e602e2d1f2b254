"""Changes of several tasks: under their locks, with a row of the history for each task.

The order of locks is photo, album, tasks by id, work, in every command.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tagging.records.history import TaskChange, TaskHistory
from tagging.records.tagators import Tagator
from tagging.records.works import TaggingTask, TaggingTaskQuerySet, Work

_BATCH = 1000  # rows a statement


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What the history keeps of a change. Without `actor`: by recognition, or by time."""

    change: TaskChange
    occurred_on: datetime
    actor: str = ""
    reason: str = ""
    tagator: Tagator | None = None
    work: Work | None = None


def lock_tasks(tasks: TaggingTaskQuerySet) -> list[TaggingTask]:
    """Lock tasks in the order of their ids, so that two changes of them cannot deadlock."""
    return list(tasks.order_by("pk").select_for_update())


def change_tasks(tasks: TaggingTaskQuerySet, entry: Entry, **values: Any) -> list[TaggingTask]:
    """Lock these tasks, set the fields and write the history; return the tasks."""
    return change_locked(lock_tasks(tasks), entry, **values)


def change_locked(tasks: list[TaggingTask], entry: Entry, **values: Any) -> list[TaggingTask]:
    """Set fields of tasks that the caller has locked, and write their history."""
    if tasks:
        TaggingTask.objects.filter(pk__in=[task.pk for task in tasks]).update(**values)
    for task in tasks:
        for name, value in values.items():
            setattr(task, name, value)
    write_history(tasks, entry)
    return tasks


def write_history(tasks: Iterable[TaggingTask], entry: Entry) -> None:
    """Write that this happened to each of the tasks."""
    rows = (
        TaskHistory(
            task=task,
            priority=task.priority,
            change=entry.change,
            occurred_on=entry.occurred_on,
            actor=entry.actor[:150],
            reason=entry.reason[:500],
            tagator=entry.tagator,
            work=entry.work,
        )
        for task in tasks
    )
    TaskHistory.objects.bulk_create(rows, batch_size=_BATCH)
