"""Quality of tagging: an album's shares, photos with known numbers, and compared readings."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Self

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

from foundation.messaging.models import LongJob, LongJobQuerySet
from foundation.records.models import VersionedModel, VersionedQuerySet
from foundation.records.refusals import NotFound
from recognition.numbers.partial import all_fit
from recognition.records.albums import Album
from recognition.records.photos import Photo
from tagging.records.tagators import Tagator, unconstrained_tagator
from tagging.records.tasks import TaggingTask

_NONE, _ALL = Decimal(0), Decimal(1)
CERTAINTIES = (Decimal("0.5001"), Decimal("0.9999"))  # that an album may want
_COMPARED = Q(agrees__isnull=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TagatorReading:
    """What a tagger read on a photo; each list is sorted, so that equal sets are equal.

    `partial` numbers agree with nothing.
    """

    numbers: list[str]
    custom_tags: list[str]
    partial: Sequence[str] = field(default=(), compare=False)

    @classmethod
    def of(cls, task: TaggingTask) -> Self:
        numbers, custom_tags = sorted(task.numbers), sorted(task.custom_tags)
        return cls(numbers=numbers, custom_tags=custom_tags, partial=task.partial)

    def leaves_open(self, other: Self) -> bool:
        """Return whether they differ only in numbers of which one has a part and the other all."""
        if self == other or self.custom_tags != other.custom_tags:
            return False
        mine, theirs = set(self.numbers), set(other.numbers)
        return all_fit(theirs - mine, self.partial) and all_fit(mine - theirs, other.partial)


def _reading(
    task: TaggingTask, numbers: list[str] | None, custom_tags: list[str] | None
) -> TagatorReading:
    """Return what was read, as it is kept, with what the task has of partly legible numbers."""
    kept = {"numbers": numbers or [], "custom_tags": custom_tags or []}
    return TagatorReading(**kept, partial=task.partial)


class KnownAnswerNotFound(NotFound):
    """The photo is not marked as one whose numbers are known."""


def _share(help_text: str, **options: Any) -> Any:
    """Return a field for a share from 0 to 1."""
    return models.DecimalField(
        max_digits=5,
        decimal_places=4,
        validators=[MinValueValidator(_NONE), MaxValueValidator(_ALL)],
        help_text=help_text,
        **(options or {"default": _NONE}),
    )


def _texts(**options: Any) -> Any:
    """Return a field for numbers or custom tags, kept sorted so that equal sets are equal."""
    return ArrayField(models.CharField(max_length=100), **options)


class AlbumQuality(VersionedModel):
    """How the tagging of an album is checked; an album without a row is not checked."""

    album = models.OneToOneField(
        Album, on_delete=models.PROTECT, primary_key=True, related_name="tagging_quality"
    )
    second_reading_share = _share("0 to 1: how many of the completed tasks are read twice.")
    known_answer_share = _share("0 to 1: how many tasks of a work are photos with known numbers.")
    wanted_certainty = models.DecimalField(
        max_digits=5,
        decimal_places=4,
        null=True,
        blank=True,
        validators=[MinValueValidator(CERTAINTIES[0]), MaxValueValidator(CERTAINTIES[1])],
        help_text="0.5001 to 0.9999, for example 0.98: a photo is read again, by other taggers, "
        "until it is so sure what is on it. Empty: only the share above is read twice.",
    )

    trial_share = _share(
        "0 to 1: the album is a trial. New taggers read its known answers first, unpaid, and get "
        "other work if this share is right; 0: however much is. Empty: it is none.",
        null=True,
        blank=True,
    )
    no_number_if_all_skip = models.BooleanField(
        default=False,
        verbose_name="“No number” if all skip",
        help_text="A photo that all taggers who may read it have skipped has no number: that is "
        "sent. Otherwise staff decide.",
    )

    objects: VersionedQuerySet["AlbumQuality"] = VersionedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "quality of an album"
        verbose_name_plural = "quality of albums"
        constraints = [
            models.CheckConstraint(
                condition=Q(second_reading_share__range=(_NONE, _ALL)),
                name="quality_second_reading_share",
            ),
            models.CheckConstraint(
                condition=Q(known_answer_share__range=(_NONE, _ALL)),
                name="quality_known_answer_share",
            ),
            models.CheckConstraint(
                condition=Q(trial_share__isnull=True) | Q(trial_share__range=(_NONE, _ALL)),
                name="quality_trial_share",
            ),
            models.CheckConstraint(
                condition=Q(wanted_certainty__isnull=True) | Q(wanted_certainty__range=CERTAINTIES),
                name="quality_wanted_certainty",
            ),
        ]
        indexes = [
            models.Index(
                "album", condition=Q(known_answer_share__gt=_NONE), name="quality_known_answers"
            )
        ]

    def __str__(self) -> str:
        return f"Quality of {self.album}"


class KnownAnswer(VersionedModel):
    """A photo whose numbers staff know; it is mixed among the taggers' tasks.

    Taggers no longer get a photo that is not `is_active`; its readings stay.
    """

    not_found = KnownAnswerNotFound

    photo = models.OneToOneField(
        Photo, on_delete=models.PROTECT, primary_key=True, related_name="known_answer"
    )
    album = models.ForeignKey(
        Album, on_delete=models.PROTECT, related_name="known_answers", db_index=False
    )  # found by `known_answer_active`
    numbers = _texts(default=list)
    custom_tags = _texts(default=list)
    marked_by = models.CharField(max_length=150)
    is_active = models.BooleanField(default=True)

    objects: VersionedQuerySet["KnownAnswer"] = VersionedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "known answer"
        indexes = [models.Index("album", condition=Q(is_active=True), name="known_answer_active")]

    def __str__(self) -> str:
        return str(self.photo_id)


class KnownAnswerReading(models.Model):
    """What a tagger read on a photo whose numbers are known; `expected_…`: what was known then.

    `misled` is set where the number provider had read the photo wrongly: whether the tagger's
    reading was wrong, too, and had nothing but what the provider offered.
    """

    task = models.OneToOneField(TaggingTask, on_delete=models.PROTECT, primary_key=True)
    known_answer = models.ForeignKey(KnownAnswer, on_delete=models.PROTECT, related_name="readings")
    tagator = unconstrained_tagator()
    numbers = _texts()
    custom_tags = _texts()
    expected_numbers = _texts()
    expected_custom_tags = _texts()
    is_hit = models.BooleanField()
    misled = models.BooleanField(null=True)
    read_on = models.DateTimeField()

    class Meta:
        verbose_name = "reading of a known answer"
        verbose_name_plural = "readings of known answers"
        indexes = [
            models.Index(
                "tagator", "read_on", include=("is_hit", "misled"), name="known_reading_of_tagator"
            )
        ]

    def __str__(self) -> str:
        return str(self.task_id)


class Comparison(models.Model):
    """A task whose photo is read a second time, and what the two taggers read.

    `agrees` and `compared_on` are set once there are two readings, by two taggers; with later
    readings, `agrees` is whether all are the same. With `second_stands` the first reading is not
    trusted: where the second one differs, it is what is on the photo.
    """

    task = models.OneToOneField(
        TaggingTask, on_delete=models.PROTECT, primary_key=True, related_name="comparison"
    )
    second_task = models.OneToOneField(
        TaggingTask, on_delete=models.PROTECT, related_name="compared_with"
    )
    first_tagator = unconstrained_tagator()
    first_numbers = _texts()
    first_custom_tags = _texts()
    second_tagator = unconstrained_tagator(null=True)
    second_numbers = _texts(null=True)
    second_custom_tags = _texts(null=True)
    agrees = models.BooleanField(null=True)
    compared_on = models.DateTimeField(null=True)
    settled_on = models.DateTimeField(null=True)
    settled_by = models.CharField(max_length=150, blank=True)
    settled_numbers = _texts(null=True)
    settled_custom_tags = _texts(null=True)
    second_stands = models.BooleanField(default=False)

    class Meta:
        verbose_name = "disagreement"
        constraints = [
            models.CheckConstraint(
                condition=Q(agrees__isnull=True)
                | (Q(second_numbers__isnull=False) & ~Q(first_tagator=F("second_tagator"))),
                name="comparison_of_two_tagators",
            )
        ]
        indexes = [
            models.Index(
                "compared_on",
                "task",
                condition=Q(agrees=False, settled_on__isnull=True),
                name="disagreement_open",
            ),
            models.Index(
                "first_tagator", "compared_on", condition=_COMPARED, name="comparison_of_first"
            ),
            models.Index(
                "second_tagator", "compared_on", condition=_COMPARED, name="comparison_of_second"
            ),
        ]

    def __str__(self) -> str:
        return str(self.task_id)

    @property
    def first(self) -> TagatorReading:
        return _reading(self.task, self.first_numbers, self.first_custom_tags)

    @property
    def second(self) -> TagatorReading:
        """What the second tagger read; nothing before that."""
        return _reading(self.second_task, self.second_numbers, self.second_custom_tags)


class ReadingAgain(LongJob):
    """Having others read again what a blocked tagger read: all, or what was completed in a time.

    `begin` is included, `end` is not; null: no limit. Its position is the task of the last photo.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    tagator = models.ForeignKey(Tagator, on_delete=models.PROTECT, related_name="readings_again")
    begin = models.DateTimeField(null=True)
    end = models.DateTimeField(null=True)
    takes_pay_back = models.BooleanField(default=False)
    why = models.CharField(max_length=500)

    objects = LongJobQuerySet["ReadingAgain"].as_manager()

    class Meta:
        verbose_name = "reading again"
        verbose_name_plural = "readings again"
        constraints = [
            models.UniqueConstraint(
                "tagator", condition=Q(finished_on=None), name="reading_again_one_unfinished"
            )
        ]

    def __str__(self) -> str:
        return f"Photos of {self.tagator_id}"


