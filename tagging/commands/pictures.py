"""Our copies of the pictures that a tagger is about to see, made before they are asked for.

Nothing waits for them: a picture without a copy is made when the workbench asks for it. A worker
makes them, so that on a slow line the first picture does not wait for its host as well.
"""

import time
from contextlib import suppress
from datetime import timedelta
from functools import partial
from uuid import UUID

from django.db import transaction

from foundation.messaging import wakeups
from foundation.records.batches import Swept, do_each
from recognition.providers.images.cache import PictureNotAvailable, PictureSize, TooManyPictures
from recognition.queries.photos.pictures import PhotoWasDeleted, get_picture
from tagging.models import (
    TASK_ORDER,
    TagatorSettings,
    TaggingTask,
    TaggingTaskQuerySet,
    Work,
    WorkState,
)
from tagging.queries.open_tasks import has_open_tasks, open_tasks_for

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
        wakeups.send,
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
    wakeups.taken(_name(tagator_id))
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
