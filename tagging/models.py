"""Tagging tasks: photos whose numbers a person reads, and the history of each task."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from recognition.models import Album, Photo


class TaskState(models.TextChoices):
    """The state of a task; `Completed` and `Cancelled` are final."""

    OPEN = "Open"
    ASSIGNED = "Assigned"
    COMPLETED = "Completed"
    CANCELLED = "Cancelled"


class TaskChange(models.TextChoices):
    """What happened to a task."""

    CREATED = "Created"
    PRIORITY_CHANGED = "PriorityChanged"
    COMPLETED = "Completed"
    REJECTED = "Rejected"
    CANCELLED = "Cancelled"


UNFINISHED = (TaskState.OPEN, TaskState.ASSIGNED)

# The order in which tasks are done. Both indexes below are in this order.
TASK_ORDER = (F("priority").desc(), F("shooting_date").asc(nulls_last=True), F("id").asc())


class TaggingTaskQuerySet(models.QuerySet["TaggingTask"]):
    def unfinished(self) -> "TaggingTaskQuerySet":
        """Tasks that are neither completed nor cancelled."""
        return self.filter(state__in=UNFINISHED)


class TaggingTask(models.Model):
    """One photo to be read by a person; recognition chooses the id.

    `tagging.commands` writes the rows, and the history in the same transaction. `priority` (0–100,
    higher first) is that of the album.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    photo = models.ForeignKey(Photo, on_delete=models.PROTECT, related_name="tagging_tasks")
    album = models.ForeignKey(
        Album,
        on_delete=models.PROTECT,
        related_name="tagging_tasks",
        db_index=False,  # the index `task_of_album` finds the tasks of an album
    )
    photographer_id = models.UUIDField(null=True)
    shooting_date = models.DateTimeField(null=True)
    image_url = models.URLField(max_length=2000, blank=True)
    priority = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=10, choices=TaskState, default=TaskState.OPEN)
    created_on = models.DateTimeField(default=timezone.now)

    objects: ClassVar[TaggingTaskQuerySet] = TaggingTaskQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "tagging task"
        constraints = [
            models.UniqueConstraint(
                "photo", condition=Q(state__in=UNFINISHED), name="task_one_unfinished_a_photo"
            )
        ]
        # Partial, so that their size depends on the unfinished tasks alone.
        indexes = [
            models.Index(*TASK_ORDER, condition=Q(state=TaskState.OPEN), name="task_open"),
            models.Index(
                "album", *TASK_ORDER, condition=Q(state__in=UNFINISHED), name="task_of_album"
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)


class TaskHistory(models.Model):
    """Something that happened to a task, in the server's own time.

    Append-only: the database refuses to change or delete a row. `actor` is the user who asked for
    the change, empty for recognition itself; `priority` is the task's after the change.
    """

    task = models.ForeignKey(TaggingTask, on_delete=models.PROTECT, related_name="history")
    change = models.CharField(max_length=20, choices=TaskChange)
    occurred_on = models.DateTimeField()
    actor = models.CharField(max_length=150, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    priority = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = "change of a task"
        verbose_name_plural = "task history"

    def __str__(self) -> str:
        return f"{self.change} {self.occurred_on:%Y-%m-%d %H:%M:%S} UTC"
