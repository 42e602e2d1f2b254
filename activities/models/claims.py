"""Claims to review: rewards that were set before the referees rejected the activity."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q

from activities.models.activities import Activity
from foundation.records.refusals import NotFound
from foundation.records.versioned import VersionedModel, VersionedQuerySet


class ClaimState(models.TextChoices):
    """What was decided about a reward whose activity was rejected; the last: accepted again."""

    OPEN = "Open", "Open"
    KEPT = "Kept", "Kept"
    TAKEN_BACK = "TakenBack", "Taken back"
    CLOSED = "Closed", "Closed"


class RewardClaimNotFound(NotFound):
    """There is no such claim."""


class RewardClaim(VersionedModel):
    """A rewarded activity that was rejected afterwards: staff keep the reward, or take it back.

    An activity has at most one open claim. `taken` is what was taken back, by the operation that
    has the claim's id. `reason`: why it was settled so; of an open one why it was not taken back by
    itself.
    """

    not_found = RewardClaimNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    activity = models.ForeignKey(Activity, on_delete=models.PROTECT, related_name="claims")
    state = models.CharField(max_length=10, choices=ClaimState, default=ClaimState.OPEN)
    taken = models.DecimalField(max_digits=20, decimal_places=2, null=True)
    reason = models.TextField(blank=True, default="")
    settled_by = models.CharField(max_length=150, blank=True, default="")
    settled_on = models.DateTimeField(null=True)

    objects: ClassVar[VersionedQuerySet["RewardClaim"]] = VersionedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "claim to review"
        verbose_name_plural = "claims to review"
        indexes = [models.Index(fields=["state", "created_on", "id"], name="claim_in_state")]
        constraints = [
            models.UniqueConstraint(
                "activity", condition=Q(state=ClaimState.OPEN), name="claim_one_open"
            ),
            models.CheckConstraint(
                condition=Q(state__in=ClaimState.values), name="claim_state_known"
            ),
            models.CheckConstraint(
                condition=Q(state=ClaimState.OPEN) ^ Q(settled_on__isnull=False),
                name="claim_settled_when_it_says_so",
            ),
            models.CheckConstraint(
                condition=Q(state=ClaimState.TAKEN_BACK) ^ Q(taken__isnull=True),
                name="claim_says_what_was_taken",
            ),
        ]

    def __str__(self) -> str:
        return f"claim {self.pk}"
