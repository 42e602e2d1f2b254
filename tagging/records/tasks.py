"""Tagging tasks: photos whose numbers a person reads, their tags and skips."""

import uuid
from collections.abc import Sequence
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.functional import cached_property

from foundation.fetching.addresses import MAX_ADDRESS
from recognition.numbers.suggestions import READ_ELSEWHERE
from recognition.records.albums import Album
from recognition.records.numbers import NumberSource
from recognition.records.photos import Photo, name_of_file
from tagging.records.tagators import Tagator, unconstrained_tagator
from tagging.records.works import Work


class TaggingTaskState(models.TextChoices):
    """The state of a task. A completed one may be reopened while its work is active."""

    OPEN = "Open"
    ASSIGNED = "Assigned"
    COMPLETED = "Completed"
    CANCELLED = "Cancelled"


class TaskPurpose(models.TextChoices):
    """Why a task is done. Taggers do not see it; only a `Reading` is sent to recognition."""

    READING = "Reading"
    SECOND_READING = "SecondReading"
    KNOWN_ANSWER = "KnownAnswer"


UNFINISHED = (TaggingTaskState.OPEN, TaggingTaskState.ASSIGNED)

# The order in which tasks are done. Both indexes below are in this order.
TASK_ORDER = (F("priority").desc(), F("shooting_date").asc(nulls_last=True), F("id").asc())


class TaggingTaskQuerySet(models.QuerySet["TaggingTask"]):
    def unfinished(self) -> "TaggingTaskQuerySet":
        """Tasks that are neither completed nor cancelled."""
        return self.filter(state__in=UNFINISHED)

    def not_kept_from(self, tagator: Tagator) -> "TaggingTaskQuerySet":
        """Tasks that this tagger has not skipped, and whose photo they have not read before."""
        skipped = TaskSkip.objects.filter(tagator=tagator, task=models.OuterRef("pk"))
        return self.filter(~models.Exists(skipped)).exclude(kept_from=tagator)


