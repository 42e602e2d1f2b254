"""Reading by evidence: whether it is sure enough what is on a photo, and what follows.

How sure it is: `tagging.records.evidence`. The caller has locked the photo, so that of two
readings that are completed at once the second one finds the first.
"""

import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_DOWN, Decimal
from hashlib import sha256
from itertools import combinations
from uuid import UUID, uuid4

from django.conf import settings

from foundation.records.models import insert_new
from foundation.records.texts import counted
from recognition.processing.correcting import CorrectionOrder, set_numbers
from recognition.records.photos import Photo
from recognition.records.steps import PhotoState
from tagging.quality.queries import machine_reading, skills_of
from tagging.records.evidence import Answer, Witness, in_percent, weigh
from tagging.records.history import Entry, TaskChange, write_history
from tagging.records.quality import (
    CERTAINTIES,
    AlbumQuality,
    Certainty,
    CertaintyOutcome,
    Comparison,
    KnownAnswer,
    LaterReading,
    TagatorReading,
)
from tagging.records.tagators import Tagator
from tagging.records.tasks import UNFINISHED, TaggingTask, TaggingTaskState, TaskPurpose, TaskSkip
from tagging.records.works import Work

# Another task for a photo that was read: for a tagger who has not read it.
#
# The task looks like any other.

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


MOST_READINGS = 4
# Of the photos on which several taggers agree, so many become known answers by themselves.
KNOWN_SHARE = Decimal("0.1")
EVIDENCE = "evidence"  # who settled it, if staff did not
_PLACES = Decimal("0.0001")

Readings = Mapping[UUID, TagatorReading]  # by tagger


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeliest:
    """What is most likely on a photo, how sure that is, and how many taggers read it."""

    reading: TagatorReading
    certainty: Decimal
    agreeing: int


def is_sure(finished: Finished) -> bool:
    """Return whether the first reading of a photo is sure enough alone; keep how sure it is."""
    found = _weigh(finished.photo, {finished.tagator.pk: finished.reading}, finished.task.pk)
    sure = found.certainty >= finished.wanted_certainty
    outcome = CertaintyOutcome.SETTLED if sure else CertaintyOutcome.UNASKED
    _keep(finished.task.pk, found, finished, outcome, readings=1)
    return sure


def note_asked(task: TaggingTask) -> None:
    """Keep that another reading was asked for, if the first one was not sure enough."""
    doubtful = Certainty.objects.filter(task=task).exclude(outcome=CertaintyOutcome.SETTLED)
    doubtful.update(outcome=CertaintyOutcome.ASKED)


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
    found = _weigh(photo, whole(readings), comparison.pk)
    outcome = _outcome(comparison, found, readings, finished)
    _keep(comparison.pk, found, finished, outcome, readings=len(readings))
    if outcome is CertaintyOutcome.SETTLED:
        _settle(comparison, found, finished)


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


def agreement_of(readings: Iterable[TagatorReading]) -> bool | None:
    """Return whether all are the same; None: they differ in what one has a part of alone."""
    first, *others = readings
    if all(each == first for each in others):
        return True
    pairs = combinations((first, *others), 2)
    return None if all(one == other or one.leaves_open(other) for one, other in pairs) else False


def whole(readings: Readings) -> Readings:
    """Return the readings without those that have a part of what another one has all of."""
    left = {
        tagator_id: reading
        for tagator_id, reading in readings.items()
        if not (reading.partial and any(map(reading.leaves_open, readings.values())))
    }
    return left or readings


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


def _weigh(photo: Photo, readings: Readings, first_task_id: UUID) -> Likeliest:
    skills = skills_of(readings, without=first_task_id)
    answers = {tagator_id: _answer(reading) for tagator_id, reading in readings.items()}
    witnesses = [
        Witness(answer=answer, skill=skills[tagator_id]) for tagator_id, answer in answers.items()
    ]
    weighed = weigh(witnesses, machine_reading(photo))
    agreeing = [one for one in readings if answers[one] == weighed.answer]
    return Likeliest(
        reading=readings[agreeing[0]], certainty=_rounded(weighed.certainty), agreeing=len(agreeing)
    )


def _rounded(certainty: float) -> Decimal:
    """Return four places, rounded down and never 1; 0.95 stays, though a float is a little less."""
    exact = Decimal(str(round(certainty, 9)))
    return min(exact.quantize(_PLACES, ROUND_DOWN), CERTAINTIES[1])


def _answer(reading: TagatorReading) -> Answer:
    return Answer(numbers=frozenset(reading.numbers), custom_tags=frozenset(reading.custom_tags))


def _keep(
    task_id: UUID, found: Likeliest, finished: Finished, outcome: CertaintyOutcome, readings: int
) -> None:
    Certainty.objects.update_or_create(
        task_id=task_id,
        defaults={
            "certainty": found.certainty,
            "wanted": finished.wanted_certainty,
            "readings": readings,
            "outcome": outcome,
            "weighed_on": finished.now,
        },
    )
