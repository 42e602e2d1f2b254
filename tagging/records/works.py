"""Works: the tasks that a tagger took together, for a limited time."""

import uuid
from datetime import datetime

from django.db import models
from django.db.models import Q

from foundation.records.refusals import NotFound
from foundation.records.texts import in_utc
from tagging.records.tagators import Tagator


class WorkState(models.TextChoices):
    """The state of a work; `Completed` and `Expired` are final."""

    ACTIVE = "Active"
    COMPLETED = "Completed"
    EXPIRED = "Expired"


class WorkNotFound(NotFound):
    """There is no such work of this tagger."""


class Work(models.Model):
    """`tasks_total` tasks that a tagger took together.

    The time of the next completion counts from `active_since`: the last completion, or the start
    of the work. `finished_on` is when the work was completed or expired. A trial earns nothing.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    tagator = models.ForeignKey(Tagator, on_delete=models.PROTECT, related_name="works")
    state = models.CharField(max_length=10, choices=WorkState, default=WorkState.ACTIVE)
    created_on = models.DateTimeField()
    expires_on = models.DateTimeField()
    active_since = models.DateTimeField()
    finished_on = models.DateTimeField(null=True)
    tasks_total = models.PositiveSmallIntegerField()
    is_trial = models.BooleanField(default=False, db_default=False)

    class Meta:
        verbose_name = "work"
        constraints = [
            models.UniqueConstraint(
                "tagator", condition=Q(state=WorkState.ACTIVE), name="work_one_active_a_tagator"
            )
        ]
        indexes = [
            models.Index("expires_on", condition=Q(state=WorkState.ACTIVE), name="work_active"),
            models.Index("created_on", name="work_created"),  # the newest, for staff's list
        ]

    def __str__(self) -> str:
        return f"Work of {in_utc(self.created_on)}"

    def state_at(self, now: datetime) -> WorkState:
        """Return the state; an active work that is overdue counts as expired."""
        state = WorkState(self.state)
        over = state is WorkState.ACTIVE and self.expires_on <= now
        return WorkState.EXPIRED if over else state
