"""Which open tasks a tagator gets, locked so that no other tagator gets them.

`SKIP LOCKED` passes over the tasks that others are taking at this moment; where nothing is left
then, the others are waited for. Both ways read the tasks in the order of an index and stop when
there are enough, so that the cost does not follow the number of open tasks.
"""

from collections import Counter
from collections.abc import Sequence
from uuid import UUID

from django.db import connection

from tagging.models import (
    TASK_ORDER,
    TagatorSettings,
    TaggingTask,
    TaggingTaskQuerySet,
    TaskState,
)

# The most urgent open tasks of each album, merged. The ORM has no LATERAL.
_CANDIDATES = """
SELECT task.id
FROM unnest(%(albums)s::uuid[]) AS album (id)
CROSS JOIN LATERAL (
    SELECT id, priority, shooting_date FROM tagging_taggingtask
    WHERE album_id = album.id AND state = 'Open'
    AND kept_from_id IS DISTINCT FROM %(tagator)s AND NOT EXISTS (
        SELECT 1 FROM tagging_taskskip
        WHERE tagator_id = %(tagator)s AND task_id = tagging_taggingtask.id
    )
    ORDER BY priority DESC, shooting_date ASC NULLS LAST, id LIMIT %(limit)s
) AS task
ORDER BY task.priority DESC, task.shooting_date ASC NULLS LAST, task.id LIMIT %(limit)s
"""
_SPARE = 200  # candidates beyond those wanted, which others may be taking


def claim_tasks(settings: TagatorSettings, album_id: UUID | None, count: int) -> list[TaggingTask]:
    """Lock and return the most urgent tasks open to the tagator, at most `count`.

    :param album_id: of this album alone; None: of every album that is open to the tagator.
    """
    wanted = _wanted(settings, album_id)
    claimed = list(wanted.select_for_update(skip_locked=True)[:count])
    while not claimed:
        # Either no task is open, or others hold those that were met: wait for them, because they
        # may give up, or only change the priority. Where they took all of them, look again.
        candidates = _wanted(settings, album_id).values_list("pk", flat=True)[:count]
        if not candidates:
            break
        claimed = _claim_waiting(list(candidates))
    return claimed


def _claim_waiting(task_ids: list[UUID]) -> list[TaggingTask]:
    """Lock those of the tasks that are open then, in the order in which changes lock tasks."""
    open_tasks = TaggingTask.objects.filter(pk__in=task_ids, state=TaskState.OPEN)
    return list(open_tasks.order_by("pk").select_for_update())


def albums_of_next_tasks(settings: TagatorSettings, album_id: UUID | None) -> "Counter[UUID]":
    """Count by album the tasks that the tagator's next work would have; nothing is locked."""
    wanted = _wanted(settings, album_id)[: settings.tasks_per_work]
    return Counter(wanted.values_list("album_id", flat=True))


def _wanted(settings: TagatorSettings, album_id: UUID | None) -> TaggingTaskQuerySet:
    open_tasks = TaggingTask.objects.filter(state=TaskState.OPEN).order_by(*TASK_ORDER)
    if settings.all_albums and album_id is None:
        return open_tasks.not_kept_from(settings.tagator)
    return open_tasks.filter(pk__in=_candidates(settings, album_id))


def _candidates(settings: TagatorSettings, album_id: UUID | None) -> Sequence[UUID]:
    albums = _albums(settings, album_id)
    limit = settings.tasks_per_work + _SPARE
    with connection.cursor() as cursor:
        cursor.execute(
            _CANDIDATES, {"albums": albums, "tagator": settings.tagator_id, "limit": limit}
        )
        return [task_id for (task_id,) in cursor.fetchall()]


def _albums(settings: TagatorSettings, album_id: UUID | None) -> list[UUID]:
    opened = settings.tagator.opened_albums.values_list("album_id", flat=True)
    if album_id is None:
        return list(opened)
    return [album_id] if settings.all_albums or opened.filter(album_id=album_id).exists() else []
