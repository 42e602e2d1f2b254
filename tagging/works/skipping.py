"""A task that a tagger skips, or takes in hand again; and photos that all taggers skip."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from foundation.records.audit import Actor, name_of, record_deed
from foundation.records.database import Swept, do_each
from foundation.records.refusals import Conflict, NotFound
from recognition.processing.correcting import CorrectionOrder, set_numbers
from recognition.records.photos import Photo
from tagging.quality.second_readings import is_still_checked
from tagging.records.history import Entry, TaskChange, change_locked, lock_tasks
from tagging.records.tagators import OpenedAlbum, TagatorSettings, TagatorState
from tagging.records.tasks import TaggingTask, TaggingTaskState, TaskPurpose, TaskSkip
from tagging.records.tasks_in_hand import (
    TaskCancelled,
    TaskCommand,
    active_work,
    locked_work,
    task_in_hand,
)
from tagging.records.works import WorkState
from tagging.works.expiring import close_finished_works, give_back


class TaskTaken(Conflict):
    """Another tagger has the task by now, or it is finished."""


def skip_of(command: TaskCommand) -> TaskSkip | None:
    """Return how the tagger skipped the task in this work, if so."""
    return TaskSkip.objects.filter(
        tagator_id=command.tagator_id, task_id=command.task_id, work_id=command.work_id
    ).first()


def take_back_skip(skip: TaskSkip, command: TaskCommand) -> TaggingTask:
    """Take a skipped task in hand again; the caller has locked its photo.

    The history counts a reopening without a completion, so that the skip no longer counts.

    :raises WorkExpired, WorkCompleted: the work is over.
    :raises TaskTaken, TaskCancelled: the task is no longer in the pool.
    """
    [task] = lock_tasks(TaggingTask.objects.filter(pk=command.task_id))
    task.work = locked_work(command)
    work = active_work(task, command.now)
    _refuse_if_gone(task)
    skip.delete()
    entry = Entry(
        change=TaskChange.REOPENED,
        occurred_on=command.now,
        actor=work.tagator.email,
        reason="The skip was taken back.",
        tagator=work.tagator,
        work=work,
    )
    change_locked([task], entry, state=TaggingTaskState.ASSIGNED, work=work)
    return task


def _refuse_if_gone(task: TaggingTask) -> None:
    """Refuse a task that is no longer where the skip left it.

    That is the pool; but a known-answer task, which is for one work alone, was cancelled.
    """
    is_known_answer = task.purpose == TaskPurpose.KNOWN_ANSWER
    left = TaggingTaskState.CANCELLED if is_known_answer else TaggingTaskState.OPEN
    if task.state != left:
        raise TaskCancelled if task.state == TaggingTaskState.CANCELLED else TaskTaken
    if is_known_answer and not is_still_checked(task):
        raise TaskCancelled


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipTaskCommand(TaskCommand):
    """Return a task to the pool, for other taggers."""

    reason: str = ""


@transaction.atomic
def skip_task(command: SkipTaskCommand) -> None:
    """Return a task to the pool and do not offer it to this tagger again.

    Its tags stay, as those of an expired work do. Repeated, it changes nothing.

    :raises NotFound, Conflict: as `task_in_hand`.
    """
    if skip_of(command):
        return
    try:
        task = task_in_hand(command)
    except (NotFound, Conflict):
        # The same skip may have come first while this one waited for the task.
        if skip_of(command):
            return
        raise
    work = active_work(task, command.now)
    TaskSkip.objects.create(tagator=work.tagator, task=task, work=work)
    entry = Entry(
        change=TaskChange.SKIPPED,
        occurred_on=command.now,
        actor=work.tagator.email,
        reason=command.reason,
        tagator=work.tagator,
        work=work,
    )
    give_back([task], entry)
    close_finished_works([work.pk], command.now)


ALL = "all taggers"  # who decided, where no member of staff did
MOST_SWEPT = 500  # photos at a time
REASON = "No tagger could read it."
CAN_BE_ANSWERED = Q(state=TaggingTaskState.OPEN, purpose=TaskPurpose.READING)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerNoNumberCommand:
    """There is no number on the photo of an open task: it leaves the pool, and that is sent.

    Without `by` the album's setting decided.
    """

    task_id: UUID
    now: datetime
    by: Actor | None = None


def skipped_by_all() -> QuerySet[TaggingTask]:
    """Return the open tasks that a tagger skipped and that no other active one may take."""
    opened = OpenedAlbum.objects.filter(
        tagator=OuterRef("tagator"), album=OuterRef(OuterRef("album"))
    )
    skipped = TaskSkip.objects.filter(tagator=OuterRef("tagator"), task=OuterRef(OuterRef("pk")))
    may_take = TagatorSettings.objects.filter(
        Q(all_albums=True) | Exists(opened), ~Exists(skipped), tagator__state=TagatorState.ACTIVE
    )
    # Who may read all albums has skipped each of them: few tasks are skipped that often.
    everywhere = TagatorSettings.objects.filter(
        all_albums=True, tagator__state=TagatorState.ACTIVE
    ).values("all_albums")
    readers = Subquery(everywhere.annotate(count=Count("pk")).values("count"))
    skips = TaskSkip.objects.order_by().values("task").annotate(times=Count("pk"))
    often = skips.filter(times__gte=Coalesce(readers, 1)).values("task")
    tasks = TaggingTask.objects.filter(CAN_BE_ANSWERED, pk__in=often)
    return tasks.filter(~Exists(may_take))


def answer_what_all_skip(now: datetime) -> Swept[None]:
    """Answer the photos of albums that want it, once no tagger may take the skip back."""
    in_hand = TaskSkip.objects.filter(task=OuterRef("pk"), work__state=WorkState.ACTIVE)
    in_album = Q(album__tagging_quality__no_number_if_all_skip=True)
    wanted = skipped_by_all().filter(~Exists(in_hand), in_album)
    found = list(wanted.order_by("pk").values_list("pk", flat=True)[:MOST_SWEPT])

    def answer(task_id: UUID) -> None:
        with suppress(TaskTaken):  # meanwhile
            answer_no_number(AnswerNoNumberCommand(task_id=task_id, now=now))

    return do_each("tagging.expire_works", found, answer)


@transaction.atomic
def answer_no_number(command: AnswerNoNumberCommand) -> Photo:
    """Send that there is no number on the photo of an open task.

    :raises TaskTaken: a tagger has it by now, or it is over, or it checks another reading.
    """
    known = TaggingTask.objects.filter(pk=command.task_id).first()
    if known is None:
        raise TaskTaken
    photo = Photo.objects.locked_with_album(known.photo_id)
    task = TaggingTask.objects.select_for_update().filter(CAN_BE_ANSWERED, pk=command.task_id)
    if photo.tagging_task_id != command.task_id or not task.first():
        raise TaskTaken
    who = name_of(command.by) if command.by else ALL
    set_numbers(photo, (), CorrectionOrder(who=who, now=command.now, reason=REASON))
    if command.by:
        record_deed(command.by, "NumbersCorrected", photo, {"numbers": (None, [])}, REASON)
    return photo
