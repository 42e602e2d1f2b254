"""Another task for a photo that was read: for a tagger who has not read it.

The task looks like any other.
"""

import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from hashlib import sha256
from uuid import UUID, uuid4

from django.conf import settings

from foundation.records.models import insert_new
from recognition.records.photos import Photo
from tagging.records.changes import Entry, write_history
from tagging.records.history import TaskChange
from tagging.records.quality import AlbumQuality, TagatorReading
from tagging.records.tagators import Tagator
from tagging.records.works import TaggingTask, TaggingTaskState, TaskPurpose, TaskSkip, Work

# A tagger's own second readings are skipped each time they take work. This limits how many there
# are if no other tagger reads them.
MAX_WAITING = 500
_WHOLE = 2**64


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """A reading that was just completed; the photo, its album, the task and its work are locked."""

    photo: Photo
    task: TaggingTask
    work: Work
    reading: TagatorReading
    quality: AlbumQuality
    now: datetime

    @property
    def tagator(self) -> Tagator:
        return self.work.tagator

    @property
    def wanted_certainty(self) -> Decimal:
        """What the album wants; 1, of which no reading is, if it wants none."""
        wanted: Decimal | None = self.quality.wanted_certainty
        return Decimal(1) if wanted is None else wanted


def is_chosen(task_id: UUID, share: Decimal, purpose: str = "second-reading") -> bool:
    """Return whether this task is in the share for a purpose: the same each time.

    Keyed, so that a tagger cannot compute it from the id.
    """
    key = sha256(f"tagging.{purpose}{settings.SECRET_KEY}".encode()).digest()
    digest = hmac.digest(key, str(task_id).encode(), "sha256")
    return int.from_bytes(digest[:8], "big") < share * _WHOLE


def ask_again(
    finished: Finished, earlier: Iterable[TaggingTask] = (), is_limited: bool = True
) -> TaggingTask | None:
    """Create a task for a tagger who has neither read nor skipped the photo.

    None: the photo has an unfinished one, or too many wait for other taggers than this one.

    :param earlier: tasks of the photo that were read before.
    :param is_limited: a blocked tagger takes no work: any number may wait for others.
    """
    tagator, task = finished.tagator, finished.task
    if _is_being_read(task) or (is_limited and _waiting_from(tagator) >= MAX_WAITING):
        return None
    another = TaggingTask(
        id=uuid4(),  # as recognition makes them: another kind of guid would stand out
        photo_id=task.photo_id,
        album_id=task.album_id,
        photographer_id=task.photographer_id,
        shooting_date=task.shooting_date,
        image_url=task.image_url,
        priority=task.priority,
        purpose=TaskPurpose.SECOND_READING,
        kept_from=tagator,
        created_on=finished.now,
    )
    if not insert_new(another):
        return None
    write_history([another], Entry(change=TaskChange.CREATED, occurred_on=finished.now))
    _keep_from_earlier(another, [task, *earlier], finished)
    return another


def _is_being_read(task: TaggingTask) -> bool:
    """Return whether another second reading of the photo is unfinished."""
    others = TaggingTask.objects.unfinished().exclude(pk=task.pk)
    return others.filter(photo=task.photo_id, purpose=TaskPurpose.SECOND_READING).exists()


def _waiting_from(tagator: Tagator) -> int:
    waiting = TaggingTask.objects.filter(kept_from=tagator, state=TaggingTaskState.OPEN)
    return waiting[:MAX_WAITING].count()


def _keep_from_earlier(
    another: TaggingTask, earlier: Iterable[TaggingTask], finished: Finished
) -> None:
    """Do not offer the photo again to taggers who skipped or read it. Statistics do not count this.

    The skips name the work at hand, which is of none of them: so none can be taken back.
    """
    skipped = TaskSkip.objects.filter(task__in=earlier).values_list("tagator", flat=True)
    read = Work.objects.filter(tasks__in=earlier).values_list("tagator", flat=True)
    tagators = {*skipped, *read} - {finished.work.tagator_id}
    TaskSkip.objects.bulk_create(
        TaskSkip(tagator_id=tagator_id, work=finished.work, task=another) for tagator_id in tagators
    )
