"""What every long job has: its state, how far it is, and which process works on it."""

from datetime import datetime, timedelta
from typing import Self, TypeVar

from django.db import models
from django.utils import timezone

# The wake-up of a worker that was sent should have arrived by then; otherwise the sweep sends one.
WAKEUP_GRACE = timedelta(seconds=10)

J_co = TypeVar("J_co", bound=models.Model, covariant=True)


class LongJobState(models.TextChoices):
    WAITING = "Waiting"
    RUNNING = "Running"
    FINISHED = "Finished"
    CANCELLED = "Cancelled"
    FAILED = "Failed"


class LongJobQuerySet(models.QuerySet[J_co]):
    def unfinished(self) -> Self:
        return self.filter(finished_on=None)


def after_grace() -> datetime:
    return timezone.now() + WAKEUP_GRACE


class LongJob(models.Model):
    """A job that is done in portions, by one process at a time.

    Each portion and the new position are one transaction. The process that works on the job has a
    claim on it until `leased_until`. `next_attempt_on` is when the sweep wakes a worker, if no
    process has continued by then. A model may replace `state` by one with its own words.
    """

    state = models.CharField(max_length=10, choices=LongJobState, default=LongJobState.WAITING)
    position = models.JSONField(
        null=True, help_text="What the last portion ended with; null: none is done yet."
    )
    total = models.PositiveBigIntegerField(
        null=True, help_text="How much there is to do; null: not counted."
    )
    done = models.PositiveBigIntegerField(default=0, help_text="How much of it is done.")
    claim_id = models.UUIDField(null=True)
    leased_until = models.DateTimeField(null=True)
    next_attempt_on = models.DateTimeField(null=True, default=after_grace)
    attempts = models.PositiveSmallIntegerField(
        default=0, help_text="How often it was started since a portion was last done."
    )
    reason = models.CharField(max_length=1000, blank=True, help_text="Why it failed or ended.")
    started_by = models.CharField(max_length=150, blank=True)
    created_on = models.DateTimeField(default=timezone.now)
    started_on = models.DateTimeField(null=True)
    finished_on = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    @property
    def is_over(self) -> bool:
        return self.finished_on is not None
