"""Second readings: the photos of a share of the completed tasks are read by a second tagger.

The second task looks like any other.
"""

import hmac
from datetime import datetime
from decimal import Decimal
from hashlib import sha256
from uuid import UUID, uuid4

from django.conf import settings
from django.db.models import Q

from recognition.models import Album, Photo, PhotoState
from records.creating import insert_new
from records.joined import read_joined
from tagging.commands.changes import Entry, write_history
from tagging.models import (
    AlbumQuality,
    Comparison,
    Tagator,
    TagatorReading,
    TaggingTask,
    TaggingTaskState,
    TaskChange,
    TaskPurpose,
    TaskSkip,
)
from tagging.models.tasks_sql import ALBUM_AND_QUALITY

# A tagger's own second readings are skipped each time they take work. This limits how many there
# are if no other tagger reads them.
MAX_WAITING = 500
_WHOLE = 2**64


def is_chosen(task_id: UUID, share: Decimal) -> bool:
    """Return whether this task is in the share that is read twice: the same each time.

    Keyed, so that a tagger cannot compute it from the id.
    """
    key = sha256(f"tagging.second-reading{settings.SECRET_KEY}".encode()).digest()
    digest = hmac.digest(key, str(task_id).encode(), "sha256")
    return int.from_bytes(digest[:8], "big") < share * _WHOLE


def hold_for_second_reading(photo: Photo) -> Decimal | None:
    """Read the photo's album; return the share of its tasks that are read twice, if it has one.

    With a share, the album is held until the commit: a change of its priority locks the album, then
    its tasks, and has to find the second task too. So a completion needs the album after the photo
    and before the task.
    """
    rows = read_joined(ALBUM_AND_QUALITY, [photo.album_id], album=Album, quality=AlbumQuality)
    for photo.album, quality in rows:
        if quality and quality.second_reading_share:
            Album.objects.hold(photo.album_id)
            share: Decimal = quality.second_reading_share
            return share
    return None


def note_first_reading(
    task: TaggingTask,
    tagator: Tagator,
    reading: TagatorReading,
    share: Decimal | None,
    now: datetime,
) -> None:
    """Ask for a second reading of a completed task; one asked for before is compared again.

    The caller has locked the photo, got the share from `hold_for_second_reading`, and locked the
    task.
    """
    if share is None:
        return
    comparison = Comparison.objects.filter(pk=task.pk).first()
    if comparison is not None:
        comparison.first_tagator = tagator
        comparison.first_numbers = reading.numbers
        comparison.first_custom_tags = reading.custom_tags
        _compare(comparison, now)
    elif is_chosen(task.pk, share) and _waiting_from(tagator) < MAX_WAITING:
        _ask_again(task, tagator, reading, now)


def note_second_reading(
    task: TaggingTask, tagator: Tagator, reading: TagatorReading, now: datetime
) -> None:
    """Compare the second reading of a photo with the first one. The caller has locked the photo."""
    comparison = Comparison.objects.get(second_task=task)
    comparison.second_tagator = tagator
    comparison.second_numbers = reading.numbers
    comparison.second_custom_tags = reading.custom_tags
    _compare(comparison, now)


def is_settled(task: TaggingTask) -> bool:
    """Return whether staff have settled a disagreement about this reading, first or second."""
    compared = Comparison.objects.filter(Q(pk=task.pk) | Q(second_task=task))
    return compared.filter(settled_on__isnull=False).exists()


def is_still_checked(task: TaggingTask) -> bool:
    """Return whether a photo with a checking task is not deleted and not being read again."""
    photo = task.photo
    first = Comparison.objects.filter(second_task=task).values_list("pk", flat=True).first()
    waits = photo.tagging_task_id not in (None, first) or photo.callback_due_on
    return not waits and photo.state != PhotoState.DELETED


def _waiting_from(tagator: Tagator) -> int:
    waiting = TaggingTask.objects.filter(kept_from=tagator, state=TaggingTaskState.OPEN)
    return waiting[:MAX_WAITING].count()


def _ask_again(task: TaggingTask, tagator: Tagator, reading: TagatorReading, now: datetime) -> None:
    second = TaggingTask(
        id=uuid4(),  # as recognition makes them: another kind of guid would stand out
        photo_id=task.photo_id,
        album_id=task.album_id,
        photographer_id=task.photographer_id,
        shooting_date=task.shooting_date,
        image_url=task.image_url,
        priority=task.priority,
        purpose=TaskPurpose.SECOND_READING,
        kept_from=tagator,
        created_on=now,
    )
    if not insert_new(second):
        return  # the photo has an unfinished one, of an earlier reading
    write_history([second], Entry(change=TaskChange.CREATED, occurred_on=now))
    _keep_from_those_who_skipped(task, second)
    Comparison.objects.create(
        task=task,
        second_task=second,
        first_tagator=tagator,
        first_numbers=reading.numbers,
        first_custom_tags=reading.custom_tags,
    )


def _keep_from_those_who_skipped(task: TaggingTask, second: TaggingTask) -> None:
    """Do not offer the photo again to taggers who skipped it. Statistics do not count this."""
    skips = TaskSkip.objects.filter(task=task)
    TaskSkip.objects.bulk_create(
        TaskSkip(tagator_id=skip.tagator_id, work_id=skip.work_id, task=second) for skip in skips
    )


def _compare(comparison: Comparison, now: datetime) -> None:
    """Store a comparison with the new reading; what staff have settled stays as it is."""
    if comparison.settled_on is not None:
        return
    first = comparison.first_numbers, comparison.first_custom_tags
    second = comparison.second_numbers, comparison.second_custom_tags
    # A first task that went back to the pool may come to the tagator of the second one.
    of_two = comparison.second_tagator_id not in (None, comparison.first_tagator_id)
    comparison.agrees = first == second if of_two else None
    comparison.compared_on = now if of_two else None
    comparison.save()
