"""How sure it is what is on a photo, by the evidence of all who read it, and another reading.

How that is computed: `tagging.records.evidence`. What follows where several taggers have read it:
`tagging.quality.disagreements`.
"""

import hmac
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_DOWN, Decimal
from hashlib import sha256
from uuid import UUID, uuid4

from django.conf import settings

from foundation.records.models import insert_new
from recognition.records.photos import Photo
from tagging.quality.queries import machine_reading, skills_of
from tagging.records.evidence import Answer, Witness, weigh
from tagging.records.history import Entry, TaskChange, write_history
from tagging.records.quality import (
    CERTAINTIES,
    AlbumQuality,
    Certainty,
    CertaintyOutcome,
    TagatorReading,
)
from tagging.records.tagators import Tagator
from tagging.records.tasks import TaggingTask, TaggingTaskState, TaskPurpose, TaskSkip
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
    found = likeliest_of(finished.photo, {finished.tagator.pk: finished.reading}, finished.task.pk)
    sure = found.certainty >= finished.wanted_certainty
    outcome = CertaintyOutcome.SETTLED if sure else CertaintyOutcome.UNASKED
    keep_certainty(finished.task.pk, found, finished, outcome, readings=1)
    return sure


def note_asked(task: TaggingTask) -> None:
    """Keep that another reading was asked for, if the first one was not sure enough."""
    doubtful = Certainty.objects.filter(task=task).exclude(outcome=CertaintyOutcome.SETTLED)
    doubtful.update(outcome=CertaintyOutcome.ASKED)


def likeliest_of(photo: Photo, readings: Readings, first_task_id: UUID) -> Likeliest:
    """Return what is likeliest: readings weighed by their taggers' skills, and the machine's."""
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


def keep_certainty(
    task_id: UUID, found: Likeliest, finished: Finished, outcome: CertaintyOutcome, readings: int
) -> None:
    """Keep how sure the first reading of a photo, or all its readings, are, and what followed."""
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
