"""What a blocked tagger read is read again by others: ordered by staff, done by a long job.

Only photos on which the tagger's reading still stands: not those that are deleted, corrected, read
by another tagger too, or being read.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.db.models import F, Max, Min, OuterRef, Q, QuerySet, Subquery, Sum

from foundation.messaging import jobs
from foundation.messaging.jobs import JobKind
from foundation.records.audit import Actor, name_of, record_deed
from foundation.records.refusals import Conflict
from recognition.records.albums import Album
from recognition.records.photos import Photo
from recognition.records.steps import PhotoState
from tagging.quality.certainty import Finished, ask_again
from tagging.records.history import TaskChange, TaskHistory
from tagging.records.quality import AlbumQuality, Comparison, ReadingAgain, TagatorReading
from tagging.records.tagators import Tagator, TagatorState
from tagging.records.tasks import (
    UNFINISHED,
    TaggingTask,
    TaggingTaskState,
    TagKind,
    TaskPurpose,
    TaskTag,
)
from tagging.statistics.queries import between

PART = 50  # photos in one transaction


class TagatorNotBlocked(Conflict):
    """The tagger is not blocked: block the tagger first."""


class ReadingAgainUnderWay(Conflict):
    """The tagger's photos are being given to others already: wait until that is done."""


class NothingToReadAgain(Conflict):
    """No photo is as this tagger read it, in the time that was asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadAgainCommand:
    """Have others read what a blocked tagger completed from `begin` on and before `end`.

    None: no limit. `takes_pay_back`: the tagger does not earn the first readings.
    """

    tagator_id: UUID
    now: datetime
    why: str
    begin: datetime | None = None
    end: datetime | None = None
    takes_pay_back: bool = False
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingAgainPreview:
    """How many photos are read again, and how many of the time are not.

    `earned`: by the first readings of those. `costs`: the least and most that the active taggers
    who may read them get if they read as many numbers; None: there is none.
    """

    photos: int
    others: int
    earned: Decimal
    costs: tuple[Decimal, Decimal] | None


def preview_reading_again(command: ReadAgainCommand) -> ReadingAgainPreview:
    """Return what `read_again` would do, and do nothing."""
    there = _readings(command.tagator_id, command.begin, command.end)
    standing = _standing(there)
    active = Tagator.objects.filter(state=TagatorState.ACTIVE).exclude(pk=command.tagator_id)
    photos = standing.count()
    numbers = TaskTag.objects.filter(task__in=standing.order_by(), kind=TagKind.NUMBER).count()
    cost = photos * F("rate_per_task") + numbers * F("rate_per_number")
    costs = active.aggregate(least=Min(cost), most=Max(cost))
    return ReadingAgainPreview(
        photos=photos,
        others=there.count() - photos,
        earned=_earned(standing.order_by().values("pk"), command.tagator_id),
        costs=None if costs["most"] is None else (costs["least"], costs["most"]),
    )


@transaction.atomic
def read_again(command: ReadAgainCommand) -> ReadingAgain:
    """Start the job; what is delivered stays until another tagger reads it otherwise.

    :raises TagatorNotFound: no such tagger.
    :raises TagatorNotBlocked, ReadingAgainUnderWay, NothingToReadAgain: see there.
    """
    tagator = Tagator.objects.locked(command.tagator_id)
    if tagator.state != TagatorState.BLOCKED:
        raise TagatorNotBlocked
    if tagator.readings_again.unfinished().exists():
        raise ReadingAgainUnderWay
    total = _standing(_readings(tagator.pk, command.begin, command.end)).count()
    if not total:
        raise NothingToReadAgain
    job = ReadingAgain.objects.create(
        tagator=tagator,
        begin=command.begin,
        end=command.end,
        takes_pay_back=command.takes_pay_back,
        why=command.why,
        total=total,
        started_by=name_of(command.by),
        created_on=command.now,
    )
    ordered = ("begin", "end", "takes_pay_back", "why", "total")
    deed = {name: (None, value) for name in ordered if (value := getattr(job, name)) is not None}
    record_deed(command.by, "Had the photos read again", tagator, deed)
    jobs.wake(job)
    return job


class ReadingsAgain(JobKind[ReadingAgain]):
    """Asks for another reading of each photo, in the order of the tasks' ids."""

    model = ReadingAgain

    def portion(self, job: ReadingAgain, now: datetime) -> bool:
        there = _standing(_readings(job.tagator_id, job.begin, job.end))
        rest = there.filter(pk__gt=UUID(job.position)) if job.position else there
        found = list(rest.order_by("pk").values_list("pk", flat=True)[:PART])
        if not found:
            return False
        left_out = self.do_rows(job, found, lambda some: ask_others(job, some, now))
        job.position, job.done = str(found[-1]), job.done + len(found) - len(left_out)
        return len(found) == PART


