"""Balances and operations in requests and answers."""

from rest_framework import serializers

from foundation.records.reasons import REASON_LENGTH
from foundation.rest.fields import (
    ExactDecimalField,
    GuidField,
    NewGuidField,
    StrictTextField,
    UtcDateTimeField,
)
from foundation.rest.serializers import Input, Output
from rewards.api.fields import ACTIVITY_ID, MOMENT, PARTICIPANT_ID
from rewards.models import OperationSource, OperationState, OperationType


class BalanceOutput(Output):
    """A participant's balance."""

    example = {"participantId": PARTICIPANT_ID, "amount": "120.00", "updatedOn": MOMENT}

    participant_id = GuidField()
    amount = serializers.DecimalField(max_digits=20, decimal_places=2)
    updated_on = UtcDateTimeField(help_text="When its last operation was recorded.")


class BalanceAtOutput(BalanceOutput):
    """A participant's balance at a moment."""

    example = {**BalanceOutput.example, "asOf": "2026-05-18T07:00:00.120330Z"}

    as_of = UtcDateTimeField(help_text="The moment: asked for again by `at`, it is the same.")


class BalanceQuery(Input):
    """The moment."""

    at = UtcDateTimeField(
        required=False,
        help_text="A moment until now; the balance as it was then. Left out: as it is.",
    )


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
        "balance": "320.00",
        "reason": "",
        "createdBy": "",
        "createdOn": MOMENT,
        "recordedOn": "2026-05-17T09:30:00.004211Z",
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
    balance = serializers.DecimalField(
        source="balance_after", max_digits=20, decimal_places=2, help_text="The balance after it."
    )
    reason = serializers.CharField(allow_blank=True, help_text="Of an adjustment.")
    created_by = serializers.CharField(allow_blank=True, help_text="Who made the adjustment.")
    created_on = UtcDateTimeField(help_text="When it was ordered.")
    recorded_on = UtcDateTimeField(help_text="Since when it is in the balance.")


class AccountOperationOutput(Output):
    """One change of a balance, as the event `rewards.balance-changed` has it."""

    example = {
        "operationId": ACTIVITY_ID,
        "type": "Refill",
        "amount": "120.00",
        "balance": "320.00",
        "source": "Activity",
        "sourceId": ACTIVITY_ID,
        "occurredOn": "2026-05-17T09:30:00.004211Z",
    }

    operation_id = GuidField(source="pk")
    type = serializers.ChoiceField(OperationType.choices)
    amount = serializers.DecimalField(
        max_digits=20, decimal_places=2, help_text="What is added; negative: taken."
    )
    balance = serializers.DecimalField(
        source="balance_after", max_digits=20, decimal_places=2, help_text="The balance after it."
    )
    source = serializers.ChoiceField(OperationSource.choices)  # type: ignore[assignment]
    source_id = GuidField(
        allow_null=True, help_text="The activity; null: an adjustment for no activity."
    )
    occurred_on = UtcDateTimeField(source="recorded_on")


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
