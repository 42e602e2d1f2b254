"""Corrections of rewards in requests and answers."""

from rest_framework import serializers

from foundation.messaging.models import LongJobState
from foundation.records.refusals import REASON_LENGTH
from foundation.rest.serializers import (
    CountField,
    GuidField,
    Input,
    NewGuidField,
    Output,
    StrictBooleanField,
    StrictTextField,
    UtcDateTimeField,
)
from rewards.corrections.commands import MOST_ACTIVITIES, MOST_PARTICIPANTS
from rewards.corrections.models import ItemCause, ItemState
from rewards.example_ids import ACTIVITY_ID, FORMULA_ID, MOMENT, PARTICIPANT_ID, PROGRAM_ID
from rewards.trials.dry_run_serializers import BEFORE, SINCE

CORRECTION_ID = "7c1e5a3b-9d2f-4b6a-8e0c-2f4d6a8b0c1e"
_WHICH = {
    "marketingProgramId": PROGRAM_ID,
    "activityType": "SportActivity",
    "formulaId": FORMULA_ID,
    "since": SINCE,
    "before": BEFORE,
    "participantIds": [],
    "activityIds": [],
    "includesChangedData": False,
    "paysCuts": False,
}


class RewardCorrectionInput(Input):
    """Which credited rewards are compared with what the live formulas give."""

    example = {"correctionId": CORRECTION_ID, **_WHICH}

    correction_id = NewGuidField(required=False, help_text="Makes the request repeatable.")
    marketing_program_id = GuidField(source="program_id")
    activity_type = StrictTextField(max_length=30)
    formula_id = GuidField(
        allow_null=True, default=None, help_text="Only rewards that it decided; null: all."
    )
    since = UtcDateTimeField(help_text="When the activities were created.")
    before = UtcDateTimeField(help_text="This moment is not included.")
    participant_ids = serializers.ListField(
        source="participants",
        child=GuidField(),
        max_length=MOST_PARTICIPANTS,
        default=list,
        help_text="Only theirs; empty: of all.",
    )
    activity_ids = serializers.ListField(
        source="activities",
        child=GuidField(),
        max_length=MOST_ACTIVITIES,
        default=list,
        help_text="Only these; empty: all.",
    )
    includes_changed_data = StrictBooleanField(
        default=False,
        help_text="true: also rewards of activities whose data changed after the credit.",
    )
    pays_cuts = StrictBooleanField(
        default=False, help_text="true: what limits had cut is paid; formulas are not asked."
    )


class CorrectionReasonInput(Input):
    """Why the rewards are adjusted: it stands with each operation."""

    example = {"reason": "The rate was 1.5 instead of 2 in May."}

    reason = StrictTextField(max_length=REASON_LENGTH)


class CorrectionFiguresOutput(Output):
    """How many activities, and points, the preview has found by now."""

    example = {
        "raised": 4_120,
        "lowered": 35,
        "unchanged": 8_004,
        "notCredited": 3,
        "adjustedByHand": 2,
        "notAccepted": 1,
        "changedData": 4,
        "failed": 0,
        "corrected": 0,
        "added": "20600",
        "taken": "175",
    }

    raised = serializers.IntegerField()
    lowered = serializers.IntegerField()
    unchanged = serializers.IntegerField()
    not_credited = serializers.IntegerField(help_text="Left out: the credit is not made yet.")
    adjusted_by_hand = serializers.IntegerField(help_text="Left out: adjusted by a person.")
    not_accepted = serializers.IntegerField(help_text="Left out: not accepted by the referees.")
    changed_data = serializers.IntegerField(
        help_text="Left out, unless asked for: the data changed after the credit."
    )
    failed = serializers.IntegerField(help_text="Left out: the formulas fail.")
    corrected = serializers.IntegerField(
        help_text="Left out of what limits cut: corrected by formulas since."
    )
    added = serializers.CharField(help_text="Points that would be added; limits may leave less.")
    taken = serializers.CharField(help_text="Points that would be taken.")


