"""How tasks change hands: under their locks, with a row of the history for each change.

The order of locks is photo, album, tasks by id, work, in every command.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from functools import cache
from typing import Any

from records.statements import Statement
from tagging.models import (
    Tagator,
    TaggingTask,
    TaggingTaskQuerySet,
    TaskChange,
    TaskPurpose,
    TaskState,
    Work,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """What a change adds to statistics and pay; negative where it takes back."""

    tasks: int = 0
    numbers: int = 0
    active_seconds: Decimal = Decimal(0)
    amount: Decimal = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What the history keeps of a change. No `actor`: recognition itself, or the clock."""

    change: TaskChange
    occurred_on: datetime
    actor: str = ""
    reason: str = ""
    tagator: Tagator | None = None
    work: Work | None = None
    counted: Counted = field(default_factory=Counted)


def change_tasks(tasks: TaggingTaskQuerySet, entry: Entry, **values: Any) -> list[TaggingTask]:
    """Set these fields of all these tasks and write their history; return the tasks.

    The caller has begun a transaction.
    """
    # In one order: two changes of the same tasks wait for each other and cannot deadlock.
    return change_locked(list(tasks.order_by("pk").select_for_update()), entry, **values)


def change_locked(tasks: list[TaggingTask], entry: Entry, **values: Any) -> list[TaggingTask]:
    """Do the same for tasks that the caller has locked."""
    for task in tasks:
        for name, value in values.items():
            setattr(task, name, value)
    if tasks:
        stored = {name: getattr(tasks[0], name) for name in map(_column, values)}
        change = _change(tuple(stored))
        change.execute(ids=[task.pk for task in tasks], **stored, **_history(entry))
    return tasks


def give_back(tasks: TaggingTaskQuerySet, entry: Entry) -> None:
    """Return tasks to the pool; those with known answers, which are for one work, are cancelled.

    The cancelled ones leave the work too, so that a tagator cannot tell them from the others.
    """
    locked = list(tasks.order_by("pk").select_for_update())
    for_this_work = [task for task in locked if task.purpose == TaskPurpose.KNOWN_ANSWER]
    others = [task for task in locked if task.purpose != TaskPurpose.KNOWN_ANSWER]
    change_locked(others, entry, state=TaskState.OPEN, work=None)
    change_locked(for_this_work, entry, state=TaskState.CANCELLED, work=None)


def write_history(tasks: Iterable[TaggingTask], entry: Entry) -> None:
    """Write that this happened to each of the tasks."""
    written = list(tasks)
    _WRITE.execute(
        ids=[task.pk for task in written],
        priorities=[task.priority for task in written],
        **_history(entry),
    )


_HISTORY = """
INSERT INTO tagging_taskhistory (
    task_id, priority, change, occurred_on, actor, reason, tagator_id, work_id, tasks, numbers,
    active_seconds, amount)
SELECT task.id, task.priority, %(change)s, %(occurred_on)s, %(actor)s, %(reason)s, %(tagator)s,
    %(work)s, %(tasks)s, %(numbers)s, %(active_seconds)s, %(amount)s
FROM
"""
_WRITE = Statement(
    f"{_HISTORY} unnest(%(ids)s::uuid[], %(priorities)s::int[]) AS task (id, priority)"
)


@cache
def _change(columns: tuple[str, ...]) -> Statement:
    """Return the statement that sets these columns of tasks and writes their history."""
    values = ", ".join(f"{column} = %({column})s" for column in columns)
    return Statement(
        f"WITH task AS (UPDATE tagging_taggingtask SET {values} WHERE id = ANY(%(ids)s) "  # noqa: S608
        f"RETURNING id, priority) {_HISTORY} task"
    )


def _column(name: str) -> str:
    field: Any = TaggingTask._meta.get_field(name)
    return str(field.attname)


def _history(entry: Entry) -> dict[str, Any]:
    counted = entry.counted
    return {
        "change": entry.change,
        "occurred_on": entry.occurred_on,
        "actor": entry.actor[:150],
        "reason": entry.reason[:500],
        "tagator": entry.tagator.pk if entry.tagator else None,
        "work": entry.work.pk if entry.work else None,
        "tasks": counted.tasks,
        "numbers": counted.numbers,
        "active_seconds": counted.active_seconds,
        "amount": counted.amount,
    }
