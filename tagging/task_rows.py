"""Writing tasks: each change and its rows of history are one statement.

So neither can be there without the other, a change of a whole album's tasks costs one round trip,
and recognition, inside whose transaction most of this runs, pays one statement a photo.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Func, UUIDField, Value
from django.db.models.constants import OnConflict
from django.db.models.sql import InsertQuery, UpdateQuery

from tagging.models import TaggingTask, TaggingTaskQuerySet, TaskChange

_WITH_HISTORY = """
WITH changed AS ({statement} RETURNING id, priority)
INSERT INTO tagging_taskhistory (task_id, change, occurred_on, actor, reason, priority)
SELECT id, %s, %s, %s, %s, priority FROM changed
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What the history says of a change. No `actor`: recognition itself."""

    change: TaskChange
    occurred_on: datetime
    actor: str = ""
    reason: str = ""


class PriorityOfAlbum(Func):
    """The priority that an album has at the moment of the insert.

    The album's row is locked against a change of priority until the new task is committed. Where
    such a change came first, this waits for it and takes what it has set. So whichever of the two
    comes first, no task is left with the old priority.
    """

    template = "(SELECT priority FROM recognition_album WHERE id = %(expressions)s FOR KEY SHARE)"

    def __init__(self, album_id: UUID) -> None:
        super().__init__(Value(album_id, output_field=UUIDField()))


def insert_task(task: TaggingTask, entry: Entry) -> bool:
    """Insert an open task, unless its id is taken or its photo has an unfinished task; say which.

    Waits for a racing insert of the same id or photo to commit or roll back. The task's priority
    becomes its album's.
    """
    task.priority = PriorityOfAlbum(task.album_id)
    query = InsertQuery(TaggingTask, on_conflict=OnConflict.IGNORE)
    query.insert_values(TaggingTask._meta.concrete_fields, [task])
    [(sql, params)] = query.get_compiler(DEFAULT_DB_ALIAS).as_sql()
    return _write(sql, params, entry) == 1


def change_tasks(tasks: TaggingTaskQuerySet, entry: Entry, **values: Any) -> int:
    """Set these fields of all these tasks; return how many that were."""
    query = cast(UpdateQuery, tasks.query.chain(UpdateQuery))
    query.add_update_values(values)
    sql, params = query.get_compiler(DEFAULT_DB_ALIAS).as_sql()
    return _write(sql, params, entry)


def _write(statement: str, params: Sequence[Any], entry: Entry) -> int:
    told = (entry.change, entry.occurred_on, entry.actor[:150], entry.reason[:500])
    with connection.cursor() as cursor:
        cursor.execute(_WITH_HISTORY.format(statement=statement), [*params, *told])
        changed: int = cursor.rowcount
    return changed
