"""Claims to review in requests and answers."""

from rest_framework import serializers

from activities.api.rewards.serializers import ACTIVITY_ID, MOMENT, MOST_ITEMS
from activities.commands.claiming import ClaimDecision
from activities.models import ClaimState
from foundation.records.reasons import REASON_LENGTH
from foundation.rest.fields import GuidField, StrictTextField, UtcDateTimeField
from foundation.rest.serializers import Input, Output

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
