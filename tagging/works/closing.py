"""Tasks that go back to the pool, because they are skipped or their work is over; and closed works.

Tasks are always locked before their work.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from foundation.records.audit import Actor, name_of, record_change, record_deed
from foundation.records.database import Swept, do_each
from foundation.records.refusals import Conflict, NotFound
from recognition.processing.correcting import CorrectionOrder, set_numbers
from recognition.records.photos import Photo
from tagging.records.assigned import TaskCommand, active_work, close_locked, task_in_hand
from tagging.records.history import Entry, TaskChange, change_locked, lock_tasks
from tagging.records.tagators import OpenedAlbum, TagatorSettings, TagatorState
from tagging.records.works import (
    TaggingTask,
    TaggingTaskState,
    TaskPurpose,
    TaskSkip,
    Work,
    WorkState,
)
from tagging.works.skips import TaskTaken, skip_of

BLOCKED_REASON = "The tagger was blocked."


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipTaskCommand(TaskCommand):
    """Return a task to the pool, for other taggers."""

    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpireWorkCommand:
    """The time of a work is over, or its tagger was blocked."""

    work_id: UUID
    now: datetime
    reason: str = ""
    by: Actor | None = None


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
    _give_back([task], entry)
    close_finished_works([work.pk], command.now)


def expire_overdue_works(now: datetime) -> Swept[bool]:
    """Expire the works whose time is over, each in its own transaction."""
    overdue = Work.objects.filter(state=WorkState.ACTIVE, expires_on__lte=now)
    return _expire_all(overdue.order_by("expires_on"), now, "The time was over.")


def expire_works_of_blocked(now: datetime) -> Swept[bool]:
    """Expire the works that a process left when it died after a blocking."""
    left = Work.objects.filter(state=WorkState.ACTIVE, tagator__state=TagatorState.BLOCKED)
    return _expire_all(left.order_by("pk"), now, BLOCKED_REASON)


def _expire_all(works: QuerySet[Work], now: datetime, reason: str) -> Swept[bool]:
    return do_each(
        "tagging.expire_works",
        list(works.values_list("pk", flat=True)),
        lambda work_id: expire_work(ExpireWorkCommand(work_id=work_id, now=now, reason=reason)),
    )


def expire_work(command: ExpireWorkCommand) -> bool:
    """Return the unfinished tasks of a work to the pool; return whether the work was active.

    What the tagger added to them stays. If two processes do this at once, the second one finds
    nothing to do. A task that is reopened after the tasks were given back, but before the work is
    locked, is given back in the next turn of the loop.
    """
    active = Work.objects.select_related("tagator").filter(state=WorkState.ACTIVE)
    while (work := active.filter(pk=command.work_id).first()) is not None:
        if _expire(work, command):
            return True
    return False


@transaction.atomic
def _expire(work: Work, command: ExpireWorkCommand) -> bool:
    entry = Entry(
        change=TaskChange.EXPIRED,
        occurred_on=command.now,
        actor=name_of(command.by),
        reason=command.reason,
        tagator=work.tagator,
        work=work,
    )
    in_hand = TaggingTask.objects.filter(work=work, state=TaggingTaskState.ASSIGNED)
    _give_back(lock_tasks(in_hand), entry)
    is_closed = close_finished_works([work.pk], command.now, WorkState.EXPIRED) == 1
    if is_closed:
        changes = {"state": (work.state, WorkState.EXPIRED)}
        record_change(command.by, "Expired", work, changes, command.reason)
    return is_closed


def _give_back(tasks: list[TaggingTask], entry: Entry) -> None:
    """Return locked tasks to the pool, but cancel known-answer tasks, which are for one work.

    The cancelled ones leave the work too, so that a tagger cannot tell them from the others.
    """
    for_this_work = [task for task in tasks if task.purpose == TaskPurpose.KNOWN_ANSWER]
    others = [task for task in tasks if task.purpose != TaskPurpose.KNOWN_ANSWER]
    change_locked(others, entry, state=TaggingTaskState.OPEN, work=None)
    change_locked(for_this_work, entry, state=TaggingTaskState.CANCELLED, work=None)


def close_finished_works(
    work_ids: Iterable[UUID | None], now: datetime, state: WorkState = WorkState.COMPLETED
) -> int:
    """Close those of the works in which no task is left; return how many.

    The caller holds the locks of their tasks. The works are locked by a statement of its own: of
    two processes that each finish one of the last two tasks, the second one then sees the first.
    """
    named = [work_id for work_id in work_ids if work_id is not None]
    if named:
        list(Work.objects.filter(pk__in=named).order_by("pk").select_for_update(no_key=True))
    return close_locked(named, now, state) if named else 0


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
