"""Claims to review over the AdminApi."""

from typing import Any
from uuid import UUID

import django_filters
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from activities.claims.commands import ClaimDecision, SettleClaimCommand, settle_claim
from activities.explaining.reward_serializers import MOST_ITEMS
from activities.records.models import ClaimState, RewardClaim
from foundation.records.refusals import REASON_LENGTH, Refusal
from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.pagination import Filters, GuidFilter, MomentFilter
from foundation.rest.serializers import GuidField, Input, Output, StrictTextField, UtcDateTimeField
from foundation.rest.views import ApiViewSet
from rewards.example_ids import ACTIVITY_ID, MOMENT

# Claims to review in requests and answers.


CLAIM_ID = "4e2d8b6a-1c3f-4d5e-9a7b-8c6d4e2f0a1b"
SETTLED, REFUSED = "settled", "refused"


class ClaimOutput(Output):
    """A rewarded activity that was rejected afterwards, and what was decided."""

    example = {
        "claimId": CLAIM_ID,
        "activityId": ACTIVITY_ID,
        "participantId": "5f2d7a54-0f5c-4a1c-8f0e-6d0b7c8e9f10",
        "marketingProgramId": "2a4c6e80-1b3d-4f5a-9c7e-8d0f1a2b3c4d",
        "reward": 16,
        "state": "TakenBack",
        "taken": "16.00",
        "reason": "The tracker was in a car.",
        "settledBy": "ann",
        "settledOn": MOMENT,
        "createdOn": MOMENT,
    }

    claim_id = GuidField(source="pk")
    activity_id = GuidField()
    participant_id = GuidField(source="activity.participant_id")
    marketing_program_id = GuidField(source="activity.marketing_program_id")
    reward = serializers.IntegerField(source="activity.reward")
    state = serializers.ChoiceField(
        ClaimState.choices, help_text="`Closed`: accepted again before it was settled."
    )
    taken = serializers.DecimalField(
        max_digits=20,
        decimal_places=2,
        allow_null=True,
        help_text="What was taken back, by the operation that has the claim's id.",
    )
    reason = serializers.CharField(
        allow_blank=True, help_text="Of an open one why it was not taken back by itself."
    )
    settled_by = serializers.CharField(allow_blank=True)
    settled_on = UtcDateTimeField(allow_null=True)
    created_on = UtcDateTimeField(help_text="When the rejection came.")


class ClaimDecisionInput(Input):
    """What is decided about a claim."""

    example = {"decision": "TakeBack", "reason": "The tracker was in a car."}

    decision = serializers.ChoiceField([each.value for each in ClaimDecision])
    reason = StrictTextField(required=False, allow_blank=True, default="", max_length=REASON_LENGTH)


class ClaimDecisionsInput(ClaimDecisionInput):
    """The same decision about many claims."""

    example = {"claimIds": [CLAIM_ID], **ClaimDecisionInput.example}

    claim_ids = serializers.ListField(child=GuidField(), min_length=1, max_length=MOST_ITEMS)


class SettledClaimOutput(Output):
    """What became of one item."""

    example = {"index": 0, "claimId": CLAIM_ID, "status": SETTLED, "code": None, "detail": None}

    index = serializers.IntegerField(min_value=0)
    claim_id = GuidField()
    status = serializers.ChoiceField([SETTLED, REFUSED])
    code = serializers.CharField(allow_null=True)
    detail = serializers.CharField(allow_null=True)


class SettledClaimsOutput(Output):
    """What became of each item, in their order."""

    example = {"results": [SettledClaimOutput.example]}

    results = SettledClaimOutput(many=True)


SETTLERS = Role("rewards.adjust")


class ClaimFilters(Filters):
    """By state, program, participant, activity, and when the rejection came."""

    state = django_filters.ChoiceFilter(choices=ClaimState.choices)
    marketing_program_id = GuidFilter(field_name="activity__marketing_program")
    participant_id = GuidFilter(field_name="activity__participant")
    activity_id = GuidFilter(field_name="activity")
    created_from = MomentFilter(field_name="created_on", lookup_expr="gte")
    created_before = MomentFilter(field_name="created_on", lookup_expr="lt")


class ClaimViews(ApiViewSet):
    """Claims to review: rewards of activities that were rejected afterwards."""

    access = Role("rewards.read", "rewards.adjust", "activities.manage")

    @operation(gives=ClaimOutput, paged=True, filters=ClaimFilters, ordering=("-created_on",))
    def list(self, request: Request) -> Response:
        """List claims, the newest first."""
        return self.page(RewardClaim.objects.select_related("activity"))

    # `reward` is the activity's.
    @operation(gives=ClaimOutput, more_than_version=True, refusals=(404,))
    def retrieve(self, request: Request, claim_id: UUID) -> Response:
        """Return a claim."""
        return self.answer(RewardClaim.objects.select_related("activity").get_or_refuse(claim_id))

    @operation(
        takes=ClaimDecisionInput,
        gives=ClaimOutput,
        locking=True,
        refusals=(404, 409),
        access=SETTLERS,
    )
    def settle(self, request: Request, claim_id: UUID) -> Response:
        """Keep the reward, or take it back by an adjustment; the same again changes nothing.

        404: no such claim, or the reward is not credited yet. 409: it was settled in another way,
        adjustments have taken all of it, or less than zero would be left.
        """
        given = self.changes()
        decision = ClaimDecision(given.pop("decision"))
        command = SettleClaimCommand(
            claim_id=claim_id, decision=decision, now=timezone.now(), **given
        )
        return self.answer(settle_claim(command))

    @operation(takes=ClaimDecisionsInput, gives=SettledClaimsOutput, access=SETTLERS)
    def settle_many(self, request: Request) -> Response:
        """Settle up to 1,000 claims in the same way; a refused one stops no other."""
        given = self.data()
        ids, decision = given["claim_ids"], ClaimDecision(given["decision"])
        return self.answer(
            {
                "results": [
                    {"index": index, "claim_id": pk, **self._settled(pk, decision, given["reason"])}
                    for index, pk in enumerate(ids)
                ]
            }
        )

    def _settled(self, claim_id: UUID, decision: ClaimDecision, reason: str) -> dict[str, Any]:
        command = SettleClaimCommand(
            claim_id=claim_id, decision=decision, by=self.actor, now=timezone.now(), reason=reason
        )
        try:
            settle_claim(command)
        except Refusal as refusal:
            return {"status": REFUSED, "code": refusal.code, "detail": refusal.detail}
        return {"status": SETTLED, "code": None, "detail": None}