def ask_others(job: ReadingAgain, task_ids: Sequence[UUID], now: datetime) -> None:
    """Ask for another reading of the photos of these tasks, where the first one still stands."""
    photo_ids = TaggingTask.objects.filter(pk__in=task_ids).values_list("photo", flat=True)
    photos = {photo.pk: photo for photo in Photo.objects.lock_with_album(list(photo_ids))}
    # Held, so that a change of an album's priority finds the new tasks.
    Album.objects.hold_all(sorted({photo.album_id for photo in photos.values()}))
    there = _standing(_readings(job.tagator_id, job.begin, job.end)).filter(pk__in=task_ids)
    for task in there.select_related("work__tagator").prefetch_related("tags").order_by("pk"):
        is_asked = _ask(task, photos[task.photo_id], now)
        if is_asked and job.takes_pay_back:
            _take_pay_back(job, task, now)


def _readings(
    tagator_id: UUID, begin: datetime | None, end: datetime | None
) -> QuerySet[TaggingTask]:
    """Return the tasks of first readings that the tagger completed in the time."""
    completed = TaskHistory.objects.filter(task=OuterRef("pk"), change=TaskChange.COMPLETED)
    tasks = TaggingTask.objects.filter(
        work__tagator=tagator_id, state=TaggingTaskState.COMPLETED, purpose=TaskPurpose.READING
    )
    last = Subquery(completed.order_by("-pk").values("occurred_on")[:1])
    return tasks.alias(completed_on=last).filter(between("completed_on", begin, end))


def _standing(readings: QuerySet[TaggingTask]) -> QuerySet[TaggingTask]:
    """Return those that are what is on the photo: nothing was read, or asked for, since."""
    is_asked = Q(comparison__second_stands=True, comparison__second_task__state__in=UNFINISHED)
    return readings.filter(
        photo__tagging_task_id=None,
        photo__callback_due_on=None,
        photo__numbers_corrected_on=None,
        photo__numbers_recognized_on__lte=F("completed_on"),
    ).exclude(is_asked | Q(comparison__agrees__isnull=False) | Q(photo__state=PhotoState.DELETED))


def _ask(task: TaggingTask, photo: Photo, now: datetime) -> bool:
    """Ask for another reading, which stands; return whether there is one."""
    comparison = Comparison.objects.select_related("second_task").filter(pk=task.pk).first()
    if comparison is not None and comparison.second_task.state in UNFINISHED:
        Comparison.objects.filter(pk=task.pk).update(second_stands=True)
        return True
    work, reading = task.work, TagatorReading.of(task)
    if work is None:  # the database sees to it that a completed task of a tagger has one
        return False
    finished = Finished(
        photo=photo,
        task=task,
        work=work,
        reading=reading,
        quality=AlbumQuality(album_id=task.album_id),
        now=now,
    )
    second = ask_again(finished, is_limited=False)
    if second is None:
        return False
    Comparison.objects.update_or_create(
        task=task,
        defaults={
            "second_task": second,
            "first_tagator": finished.tagator,
            "first_numbers": reading.numbers,
            "first_custom_tags": reading.custom_tags,
            "second_stands": True,
        },
    )
    return True


def _earned(tasks: object, tagator_id: UUID) -> Decimal:
    """Return what the tagger earned by these tasks, less what was taken back."""
    history = TaskHistory.objects.counted().filter(task__in=tasks, tagator=tagator_id)
    found: Decimal = history.aggregate(sum=Sum("amount", default=Decimal(0)))["sum"]
    return found


def _take_pay_back(job: ReadingAgain, task: TaggingTask, now: datetime) -> None:
    if earned := _earned([task.pk], job.tagator_id):
        TaskHistory.objects.create(
            task=task,
            priority=task.priority,
            change=TaskChange.PAY_TAKEN_BACK,
            occurred_on=now,
            actor=job.started_by,
            reason=job.why,
            tagator_id=job.tagator_id,
            work_id=task.work_id,
            amount=-earned,
        )
