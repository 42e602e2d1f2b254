"""Which open tasks a tagger gets; they are locked, so that no other tagger gets them.

`SKIP LOCKED` leaves out the tasks that others are taking at this moment; only if nothing is left,
the others are waited for. Both ways read the tasks in the order of an index and stop when there are
enough, so the cost does not grow with the number of open tasks.
"""

from collections import Counter
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef

from recognition.models import Album
from tagging.models import (
    TASK_ORDER,
    TagatorSettings,
    TaggingTask,
    TaggingTaskQuerySet,
    TaggingTaskState,
)

_SPARE = 200  # candidates beyond those wanted, which others may be taking


def claim_tasks(settings: TagatorSettings, album_id: UUID | None, count: int) -> list[TaggingTask]:
    """Lock and return the most urgent tasks open to the tagger, at most `count`.

    :param album_id: of this album alone; None: of every album that is open to the tagger.
    """
    wanted = _wanted(settings, album_id)
    claimed = list(wanted.select_for_update(skip_locked=True)[:count])
    while not claimed:
        # Either no task is open, or others have locked the first ones: wait for them, because they
        # may roll back, or only change the priority. If they took all of them, look again.
        candidates = _wanted(settings, album_id).values_list("pk", flat=True)[:count]
        if not candidates:
            break
        claimed = _claim_waiting(list(candidates))
    return claimed


def _claim_waiting(task_ids: list[UUID]) -> list[TaggingTask]:
    """Lock those of the tasks that are still open, in the order in which changes lock tasks."""
    open_tasks = TaggingTask.objects.filter(pk__in=task_ids, state=TaggingTaskState.OPEN)
    return list(open_tasks.order_by("pk").select_for_update())


def albums_of_next_tasks(settings: TagatorSettings, album_id: UUID | None) -> "Counter[UUID]":
    """Count by album the tasks that the tagger's next work would have; nothing is locked."""
    wanted = _wanted(settings, album_id)[: settings.tasks_per_work]
    return Counter(wanted.values_list("album_id", flat=True))


def _wanted(settings: TagatorSettings, album_id: UUID | None) -> TaggingTaskQuerySet:
    open_tasks = TaggingTask.objects.filter(state=TaggingTaskState.OPEN).order_by(*TASK_ORDER)
    open_tasks = open_tasks.not_kept_from(settings.tagator)
    if settings.all_albums and album_id is None:
        return open_tasks
    # The first tasks of each album are read by the index of an album's tasks, then merged. In two
    # statements: as one, PostgreSQL may read all open tasks in their order instead.
    first = open_tasks.filter(album=OuterRef("pk"))[: settings.tasks_per_work + _SPARE]
    albums = Album.objects.filter(pk__in=_albums(settings, album_id))
    candidates = albums.values_list(ArraySubquery(first.values("pk")), flat=True)
    return open_tasks.filter(pk__in=[task_id for each in candidates for task_id in each])


def _albums(settings: TagatorSettings, album_id: UUID | None) -> list[UUID]:
    opened = settings.tagator.opened_albums.values_list("album_id", flat=True)
    if album_id is None:
        return list(opened)
    return [album_id] if settings.all_albums or opened.filter(album_id=album_id).exists() else []
