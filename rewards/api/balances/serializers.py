"""Balances and operations in requests and answers."""

from rest_framework import serializers

from records.reasons import REASON_LENGTH
from rest.fields import (
    ExactDecimalField,
    GuidField,
    NewGuidField,
    StrictTextField,
    UtcDateTimeField,
)
from rest.serializers import Input, Output
from rewards.api.fields import ACTIVITY_ID, MOMENT, PARTICIPANT_ID
from rewards.models import OperationSource, OperationState, OperationType


class BalanceOutput(Output):
    """A participant's balance."""

    example = {"participantId": PARTICIPANT_ID, "amount": "120.00", "updatedOn": MOMENT}

    participant_id = GuidField()
    amount = serializers.DecimalField(max_digits=20, decimal_places=2)
    updated_on = UtcDateTimeField()


class OperationOutput(Output):
    """One change of a balance."""

    example = {
        "operationId": ACTIVITY_ID,
        "participantId": PARTICIPANT_ID,
        "source": "Activity",
        "sourceId": ACTIVITY_ID,
        "type": "Refill",
        "state": "Accepted",
        "amount": "120.00",
        "reason": "",
        "createdBy": "",
        "createdOn": MOMENT,
    }

    operation_id = GuidField(source="pk")
    participant_id = GuidField(source="balance_id")
    source = serializers.ChoiceField(OperationSource.choices)  # type: ignore[assignment]
    source_id = GuidField(
        allow_null=True, help_text="The activity; null: an adjustment for no activity."
    )
    type = serializers.ChoiceField(OperationType.choices)
    state = serializers.ChoiceField(OperationState.choices)
    amount = serializers.DecimalField(
        max_digits=20, decimal_places=2, help_text="What is added; negative: taken."
    )
    reason = serializers.CharField(allow_blank=True, help_text="Of an adjustment.")
    created_by = serializers.CharField(allow_blank=True, help_text="Who made the adjustment.")
    created_on = UtcDateTimeField()


class AdjustmentInput(Input):
    """A correction of a balance."""

    example = {
        "operationId": "0b7e9c1d-5f3a-4e2b-8c6d-9a1f3e5d7c2b",
        "amount": "-20.00",
        "reason": "The distance was measured twice.",
        "activityId": ACTIVITY_ID,
    }

    operation_id = NewGuidField(required=False, help_text="Makes the request repeatable.")
    amount = ExactDecimalField(
        max_digits=17, decimal_places=2, help_text="What is added; negative: taken. Not 0."
    )
    reason = StrictTextField(max_length=REASON_LENGTH)
    activity_id = GuidField(
        required=False,
        allow_null=True,
        default=None,
        help_text="The activity whose credited reward is corrected, if there is one.",
    )
