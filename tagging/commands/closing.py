"""Works that are over: completed, when no task is left, or expired."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from records.statements import Statement
from tagging.commands.changes import Entry, give_back
from tagging.models import TagatorState, TaggingTask, TaskChange, TaskState, Work, WorkState

BLOCKED_REASON = "The tagator was blocked."
_NOTE_COMPLETION = Statement("""
UPDATE tagging_work SET active_since = %(latest)s,
    state = CASE WHEN is_done THEN 'Completed' ELSE 'Active' END,
    finished_on = CASE WHEN is_done THEN %(latest)s END
FROM (
    SELECT NOT EXISTS (
        SELECT 1 FROM tagging_taggingtask WHERE work_id = %(work)s AND state = 'Assigned'
    ) AS is_done
) AS tasks
WHERE id = %(work)s
""")
_LEFT = TaggingTask.objects.filter(work=OuterRef("pk"), state=TaskState.ASSIGNED)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpireWorkCommand:
    """The time of a work is over, or its tagator was blocked."""

    work_id: UUID
    now: datetime
    reason: str = ""
    actor: str = ""


def expire_overdue_works(now: datetime) -> int:
    """Expire the works whose time is over, each in its own transaction; return how many."""
    overdue = Work.objects.filter(state=WorkState.ACTIVE, expires_on__lte=now)
    return _expire_all(overdue.order_by("expires_on"), now, "The time was over.")


def expire_works_of_blocked(now: datetime) -> int:
    """Expire what a process that died between blocking and expiring left; return how many."""
    left = Work.objects.filter(state=WorkState.ACTIVE, tagator__state=TagatorState.BLOCKED)
    return _expire_all(left.order_by("pk"), now, BLOCKED_REASON)


def _expire_all(works: QuerySet[Work], now: datetime, reason: str) -> int:
    return sum(
        expire_work(ExpireWorkCommand(work_id=work_id, now=now, reason=reason))
        for work_id in list(works.values_list("pk", flat=True))
    )


def expire_work(command: ExpireWorkCommand) -> bool:
    """Return the unfinished tasks of a work to the pool; say whether the work was active.

    What the tagator added to them stays. Two processes may do this at once: the second one finds
    nothing to do. A task that is reopened after the tasks were given back, and before the work is
    locked, is given back by another turn: tasks are always locked before their work.
    """
    active = Work.objects.select_related("tagator").filter(state=WorkState.ACTIVE)
    while (work := active.filter(pk=command.work_id).first()) is not None:
        if _give_back_and_close(work, command):
            return True
    return False


@transaction.atomic
def _give_back_and_close(work: Work, command: ExpireWorkCommand) -> bool:
    give_back(
        TaggingTask.objects.filter(work=work, state=TaskState.ASSIGNED),
        Entry(
            change=TaskChange.EXPIRED,
            occurred_on=command.now,
            actor=command.actor,
            reason=command.reason,
            tagator=work.tagator,
            work=work,
        ),
    )
    return _close([work.pk], WorkState.EXPIRED, command.now) == 1


def close_finished_works(work_ids: Iterable[UUID | None], now: datetime) -> None:
    """Complete those of the works in which no task is left. The caller holds their tasks' locks."""
    named = [work_id for work_id in work_ids if work_id is not None]
    if named:
        _close(named, WorkState.COMPLETED, now)


def _close(work_ids: list[UUID], state: WorkState, now: datetime) -> int:
    list(Work.objects.filter(pk__in=work_ids).order_by("pk").select_for_update(no_key=True))
    return close_locked(work_ids, state, now)


def close_locked(work_ids: Sequence[UUID], state: WorkState, now: datetime) -> int:
    """End those of the works in which no task is left; return how many.

    The caller has locked them by a statement before this one: of two processes that each finish
    one of the last two tasks, the second one then sees what the first one did.
    """
    works = Work.objects.filter(~Exists(_LEFT), pk__in=work_ids, state=WorkState.ACTIVE)
    return works.update(state=state, finished_on=now)


def note_completion(work: Work, now: datetime) -> None:
    """Begin the time of the next completion; end the work if no task is left, as `close_locked`.

    The caller has locked the work, which is active. Of two completions at once, the one that is
    stored later may have begun earlier; no second is counted twice.
    """
    _NOTE_COMPLETION.execute(work=work.pk, latest=max(work.active_since, now))