class TaggingTask(models.Model):
    """One photo to be read by a person; recognition chooses the id.

    `priority` (0–100, higher first) is the album's. `work` is the one that has the task, or in
    which it was finished; an open task has none. A second reading is `kept_from` the tagger of the
    first one; a later one is a second reading too, kept from the tagger before.
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
    image_url = models.URLField(max_length=MAX_ADDRESS, blank=True)
    priority = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=10, choices=TaggingTaskState, default=TaggingTaskState.OPEN)
    work = models.ForeignKey(
        Work, on_delete=models.PROTECT, null=True, related_name="tasks", db_index=False
    )  # found by `task_of_work`
    purpose = models.CharField(
        max_length=15, choices=TaskPurpose, default=TaskPurpose.READING, editable=False
    )
    kept_from = unconstrained_tagator(null=True, editable=False)  # index `task_open_kept_from`
    created_on = models.DateTimeField(default=timezone.now)

    objects: ClassVar[TaggingTaskQuerySet] = TaggingTaskQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "tagging task"
        constraints = [
            models.UniqueConstraint(
                "photo",
                condition=Q(state__in=UNFINISHED, purpose=TaskPurpose.READING),
                name="task_one_unfinished_a_photo",
            ),
            # A second reading may be reopened while a third one, kept from its tagger, is open.
            models.UniqueConstraint(
                "photo",
                "kept_from",
                condition=Q(state__in=UNFINISHED, purpose=TaskPurpose.SECOND_READING),
                name="task_one_second_reading_a_photo",
            ),
            models.CheckConstraint(
                condition=~Q(purpose=TaskPurpose.KNOWN_ANSWER) | ~Q(state=TaggingTaskState.OPEN),
                name="task_known_answer_never_open",
            ),
            models.CheckConstraint(
                condition=~Q(purpose=TaskPurpose.SECOND_READING) | Q(kept_from__isnull=False),
                name="task_second_reading_kept_from",
            ),
            models.CheckConstraint(
                condition=~Q(state=TaggingTaskState.ASSIGNED) | Q(work__isnull=False),
                name="task_assigned_in_a_work",
            ),
            models.CheckConstraint(
                condition=~Q(state=TaggingTaskState.OPEN) | Q(work__isnull=True),
                name="task_open_in_no_work",
            ),
        ]
        # Partial, so that their size depends on the unfinished tasks alone.
        indexes = [
            models.Index(*TASK_ORDER, condition=Q(state=TaggingTaskState.OPEN), name="task_open"),
            models.Index(
                "album", *TASK_ORDER, condition=Q(state__in=UNFINISHED), name="task_of_album"
            ),
            # With what pages of who works now count.
            models.Index(
                fields=("work",),
                include=("state", "album"),
                condition=Q(work__isnull=False),
                name="task_of_work",
            ),
            models.Index(
                fields=("album", "created_on"), include=("state",), name="task_created_in_album"
            ),
            models.Index(
                "kept_from",
                condition=Q(state=TaggingTaskState.OPEN, kept_from__isnull=False),
                name="task_open_kept_from",
            ),
        ]

    def __str__(self) -> str:
        """Return the name of its picture's file, which the photo has too."""
        return name_of_file(self.image_url) or str(self.id)

    @property
    def suggested_sources(self) -> Sequence[NumberSource]:
        """Whose numbers of other photos are suggested.

        A second reading and a known answer are independent: none that another tagger typed.
        """
        is_first = self.purpose == TaskPurpose.READING
        return READ_ELSEWHERE if is_first else (NumberSource.PROVIDER,)

    @property
    def numbers(self) -> list[str]:
        """The start numbers, in the order in which they were added; read once."""
        return self._tags(TagKind.NUMBER)

    @property
    def custom_tags(self) -> list[str]:
        """The custom tags, in the order in which they were added; read once."""
        return self._tags(TagKind.CUSTOM)

    @property
    def unlisted(self) -> list[str]:
        """The numbers that are not in the start list, in the order in which they were added."""
        return self._tags(TagKind.UNLISTED)

    @property
    def partial(self) -> list[str]:
        """The numbers that are only partly legible, in the order in which they were added."""
        return self._tags(TagKind.PARTIAL)

    @property
    def read_as(self) -> dict[str, str]:
        """By number what was legible of it, where the start list has the rest."""
        return {tag.value: tag.typed for tag in self.tags_read if tag.typed}

    @cached_property
    def tags_read(self) -> list["TaskTag"]:
        """The tags of all kinds, in the order in which they were added; read once."""
        # Sorted here, so that prefetched tags are used.
        return sorted(self.tags.all(), key=lambda tag: tag.pk)

    def _tags(self, kind: "TagKind") -> list[str]:
        return [tag.value for tag in self.tags_read if tag.kind == kind]


class TagKind(models.TextChoices):
    """What a tag of a task is: a start number, or one of the album's custom tags.

    An unlisted one is a number of which the tagger is sure, though the start list does not have it:
    no tag of the photo, but kept for staff. So is a partial one, as `?65`, of which the start list
    has not just one that fits.
    """

    NUMBER = "Number"
    CUSTOM = "Custom"
    UNLISTED = "Unlisted"
    PARTIAL = "Partial"


class TaskTag(models.Model):
    """A start number, checked and normalised, or a custom tag that a tagger added.

    `typed`: what was legible of a number that the start list has whole.
    """

    task = models.ForeignKey(
        TaggingTask, on_delete=models.CASCADE, related_name="tags", db_index=False
    )  # found by the unique constraint
    kind = models.CharField(max_length=10, choices=TagKind)
    value = models.CharField(max_length=100)
    typed = models.CharField(max_length=100, blank=True, default="")

    class Meta:
        constraints = [models.UniqueConstraint("task", "kind", "value", name="tag_once_a_task")]

    def __str__(self) -> str:
        return self.value


class TaskSkip(models.Model):
    """A task that is not offered to this tagger again, because they skipped it in `work`."""

    tagator = models.ForeignKey(
        Tagator, on_delete=models.CASCADE, related_name="skips", db_index=False
    )  # found by the unique constraint
    task = models.ForeignKey(TaggingTask, on_delete=models.CASCADE, related_name="skips")
    work = models.ForeignKey(Work, on_delete=models.PROTECT, related_name="skips")

    class Meta:
        constraints = [models.UniqueConstraint("tagator", "task", name="skip_once")]

    def __str__(self) -> str:
        return str(self.task_id)
