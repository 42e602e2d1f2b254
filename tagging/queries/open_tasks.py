"""Which open tasks a tagger may take, in the order in which they are done; nothing is locked.

All read the tasks in the order of an index and stop when there are enough, so the cost does not
grow with the number of open tasks.
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


def open_tasks_for(
    settings: TagatorSettings, album_id: UUID | None, count: int
) -> TaggingTaskQuerySet:
    """Return the open tasks that the tagger may take; the first `count` of them are all there.

    :param album_id: of this album alone; None: of every album that is open to the tagger.
    """
    open_tasks = _open_to(settings)
    if settings.all_albums and album_id is None:
        return open_tasks
    return open_tasks.filter(pk__in=_first_of_albums(settings, album_id, count))


def next_open_tasks(settings: TagatorSettings, album_id: UUID | None, count: int) -> list[UUID]:
    """Return the ids of the first open tasks that the tagger may take, in their order.

    Empty only if none was open at one moment: of several albums, others may take those that the
    first statement found before the second one reads them.
    """
    if settings.all_albums and album_id is None:
        return list(_open_to(settings).values_list("pk", flat=True)[:count])
    while first := _first_of_albums(settings, album_id, count):
        found = _open_to(settings).filter(pk__in=first).values_list("pk", flat=True)[:count]
        if found:
            return list(found)
    return []


def albums_of_next_tasks(settings: TagatorSettings, album_id: UUID | None) -> "Counter[UUID]":
    """Count by album the tasks that the tagger's next work would have."""
    count = settings.tasks_per_work
    wanted = open_tasks_for(settings, album_id, count)[:count]
    return Counter(wanted.values_list("album_id", flat=True))


def has_open_tasks(tagator_id: UUID, album_id: UUID | None) -> bool:
    """Return whether a tagger who asks for work now gets some."""
    settings = TagatorSettings.objects.select_related("tagator").get_or_refuse(tagator_id)
    # In their order, as they are taken: without it PostgreSQL may read the whole table.
    return bool(next_open_tasks(settings, album_id, 1))


def _open_to(settings: TagatorSettings) -> TaggingTaskQuerySet:
    open_tasks = TaggingTask.objects.filter(state=TaggingTaskState.OPEN).order_by(*TASK_ORDER)
    return open_tasks.not_kept_from(settings.tagator)


def _first_of_albums(settings: TagatorSettings, album_id: UUID | None, count: int) -> list[UUID]:
    """Return the ids of the first open tasks of each album, by the index of an album's tasks.

    A statement of its own: as one with what merges them, PostgreSQL may read all open tasks in
    their order instead.
    """
    first = _open_to(settings).filter(album=OuterRef("pk"))[:count]
    albums = Album.objects.filter(pk__in=_albums(settings, album_id))
    candidates = albums.values_list(ArraySubquery(first.values("pk")), flat=True)
    return [task_id for each in candidates for task_id in each]


def _albums(settings: TagatorSettings, album_id: UUID | None) -> list[UUID]:
    opened = settings.tagator.opened_albums.values_list("album_id", flat=True)
    if album_id is None:
        return list(opened)
    return [album_id] if settings.all_albums or opened.filter(album_id=album_id).exists() else []
