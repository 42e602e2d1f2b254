"""Which open tasks a tagger may take, in the order in which they are done; nothing is locked.

All read the tasks in the order of an index and stop when there are enough, so the cost does not
grow with the number of open tasks.
"""

import time
from collections import Counter
from contextlib import suppress
from datetime import timedelta
from functools import partial
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.db import transaction
from django.db.models import OuterRef

from foundation.messaging import wakeups
from foundation.records.database import Swept, do_each
from recognition.records.albums import Album
from recognition.wire.picture_copies import (
    PhotoWasDeleted,
    PictureNotAvailable,
    PictureSize,
    TooManyPictures,
    get_picture,
)
from tagging.records.tagators import TagatorSettings
from tagging.records.tasks import TASK_ORDER, TaggingTask, TaggingTaskQuerySet, TaggingTaskState
from tagging.records.works import Work, WorkState


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


# Our copies of the pictures that a tagger is about to see, made before they are asked for.
#
# Nothing waits for them: a picture without a copy is made when the workbench asks for it. A worker
# makes them, so that on a slow line the first picture does not wait for its host as well.


COPY_TASK = "tagging.copy_pictures"
COPIES = 5  # the photo in hand, and as many as the workbench loads in advance
_EXPIRES = timedelta(seconds=10)  # by then the workbench has asked itself


def look_for_work(tagator_id: UUID, album_id: UUID | None) -> bool:
    """Return whether taking work would give some now; let its first pictures be copied."""
    is_waiting = has_open_tasks(tagator_id, album_id)
    if is_waiting:
        copy_soon(tagator_id, album_id)
    return is_waiting


def copy_soon(tagator_id: UUID, album_id: UUID | None) -> None:
    """Wake a worker for `copy_pictures` once the transaction is committed."""
    send = partial(
        wakeups.send_wakeup,
        COPY_TASK,
        queue="maintenance",
        once=_name(tagator_id),
        expires=_EXPIRES.total_seconds(),
        tagator_id=str(tagator_id),
        album_id=str(album_id or ""),
    )
    transaction.on_commit(send, robust=True)


def copy_pictures(tagator_id: UUID, album_id: UUID | None, seconds: float) -> Swept[None]:
    """Copy the pictures that the tagger sees next, of the work in hand and of what waits.

    Those that have a copy, or that cannot be fetched, are passed over. Repeated, it does nothing.

    :param seconds: after these no further picture is begun; the workbench asks for the rest.
    """
    wakeups.wakeup_taken(_name(tagator_id))
    until = time.monotonic() + seconds

    def copy(photo_id: UUID) -> None:
        if time.monotonic() < until:
            with suppress(PictureNotAvailable, PhotoWasDeleted, TooManyPictures):
                get_picture(photo_id, PictureSize.WORKBENCH)

    return do_each(COPY_TASK, _next_photos(tagator_id, album_id), copy)


def _next_photos(tagator_id: UUID, album_id: UUID | None) -> list[UUID]:
    active = Work.objects.filter(tagator_id=tagator_id, state=WorkState.ACTIVE).values("pk")
    in_hand = TaggingTask.objects.unfinished().filter(work__in=active).order_by(*TASK_ORDER)
    settings = TagatorSettings.objects.select_related("tagator").get_or_refuse(tagator_id)
    waiting = open_tasks_for(settings, album_id, COPIES)
    photos = [*_photos_of(in_hand), *_photos_of(waiting)]
    return photos[:COPIES]


def _photos_of(tasks: TaggingTaskQuerySet) -> list[UUID]:
    return list(tasks.values_list("photo_id", flat=True)[:COPIES])


def _name(tagator_id: UUID) -> str:
    return f"{COPY_TASK}:{tagator_id}"
