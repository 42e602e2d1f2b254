"""Second readings: the photos of some completed tasks are read again by other taggers.

Those of the album's share, and, where the album wants a certainty, those that are not sure enough
(`tagging.quality.certainty`).
"""

from foundation.records.database import read_joined
from recognition.processing.correcting import CorrectionOrder
from recognition.records.albums import Album
from recognition.records.photos import Photo
from recognition.records.steps import PhotoState
from tagging.quality.certainty import Finished, Readings, ask_again, is_chosen, is_sure, note_asked
from tagging.quality.disagreements import agreement_of, decide, readings_of, send_if_it_differs
from tagging.quality.queries import find_comparison
from tagging.records.quality import AlbumQuality, Comparison, TagatorReading
from tagging.records.tasks import TaggingTask
from tagging.records.tasks_in_hand import ALBUM_AND_QUALITY

ANOTHER = "another tagger"  # who settled it, where the first reading is not trusted
IN_PART = "One tagger could read a part of a number, another one all of it."
NOT_TRUSTED = "What the first tagger read is read again by another one."


def hold_for_second_reading(photo: Photo) -> AlbumQuality | None:
    """Read the photo's album; return how it is checked, if its photos may be read again.

    If so, the album is held until the commit: a change of its priority locks the album, then its
    tasks, and has to find the new task too. So a completion needs the album after the photo and
    before the task.
    """
    asked = {"album": photo.album_id, "photo": photo.pk}
    rows = read_joined(ALBUM_AND_QUALITY, asked, album=Album, quality=AlbumQuality)
    for photo.album, quality, has_numbers in rows:
        photo.known_numbers = None if has_numbers else []
        if quality and (quality.second_reading_share or quality.wanted_certainty):
            Album.objects.hold(photo.album_id)
            return quality  # type: ignore[no-any-return]  # a row of the model that was named
    return None


def note_first_reading(finished: Finished) -> None:
    """Ask for a second reading of a completed task; one asked for before is compared again."""
    task, reading = finished.task, finished.reading
    comparison = Comparison.objects.filter(pk=task.pk).first()
    if comparison is not None:
        comparison.first_tagator = finished.tagator
        comparison.first_numbers = reading.numbers
        comparison.first_custom_tags = reading.custom_tags
        _compare(comparison, finished)
    elif _is_read_again(finished):
        _ask_again(finished)


def note_second_reading(finished: Finished) -> None:
    """Compare another reading of a photo with those before."""
    task, reading = finished.task, finished.reading
    comparison = find_comparison(task)
    if comparison is None:
        raise Comparison.DoesNotExist  # each such task is created with one
    if comparison.second_task_id == task.pk:
        comparison.second_tagator = finished.tagator
        comparison.second_numbers = reading.numbers
        comparison.second_custom_tags = reading.custom_tags
    else:
        comparison.later_readings.filter(task=task).update(
            tagator=finished.tagator,
            numbers=reading.numbers,
            custom_tags=reading.custom_tags,
            read_on=finished.now,
        )
    _compare(comparison, finished)


def is_settled(task: TaggingTask) -> bool:
    """Return whether a disagreement about this reading is settled, but by this reading itself."""
    comparison = find_comparison(task)
    if comparison is None or comparison.settled_on is None:
        return False
    return comparison.settled_by != ANOTHER or comparison.second_task_id != task.pk


def is_still_checked(task: TaggingTask) -> bool:
    """Return whether a photo with a checking task is not deleted and not being read again."""
    photo, comparison = task.photo, find_comparison(task)
    first = comparison.pk if comparison else None
    waits = photo.tagging_task_id not in (None, first) or photo.callback_due_on
    return not waits and photo.state != PhotoState.DELETED


def _is_read_again(finished: Finished) -> bool:
    quality = finished.quality
    is_doubtful = quality.wanted_certainty is not None and not is_sure(finished)
    return is_doubtful or is_chosen(finished.task.pk, quality.second_reading_share)


def _ask_again(finished: Finished) -> None:
    task, reading = finished.task, finished.reading
    second = ask_again(finished)
    if second is None:
        return
    note_asked(task)
    Comparison.objects.create(
        task=task,
        second_task=second,
        first_tagator=finished.tagator,
        first_numbers=reading.numbers,
        first_custom_tags=reading.custom_tags,
    )


def _compare(comparison: Comparison, finished: Finished) -> None:
    """Store a comparison with the new reading; what was settled otherwise stays as it is."""
    if comparison.settled_on is not None and comparison.settled_by != ANOTHER:
        return
    # A first task that went back to the pool may come to the tagator of the second one.
    of_two = comparison.second_tagator_id not in (None, comparison.first_tagator_id)
    readings = readings_of(comparison)
    comparison.agrees = agreement_of(readings.values()) if of_two else None
    comparison.compared_on = None if comparison.agrees is None else finished.now
    comparison.save()
    if of_two and comparison.agrees is None:
        _send_what_was_whole(readings, finished)
    if comparison.second_stands:
        _let_second_stand(comparison, finished)
    elif finished.quality.wanted_certainty is not None:
        decide(comparison, finished)


def _send_what_was_whole(readings: Readings, finished: Finished) -> None:
    """Send the numbers of which one tagger had a part, as another one read them."""
    photo = finished.photo
    if photo.numbers_corrected_on or photo.tagging_task_id or photo.state == PhotoState.DELETED:
        return
    numbers = {number for each in readings.values() for number in each.numbers}
    tags = finished.reading.custom_tags  # the same in all
    right = TagatorReading(numbers=sorted(numbers), custom_tags=tags)
    send_if_it_differs(photo, right, CorrectionOrder(who=ANOTHER, now=finished.now, reason=IN_PART))


def _let_second_stand(comparison: Comparison, finished: Finished) -> None:
    """Send the second reading where it differs; what staff corrected meanwhile stays."""
    photo, before = finished.photo, comparison.settled_on
    is_corrected = photo.numbers_corrected_on not in (None, before)
    if (comparison.agrees and before is None) or is_corrected or photo.tagging_task_id:
        return
    if comparison.agrees is None or photo.state == PhotoState.DELETED:
        return
    right = TagatorReading(
        numbers=comparison.second_numbers or [], custom_tags=comparison.second_custom_tags or []
    )
    if before and right == TagatorReading(
        numbers=comparison.settled_numbers or [], custom_tags=comparison.settled_custom_tags or []
    ):
        return
    comparison.settled_on, comparison.settled_by = finished.now, ANOTHER
    comparison.settled_numbers = right.numbers
    comparison.settled_custom_tags = right.custom_tags
    comparison.save()
    order = CorrectionOrder(who=ANOTHER, now=finished.now, reason=NOT_TRUSTED)
    send_if_it_differs(photo, right, order)
