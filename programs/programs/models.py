"""Marketing programs and their exercises."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from foundation.records.models import VersionedModel, VersionedQuerySet
from foundation.records.refusals import NotFound
from programs.activity_types import titles


class MarketingProgramNotFound(NotFound):
    """There is no such marketing program."""


class ExerciseNotFound(NotFound):
    """There is no such exercise."""


class MarketingProgram(VersionedModel):
    """A program that rewards activities.

    New scheme: this service settles rewards and tasks. Old scheme: task managers decide. The days,
    weeks and months of its limits begin at midnight in `time_zone`.
    """

    not_found = MarketingProgramNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    name = models.CharField(max_length=200)
    is_new_scheme = models.BooleanField(
        "rewards and tasks are settled here",
        default=True,
        help_text="Off only in programs whose task managers decide.",
    )
    starts_on = models.DateTimeField(
        null=True, blank=True, help_text="It only informs, unless activities outside are refused."
    )
    ends_on = models.DateTimeField(null=True, blank=True)
    refuses_outside_dates = models.BooleanField(
        default=False,
        db_default=False,
        help_text="An activity that happened before it starts or after it ends is refused.",
    )
    time_zone = models.CharField(
        max_length=50,
        default="UTC",
        db_default="UTC",
        help_text="Where the days, weeks and months of its limits begin, as Europe/Berlin.",
    )

    takes_back_rejected = models.BooleanField(
        default=False,
        db_default=False,
        help_text="A reward is taken back by itself if its activity is rejected afterwards. "
        "Otherwise staff decide, claim by claim.",
    )

    objects: ClassVar[VersionedQuerySet["MarketingProgram"]] = VersionedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "marketing program"
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__isnull=True) | Q(ends_on__gt=F("starts_on")),
                name="program_ends_after_it_starts",
                violation_error_message="A program ends after it starts.",
            )
        ]

    def __str__(self) -> str:
        return self.name


class Exercise(VersionedModel):
    """An exercise of a program: activities of one type."""

    not_found = ExerciseNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    program = models.ForeignKey(
        MarketingProgram, on_delete=models.PROTECT, related_name="exercises"
    )
    name = models.CharField(max_length=200)
    activity_type = models.CharField(max_length=30, choices=titles)

    objects: ClassVar[VersionedQuerySet["Exercise"]] = VersionedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "exercise"

    def __str__(self) -> str:
        return self.name
