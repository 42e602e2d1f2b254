"""The history of each task: what happened to it, what statistics and pay count of it."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from foundation.records.texts import in_utc
from tagging.records.tagators import unconstrained_tagator
from tagging.records.works import TaggingTask, TaskSkip, Work


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
