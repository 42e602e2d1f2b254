"""Works that are over: their unfinished tasks go back to the pool.

Tasks are always locked before their work.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from foundation.records.audit import Actor, name_of, record_change
from foundation.records.database import Swept, do_each
from tagging.records.history import Entry, TaskChange, change_locked, lock_tasks
from tagging.records.tagators import TagatorState
from tagging.records.tasks import TaggingTask, TaggingTaskState, TaskPurpose
from tagging.records.tasks_in_hand import close_locked
from tagging.records.works import Work, WorkState

BLOCKED_REASON = "The tagger was blocked."


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpireWorkCommand:
    """The time of a work is over, or its tagger was blocked."""

    work_id: UUID
    now: datetime
    reason: str = ""
    by: Actor | None = None


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
    give_back(lock_tasks(in_hand), entry)
    is_closed = close_finished_works([work.pk], command.now, WorkState.EXPIRED) == 1
    if is_closed:
        changes = {"state": (work.state, WorkState.EXPIRED)}
        record_change(command.by, "Expired", work, changes, command.reason)
    return is_closed


def give_back(tasks: list[TaggingTask], entry: Entry) -> None:
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
