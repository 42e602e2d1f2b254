"""The history of each task: what happened to it, what statistics and pay count of it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, ClassVar
from uuid import UUID

from django.db import models
from django.db.models import Count, OuterRef, Prefetch, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from foundation.records.models import VersionedQuerySet
from foundation.records.texts import in_utc
from recognition.photos.history import PhotoHistoryEntry
from recognition.records.photos import Photo
from tagging.records.tagators import Tagator, unconstrained_tagator
from tagging.records.tasks import (
    TaggingTask,
    TaggingTaskQuerySet,
    TaggingTaskState,
    TaskSkip,
    TaskTag,
)
from tagging.records.works import Work, WorkState


class TaskChange(models.TextChoices):
    """What happened to a task."""

    CREATED = "Created"
    PRIORITY_CHANGED = "PriorityChanged"
    TAKEN = "Taken"
    SKIPPED = "Skipped"
    EXPIRED = "Expired"
    COMPLETED = "Completed"
    REOPENED = "Reopened"
    REJECTED = "Rejected"
    CANCELLED = "Cancelled"
    PAY_TAKEN_BACK = "PayTakenBack"


# The changes that statistics and pay count.
COUNTED = (TaskChange.SKIPPED, TaskChange.COMPLETED, TaskChange.REOPENED, TaskChange.PAY_TAKEN_BACK)
# A skip that was taken back: statistics and pay count one skip less.
SKIP_TAKEN_BACK = Q(change=TaskChange.REOPENED, tasks=0)
SKIP_TAKEN_BACK_SQL = f"change = '{TaskChange.REOPENED.value}' AND tasks = 0"
# The changes by which a task leaves a work and goes back to the pool.
LEAVING = (TaskChange.SKIPPED, TaskChange.EXPIRED)


class TaskHistoryQuerySet(models.QuerySet["TaskHistory"]):
    def counted(self) -> "TaskHistoryQuerySet":
        """Rows that statistics and pay count; the index of a tagger's history has only these."""
        return self.filter(change__in=COUNTED)

    def skips(self) -> "TaskHistoryQuerySet":
        """Return the skips that were not taken back."""
        standing = TaskSkip.objects.filter(
            task=models.OuterRef("task"), work=models.OuterRef("work")
        )
        # No `Exists`: PostgreSQL would join and sort all skips for the first page of them.
        first = models.Subquery(standing.values("pk")[:1])
        return self.alias(standing=first).filter(standing__isnull=False, change=TaskChange.SKIPPED)


class TaskHistory(models.Model):
    """A change of a task, in the server's time; the database refuses to update or delete a row.

    `actor` is the user who asked for the change, empty for recognition; `priority` is the task's
    after the change. Statistics and pay are sums of these rows. A completion counts one of `tasks`,
    its `numbers`, the `active_seconds` since the previous completion in the work, and as `amount`
    the tagger's rates at that moment. Reopening subtracts tasks, numbers and amount of the last
    completion; the time stays, because it was spent. A skip that is taken back is a reopening
    without `tasks`. Pay that is taken back is an `amount` with a minus alone.
    """

    task = models.ForeignKey(TaggingTask, on_delete=models.PROTECT, related_name="history")
    change = models.CharField(max_length=20, choices=TaskChange)
    occurred_on = models.DateTimeField()
    actor = models.CharField(max_length=150, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    priority = models.PositiveSmallIntegerField()
    tagator = unconstrained_tagator(null=True)
    work = models.ForeignKey(
        Work,
        on_delete=models.PROTECT,
        null=True,
        db_constraint=False,  # to check it would lock the work
        db_index=False,
        related_name="+",
    )
    tasks = models.SmallIntegerField(default=0)
    numbers = models.SmallIntegerField(default=0)
    active_seconds = models.DecimalField(max_digits=8, decimal_places=3, default=0)
    amount = models.DecimalField(max_digits=13, decimal_places=4, default=0)

    objects: ClassVar[TaskHistoryQuerySet] = TaskHistoryQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "change of a task"
        verbose_name_plural = "task history"
        # With all that is summed, so that the sums of a tagger's month read this index alone. A
        # query has to name the same changes to use it.
        indexes = [
            models.Index(
                "tagator",
                "occurred_on",
                condition=Q(change__in=COUNTED),
                include=("change", "tasks", "numbers", "active_seconds", "amount"),
                name="history_of_a_tagator",
            ),
            # The tasks that left a work; `TaggingTask.work` has those that are still in it.
            models.Index(
                "work", condition=Q(change__in=LEAVING), name="history_of_tasks_that_left"
            ),
            models.Index(
                "occurred_on", condition=Q(change=TaskChange.SKIPPED), name="history_of_skips"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.change} {in_utc(self.occurred_on)}"


class SkippedTask(TaskHistory):
    """A task that a tagger skipped, with the reason: a proxy, for a list of its own."""

    class Meta:
        proxy = True
        verbose_name = "skipped photo"


class TimeSheet(TaskHistory):
    """What taggers did, and for how much: a proxy, for a page and permissions of its own."""

    class Meta:
        proxy = True
        verbose_name = "timesheet"


# Changes of several tasks: under their locks, with a row of the history for each task.
#
# The order of locks is photo, album, tasks by id, work, in every command.

_BATCH = 1000  # rows a statement


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What the history keeps of a change. Without `actor`: by recognition, or by time."""

    change: TaskChange
    occurred_on: datetime
    actor: str = ""
    reason: str = ""
    tagator: Tagator | None = None
    work: Work | None = None


def lock_tasks(tasks: TaggingTaskQuerySet) -> list[TaggingTask]:
    """Lock tasks in the order of their ids, so that two changes of them cannot deadlock."""
    return list(tasks.order_by("pk").select_for_update())


def change_tasks(tasks: TaggingTaskQuerySet, entry: Entry, **values: Any) -> list[TaggingTask]:
    """Lock these tasks, set the fields and write the history; return the tasks."""
    return change_locked(lock_tasks(tasks), entry, **values)


def change_locked(tasks: list[TaggingTask], entry: Entry, **values: Any) -> list[TaggingTask]:
    """Set fields of tasks that the caller has locked, and write their history."""
    if tasks:
        TaggingTask.objects.filter(pk__in=[task.pk for task in tasks]).update(**values)
    for task in tasks:
        for name, value in values.items():
            setattr(task, name, value)
    write_history(tasks, entry)
    return tasks


def write_history(tasks: Iterable[TaggingTask], entry: Entry) -> None:
    """Write that this happened to each of the tasks."""
    rows = (
        TaskHistory(
            task=task,
            priority=task.priority,
            change=entry.change,
            occurred_on=entry.occurred_on,
            actor=entry.actor[:150],
            reason=entry.reason[:500],
            tagator=entry.tagator,
            work=entry.work,
        )
        for task in tasks
    )
    TaskHistory.objects.bulk_create(rows, batch_size=_BATCH)


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
