"""Second readings: a share of the completed tasks is read again by another tagator.

The second task looks like any other. The order of locks stays photo, album, tasks, work: the album
is held before the first task is locked, since a change of priority holds it and waits for the task.
"""

import hmac
from datetime import datetime
from decimal import Decimal
from hashlib import sha256
from uuid import UUID, uuid4

from django.conf import settings
from django.db.models import Q

from recognition.models import Album, PhotoState
from records.writing import insert_new
from tagging.commands.changes import Entry, write_history
from tagging.commands.readings import Reading
from tagging.models import (
    AlbumQuality,
    Comparison,
    Tagator,
    TaggingTask,
    TaskChange,
    TaskPurpose,
    TaskSkip,
    TaskState,
)

# A tagator's own second readings are passed over each time they take work. Where no other tagator
# reads them, this bounds how many there are.
MAX_WAITING = 500
_WHOLE = 2**64


def is_chosen(task_id: UUID, share: Decimal) -> bool:
    """Say whether this task is among the share that is read twice: the same each time.

    Keyed, so that a tagator cannot compute from the id which tasks are.
    """
    key = sha256(f"tagging.second-reading{settings.SECRET_KEY}".encode()).digest()
    digest = hmac.digest(key, str(task_id).encode(), "sha256")
    return int.from_bytes(digest[:8], "big") < share * _WHOLE


def hold_for_second_reading(album: Album, task_id: UUID) -> bool:
    """Say whether the task, if it is a first reading, is to be read twice; hold its album then.

    The caller has locked the photo and not the task yet, and has read the album's `tagging_quality`
    with the photo.
    """
    quality: AlbumQuality | None = getattr(album, "tagging_quality", None)
    if quality is None or not is_chosen(task_id, quality.second_reading_share):
        return False
    return Album.objects.hold(album.pk)


def note_first_reading(
    task: TaggingTask, tagator: Tagator, reading: Reading, now: datetime, *, is_read_twice: bool
) -> None:
    """Ask for a second reading of a completed task; one asked for before is compared again.

    The caller has locked photo and task, has read the `comparison` with the task, and has called
    `hold_for_second_reading` before.
    """
    comparison: Comparison | None = getattr(task, "comparison", None)
    if comparison is not None:
        comparison.first_tagator = tagator
        comparison.first_numbers = reading.numbers
        comparison.first_custom_tags = reading.custom_tags
        _compare(comparison, now)
    elif is_read_twice and _waiting_from(tagator) < MAX_WAITING:
        _ask_again(task, tagator, reading, now)


def note_second_reading(
    task: TaggingTask, tagator: Tagator, reading: Reading, now: datetime
) -> None:
    """Compare the second reading of a photo with the first. The caller has locked the photo."""
    comparison = Comparison.objects.get(second_task=task)
    comparison.second_tagator = tagator
    comparison.second_numbers = reading.numbers
    comparison.second_custom_tags = reading.custom_tags
    _compare(comparison, now)


def is_settled(task: TaggingTask) -> bool:
    """Say whether staff have settled a disagreement about this reading, the first or the second."""
    compared = Comparison.objects.filter(Q(pk=task.pk) | Q(second_task=task))
    return compared.filter(settled_on__isnull=False).exists()


def is_still_checked(task: TaggingTask) -> bool:
    """Say whether the photo of a task that only checks is there, and is not being read again."""
    photo = task.photo
    first = Comparison.objects.filter(second_task=task).values_list("pk", flat=True).first()
    waits = photo.tagging_task_id not in (None, first) or photo.callback_due_on
    return not waits and photo.state != PhotoState.DELETED


def _waiting_from(tagator: Tagator) -> int:
    waiting = TaggingTask.objects.filter(kept_from=tagator, state=TaskState.OPEN)
    return waiting[:MAX_WAITING].count()


def _ask_again(task: TaggingTask, tagator: Tagator, reading: Reading, now: datetime) -> None:
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
        return  # one of an earlier reading of the photo is unfinished
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
    """Do not offer the photo again to taggers who skipped it. No skip is counted by this."""
    skips = TaskSkip.objects.filter(task=task)
    TaskSkip.objects.bulk_create(
        TaskSkip(tagator_id=skip.tagator_id, work_id=skip.work_id, task=second) for skip in skips
    )


def _compare(comparison: Comparison, now: datetime) -> None:
    """Store a comparison with what was read now; what staff have settled stays as it is."""
    if comparison.settled_on is not None:
        return
    first = comparison.first_numbers, comparison.first_custom_tags
    second = comparison.second_numbers, comparison.second_custom_tags
    # A first task that went back to the pool may come to the tagator of the second one.
    of_two = comparison.second_tagator_id not in (None, comparison.first_tagator_id)
    comparison.agrees = first == second if of_two else None
    comparison.compared_on = now if of_two else None
    comparison.save()