class LaterReading(models.Model):
    """A third or fourth reading of a photo: asked for, and what the tagger read once it is there.

    Only for albums with a wanted certainty.
    """

    task = models.OneToOneField(
        TaggingTask, on_delete=models.PROTECT, primary_key=True, related_name="later_reading"
    )
    comparison = models.ForeignKey(
        Comparison, on_delete=models.PROTECT, related_name="later_readings"
    )
    tagator = unconstrained_tagator(null=True)
    numbers = _texts(null=True)
    custom_tags = _texts(null=True)
    read_on = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "later reading"
        indexes = [
            models.Index(
                "tagator",
                "read_on",
                condition=Q(tagator__isnull=False),
                name="later_reading_of_tagator",
            )
        ]

    def __str__(self) -> str:
        return str(self.task_id)

    @property
    def reading(self) -> TagatorReading:
        return _reading(self.task, self.numbers, self.custom_tags)


class CertaintyOutcome(models.TextChoices):
    """What follows from how sure it is what is on a photo."""

    SETTLED = "Settled"  # sure enough
    ASKED = "Asked"  # another reading was asked for
    UNASKED = "Unasked"  # too many second readings wait for others than this tagger
    LEFT = "Left"  # to staff: the taggers read differently to the end
    AGREED = "Agreed"  # not sure enough, but all taggers read the same to the end


class Certainty(models.Model):
    """How sure it is what is on a photo, by all its `readings`; `task` is that of the first one."""

    task = models.OneToOneField(
        TaggingTask, on_delete=models.PROTECT, primary_key=True, related_name="certainty"
    )
    certainty = models.DecimalField(max_digits=5, decimal_places=4)
    wanted = models.DecimalField(max_digits=5, decimal_places=4)
    readings = models.PositiveSmallIntegerField()
    outcome = models.CharField(max_length=10, choices=CertaintyOutcome)
    weighed_on = models.DateTimeField()

    class Meta:
        verbose_name = "certainty of a photo"
        verbose_name_plural = "certainty of photos"

    def __str__(self) -> str:
        return f"{self.certainty} of {self.task_id}"