class CorrectionRunOutput(Output):
    """The run that adjusts, or adjusted last."""

    example = {
        "state": "Finished",
        "done": 4_155,
        "total": 4_155,
        "refused": 1,
        "reason": "",
        "startedBy": "bob",
        "createdOn": MOMENT,
        "finishedOn": MOMENT,
    }

    state = serializers.ChoiceField(LongJobState.choices)
    done = CountField(help_text="Activities by now, the refused ones too.")
    total = CountField(allow_null=True, help_text="Null: not counted yet.")
    refused = CountField()
    reason = serializers.CharField(allow_blank=True)
    started_by = serializers.CharField(allow_blank=True)
    created_on = UtcDateTimeField()
    finished_on = UtcDateTimeField(allow_null=True)


class CorrectionOutput(Output):
    """A correction: its preview, who requested and approved it, and its run."""

    example = {
        "correctionId": CORRECTION_ID,
        **_WHICH,
        "state": "Finished",
        "lookedAt": 12_165,
        "total": 12_165,
        "reason": "",
        "startedBy": "ann",
        "createdOn": MOMENT,
        "finishedOn": MOMENT,
        "figures": CorrectionFiguresOutput.example,
        "why": "The rate was 1.5 instead of 2 in May.",
        "requestedBy": "ann",
        "requestedOn": MOMENT,
        "approvedBy": "bob",
        "approvedOn": MOMENT,
        "run": CorrectionRunOutput.example,
    }

    correction_id = GuidField(source="pk")
    marketing_program_id = GuidField(source="program_id")
    activity_type = serializers.CharField()
    formula_id = GuidField(allow_null=True)
    since = UtcDateTimeField()
    before = UtcDateTimeField()
    participant_ids = serializers.ListField(source="participants", child=serializers.CharField())
    activity_ids = serializers.ListField(source="activities", child=serializers.CharField())
    includes_changed_data = serializers.BooleanField()
    pays_cuts = serializers.BooleanField()
    state = serializers.ChoiceField(LongJobState.choices, help_text="Of the preview.")
    looked_at = CountField(source="done", help_text="Activities by now.")
    total = CountField(allow_null=True, help_text="Null: not counted yet.")
    reason = serializers.CharField(
        allow_blank=True, help_text="Why the preview failed, or who cancelled it."
    )
    started_by = serializers.CharField()
    created_on = UtcDateTimeField()
    finished_on = UtcDateTimeField(allow_null=True)
    figures = CorrectionFiguresOutput(source="known_results", allow_null=True)
    why = serializers.CharField(allow_blank=True, help_text="The reason of the adjustments.")
    requested_by = serializers.CharField(allow_blank=True)
    requested_on = UtcDateTimeField(allow_null=True)
    approved_by = serializers.CharField(allow_blank=True)
    approved_on = UtcDateTimeField(allow_null=True)
    run = CorrectionRunOutput(source="last_run", allow_null=True)


class CorrectionItemOutput(Output):
    """A credited reward that differs from what the live formulas give."""

    example = {
        "activityId": ACTIVITY_ID,
        "participantId": PARTICIPANT_ID,
        "createdOn": MOMENT,
        "old": "16",
        "new": "21",
        "difference": "5",
        "cause": "Formula",
        "state": "Applied",
        "adjusted": "5",
        "reason": "",
        "operationId": "0b7e9c1d-5f3a-4e2b-8c6d-9a1f3e5d7c2b",
    }

    activity_id = GuidField()
    participant_id = GuidField()
    created_on = UtcDateTimeField(source="activity_on", help_text="Of the activity.")
    old = serializers.DecimalField(max_digits=18, decimal_places=0, help_text="What is credited.")
    new = serializers.DecimalField(
        max_digits=18, decimal_places=0, help_text="What the live formulas give, or limits cut of."
    )
    difference = serializers.CharField()
    cause = serializers.ChoiceField(
        ItemCause.choices,
        help_text="`Data`: they changed after the credit. `Limit`: limits had cut it.",
    )
    state = serializers.ChoiceField(ItemState.choices)
    adjusted = serializers.DecimalField(
        max_digits=18,
        decimal_places=0,
        allow_null=True,
        help_text="What was added; limits may have left less.",
    )
    reason = serializers.CharField(allow_blank=True, help_text="Why it is refused, or less.")
    operation_id = GuidField(help_text="Of the adjustment.")
