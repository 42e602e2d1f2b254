"""Claims to review over the AdminApi."""

from typing import Any
from uuid import UUID

import django_filters
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from activities.api.claims.serializers import (
    REFUSED,
    SETTLED,
    ClaimDecisionInput,
    ClaimDecisionsInput,
    ClaimOutput,
    SettledClaimsOutput,
)
from activities.commands.claiming import ClaimDecision, SettleClaimCommand, settle_claim
from activities.models import ClaimState, RewardClaim
from foundation.records.refusals import Refusal
from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.pages import Filters, GuidFilter, MomentFilter
from foundation.rest.views import ApiViewSet

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
