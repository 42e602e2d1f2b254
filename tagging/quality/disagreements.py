"""What counts as a disagreement of taggers, and how it is settled by evidence, without staff.

The caller has locked the photo, so that of two readings that are completed at once the second one
finds the first.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import combinations

from foundation.records.models import insert_new
from foundation.records.texts import counted
from recognition.processing.correcting import CorrectionOrder, set_numbers
from recognition.records.photos import Photo
from recognition.records.steps import PhotoState
from tagging.quality.certainty import (
    Finished,
    Likeliest,
    Readings,
    ask_again,
    is_chosen,
    keep_certainty,
    likeliest_of,
)
from tagging.records.evidence import in_percent
from tagging.records.quality import (
    CertaintyOutcome,
    Comparison,
    KnownAnswer,
    LaterReading,
    TagatorReading,
)
from tagging.records.tasks import UNFINISHED, TaggingTask

MOST_READINGS = 4
# Of the photos on which several taggers agree, so many become known answers by themselves.
KNOWN_SHARE = Decimal("0.1")
EVIDENCE = "evidence"  # who settled it, if staff did not


def agreement_of(readings: Iterable[TagatorReading]) -> bool | None:
    """Return whether all are the same; None: they differ in what one has a part of alone."""
    first, *others = readings
    if all(each == first for each in others):
        return True
    pairs = combinations((first, *others), 2)
    return None if all(one == other or one.leaves_open(other) for one, other in pairs) else False


def readings_of(comparison: Comparison) -> Readings:
    """Return what each tagger read; of several readings of one tagger the last."""
    first, second = comparison.first, comparison.second
    later = comparison.later_readings.filter(tagator__isnull=False).order_by("read_on")
    return {
        tagator_id: reading
        for tagator_id, reading in (
            (comparison.first_tagator_id, first),
            (comparison.second_tagator_id, second),
            *((each.tagator_id, each.reading) for each in later.select_related("task")),
        )
        if tagator_id is not None
    }


def whole(readings: Readings) -> Readings:
    """Return the readings without those that have a part of what another one has all of."""
    left = {
        tagator_id: reading
        for tagator_id, reading in readings.items()
        if not (reading.partial and any(map(reading.leaves_open, readings.values())))
    }
    return left or readings


def decide(comparison: Comparison, finished: Finished) -> None:
    """Decide by all readings of a photo: settle it, ask for another one, or leave it to staff.

    What staff have settled or corrected stays. While the first reading is being changed, its
    completion decides.
    """
    photo = finished.photo
    is_open = comparison.settled_on is None and photo.numbers_corrected_on is None
    if not is_open or photo.tagging_task_id or photo.state == PhotoState.DELETED:
        return
    readings = readings_of(comparison)
    found = likeliest_of(photo, whole(readings), comparison.pk)
    outcome = _outcome(comparison, found, readings, finished)
    keep_certainty(comparison.pk, found, finished, outcome, readings=len(readings))
    if outcome is CertaintyOutcome.SETTLED:
        _settle(comparison, found, finished)


def _outcome(
    comparison: Comparison, found: Likeliest, readings: Readings, finished: Finished
) -> CertaintyOutcome:
    if found.certainty >= finished.wanted_certainty:
        return CertaintyOutcome.SETTLED
    if _is_awaited(comparison, finished.task):
        return CertaintyOutcome.ASKED
    if len(readings) < MOST_READINGS:
        another = ask_again(finished, _tasks_of(comparison))
        if another is None:
            return CertaintyOutcome.UNASKED
        LaterReading.objects.create(task=another, comparison=comparison)
        return CertaintyOutcome.ASKED
    return CertaintyOutcome.AGREED if comparison.agrees else CertaintyOutcome.LEFT


def _is_awaited(comparison: Comparison, task: TaggingTask) -> bool:
    """Return whether another reading of the photo than this task's is unfinished."""
    others = (each for each in _tasks_of(comparison) if each.pk != task.pk)
    return any(each.state in UNFINISHED for each in others)


def _tasks_of(comparison: Comparison) -> Sequence[TaggingTask]:
    later = comparison.later_readings.values_list("task", flat=True)
    ids = [comparison.task_id, comparison.second_task_id, *later]
    return list(TaggingTask.objects.filter(pk__in=ids))


def _settle(comparison: Comparison, found: Likeliest, finished: Finished) -> None:
    """Make the likeliest reading the photo's; taggers who read otherwise were wrong."""
    right = found.reading
    if not comparison.agrees:
        comparison.settled_on, comparison.settled_by = finished.now, EVIDENCE
        comparison.settled_numbers = right.numbers
        comparison.settled_custom_tags = right.custom_tags
        comparison.save()
        _send(finished, right, found)
    share = finished.quality.known_answer_share and KNOWN_SHARE
    if found.agreeing > 1 and is_chosen(comparison.pk, Decimal(share), "known-answer"):
        insert_new(
            KnownAnswer(
                photo_id=finished.photo.pk,
                album_id=finished.photo.album_id,
                numbers=right.numbers,
                custom_tags=right.custom_tags,
                marked_by=EVIDENCE,
            )
        )


def _send(finished: Finished, right: TagatorReading, found: Likeliest) -> None:
    readers = counted(found.agreeing, "tagger")
    reason = f"Read so by {readers}: {in_percent(found.certainty)} sure."
    order = CorrectionOrder(who=EVIDENCE, now=finished.now, reason=reason)
    send_if_it_differs(finished.photo, right, order)


def send_if_it_differs(photo: Photo, right: TagatorReading, order: CorrectionOrder) -> None:
    """Send the numbers with the next version, unless they are what was sent."""
    sent = photo.numbers.filter(rejection="").values_list("value", flat=True)
    if (set(sent), set(photo.custom_tags)) == (set(right.numbers), set(right.custom_tags)):
        return
    photo.custom_tags = list(right.custom_tags)
    set_numbers(photo, right.numbers, order)
