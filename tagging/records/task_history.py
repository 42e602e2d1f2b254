"""Who has tasks in hand, and what happened to tasks: for staff."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db.models import Count, OuterRef, Prefetch, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from foundation.records.models import VersionedQuerySet
from recognition.photos.history import PhotoHistoryEntry
from recognition.records.photos import Photo
from tagging.records.history import LEAVING, TaskChange, TaskHistory
from tagging.records.tagators import Tagator
from tagging.records.works import TaggingTask, TaggingTaskState, TaskTag, Work, WorkState

LEFT = {TaskChange.SKIPPED: "Skipped", TaskChange.EXPIRED: "Returned"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskInWork:
    """A task that was taken with a work, and what happened to it there.

    `state` is the task's, or `Skipped` or `Returned` if it left the work; then it has no `tags`.
    """

    task: TaggingTask
    state: str
    changed_on: datetime
    tags: Sequence[str]
    active_seconds: Decimal
    amount: Decimal


def with_progress(works: QuerySet[Work]) -> QuerySet[Work]:
    """Annotate `tasks_done` and `tasks_left`: how many tasks are completed, and still in hand."""
    return works.annotate(
        tasks_done=Coalesce(_count_in(TaggingTaskState.COMPLETED), 0),
        tasks_left=Coalesce(_count_in(TaggingTaskState.ASSIGNED), 0),
    )


def with_today(tagators: VersionedQuerySet[Tagator], now: datetime) -> VersionedQuerySet[Tagator]:
    """Annotate `tasks_today` (since midnight UTC), `last_completion`; prefetch `active_works`."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    history = TaskHistory.objects.counted().filter(tagator=OuterRef("pk")).order_by()
    today = history.filter(occurred_on__gte=midnight).values("tagator")
    completed = history.filter(change=TaskChange.COMPLETED).order_by("-occurred_on")
    active = Work.objects.filter(state=WorkState.ACTIVE, expires_on__gt=now)
    return tagators.annotate(
        tasks_today=Coalesce(Subquery(today.annotate(sum=Sum("tasks")).values("sum")), 0),
        last_completion=Subquery(completed.values("occurred_on")[:1]),
    ).prefetch_related(Prefetch("works", with_progress(active), to_attr="active_works"))


def list_tasks_taken(work: Work) -> Sequence[TaskInWork]:
    """Return the tasks that were taken with a work, including those that left it again."""
    # As a list, because the database reads all tasks for a subquery beside another condition.
    left = list(
        TaskHistory.objects.filter(work=work, change__in=LEAVING).values_list("task_id", flat=True)
    )
    tasks = TaggingTask.objects.filter(Q(work=work) | Q(pk__in=left)).select_related("album")
    tasks = tasks.prefetch_related(Prefetch("tags", TaskTag.objects.order_by("pk")))
    changes = _changes_in(work, tasks)
    found = [_in_work(task, changes[task.pk], work) for task in tasks]
    return sorted(found, key=lambda each: each.changed_on)


def task_changes(photo: Photo) -> Iterator[PhotoHistoryEntry]:
    """Return every change of the photo's tagging tasks, the oldest first."""
    for change in TaskHistory.objects.filter(task__photo=photo).order_by("pk"):
        by = f" by {change.actor}" if change.actor else ""
        why = f": {change.reason}" if change.reason else ""
        yield PhotoHistoryEntry(
            occurred_on=change.occurred_on,
            kind=f"Task{change.change}",
            text=f"Tagging task {change.get_change_display().lower()}{by}{why}.",
            details={
                "taskId": str(change.task_id),
                "actor": change.actor,
                "reason": change.reason,
                "priority": change.priority,
            },
        )


def _changes_in(work: Work, tasks: QuerySet[TaggingTask]) -> dict[UUID, list[TaskHistory]]:
    """Return the history of each task within a work, the oldest first."""
    found: dict[UUID, list[TaskHistory]] = {task.pk: [] for task in tasks}
    # By task, because the history has no index for all rows of a work.
    for change in TaskHistory.objects.filter(task__in=list(found), work=work).order_by("pk"):
        found[change.task_id].append(change)
    return found


def _count_in(state: TaggingTaskState) -> Subquery:
    tasks = TaggingTask.objects.filter(work=OuterRef("pk"), state=state).order_by()
    return Subquery(tasks.values("work").annotate(count=Count("pk")).values("count"))


def _in_work(task: TaggingTask, changes: Sequence[TaskHistory], work: Work) -> TaskInWork:
    is_in_it = task.work_id == work.pk
    return TaskInWork(
        task=task,
        state=task.state if is_in_it else LEFT[TaskChange(changes[-1].change)],
        changed_on=changes[-1].occurred_on if changes else work.created_on,
        tags=[tag.value for tag in task.tags.all()] if is_in_it else [],
        active_seconds=sum((row.active_seconds for row in changes), Decimal(0)),
        amount=sum((row.amount for row in changes), Decimal(0)),
    )
