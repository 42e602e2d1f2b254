"""Dry runs in requests and answers. Amounts are texts: they may have more digits than a float."""

from typing import Any

from rest_framework import serializers

from foundation.messaging.models import LongJobState
from foundation.rest.serializers import (
    CountField,
    GuidField,
    Input,
    NewGuidField,
    Output,
    UtcDateTimeField,
)
from programs.tasks.assigning_api import SegmentInput
from rewards.example_ids import ACTIVITY_ID, FORMULA_ID, MOMENT, PARTICIPANT_ID
from rewards.formulas.serializers import RevisionField
from rewards.trials.figures import SIDES, ComparisonVerdict

LIMIT_ID = "3b7d9f1c-5e2a-4c84-9d60-1f3b5d7e9a2c"
DRY_RUN_ID = "0d9e8f7a-6b5c-4d3e-8f1a-2b3c4d5e6f70"
SINCE, BEFORE = "2026-05-01T00:00:00Z", "2026-06-01T00:00:00Z"


class AmountField(serializers.CharField):
    """A whole amount of any size, as text; negative where the draft gives less."""

    def to_representation(self, value: Any) -> str:
        return f"{value:d}"


OTHER = {"formulaId": LIMIT_ID, "revision": 3}


class OtherDraftInput(Input):
    """A revision of another formula of the same program and type; left out: the last one."""

    example = OTHER

    formula_id = GuidField()
    revision = RevisionField(source="number")


class DryRunInput(Input):
    """Which revisions are compared, over the activities created in which period, and of whom."""

    example = {
        "dryRunId": DRY_RUN_ID,
        "since": SINCE,
        "before": BEFORE,
        "revision": 2,
        "others": [OTHER],
        "segment": {"state": "Active"},
    }

    dry_run_id = NewGuidField(required=False, help_text="Makes the request repeatable.")
    since = UtcDateTimeField()
    before = UtcDateTimeField(help_text="This moment is not included.")
    revision = RevisionField(source="number")
    others = OtherDraftInput(many=True, required=False, help_text="Tried together with it.")
    segment = SegmentInput(required=False)
    participant_ids = serializers.ListField(
        child=GuidField(),
        required=False,
        min_length=1,
        max_length=1000,
        help_text="Instead of a segment: only their activities.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "segment" in attrs and "participant_ids" in attrs:
            raise serializers.ValidationError(
                {"participantIds": "Either a segment or a list of participants is expected."}
            )
        return attrs


class OtherDraftOutput(Output):
    """A draft of another formula that is tried together with the one of the run."""

    formula_id = serializers.CharField()
    name = serializers.CharField()
    revision = CountField()


class AsIfValidOutput(Output):
    """A draft that is valid only later, and tried as if it were valid already."""

    formula_id = serializers.CharField()
    name = serializers.CharField()
    valid_from = serializers.CharField()


class DryRunOutput(Output):
    """A dry run, and how far it is."""

    example = {
        "dryRunId": DRY_RUN_ID,
        "formulaId": FORMULA_ID,
        "revision": 2,
        "since": SINCE,
        "before": BEFORE,
        "others": [{**OTHER, "name": "Weekends"}],
        "asIfValid": [
            {"formulaId": FORMULA_ID, "name": "By distance", "validFrom": "2027-01-01T00:00:00Z"}
        ],
        "segment": {"state": "Active"},
        "notes": ["Together with “Weekends”, revision 3."],
        "state": "Running",
        "lookedAt": 40_000,
        "total": 100_000,
        "reason": "",
        "startedBy": "ann",
        "createdOn": MOMENT,
        "startedOn": MOMENT,
        "finishedOn": None,
    }

    dry_run_id = GuidField(source="pk")
    formula_id = GuidField()
    revision = CountField(source="revision.number")
    since = UtcDateTimeField()
    before = UtcDateTimeField()
    others = OtherDraftOutput(many=True)
    as_if_valid = AsIfValidOutput(many=True)
    segment = serializers.DictField(help_text="Whose activities; empty: of all participants.")
    notes = serializers.ListField(child=serializers.CharField(), help_text="The same in words.")
    state = serializers.ChoiceField(LongJobState.choices)
    looked_at = serializers.IntegerField(source="done", help_text="Activities by now.")
    total = serializers.IntegerField(allow_null=True, help_text="Null: not counted yet.")
    reason = serializers.CharField(
        allow_blank=True, help_text="Why it failed, who cancelled it, or the last try's error."
    )
    started_by = serializers.CharField()
    created_on = UtcDateTimeField()
    started_on = UtcDateTimeField(allow_null=True)
    finished_on = UtcDateTimeField(allow_null=True)


class SideOutput(Output):
    """What the activities get by one side. What is not rewarded counts as 0 in the total."""

    example = {"total": "150400", "rewarded": 38_000, "withoutReward": 1_990, "failed": 10}

    total = AmountField()
    rewarded = serializers.IntegerField()
    without_reward = serializers.IntegerField()
    failed = serializers.IntegerField()


class ActivitiesOutput(Output):
    """Activities by what the draft changes."""

    example = {
        "notCalculated": 1_200,
        "winners": 22_000,
        "losers": 9_000,
        "unchanged": 9_000,
        "gained": 310,
        "lost": 4,
        "broken": 10,
        "mended": 0,
    }

    not_calculated = serializers.IntegerField(help_text="Their type gives no reward for them.")
    winners = serializers.IntegerField(help_text="Get more by the draft.")
    losers = serializers.IntegerField(help_text="Get less by the draft.")
    unchanged = serializers.IntegerField(help_text="Get the same amount, or nothing by either.")
    gained = serializers.IntegerField(help_text="Get a reward by the draft alone.")
    lost = serializers.IntegerField(help_text="Get a reward by the live formulas alone.")
    broken = serializers.IntegerField(help_text="Fail by the draft alone.")
    mended = serializers.IntegerField(help_text="Fail by the live formulas alone.")


class ParticipantsOutput(Output):
    """Participants whose sum the draft changes."""

    example = {"winners": 5_100, "losers": 1_900}

    winners = serializers.IntegerField()
    losers = serializers.IntegerField()


class BinOutput(Output):
    """How many activities get a difference from `least` to `most`."""

    example = {"least": "-4", "most": "-2", "count": 812}

    least = AmountField()
    most = AmountField()
    count = serializers.IntegerField()


class LargestOutput(Output):
    """An activity with one of the largest differences."""

    example = {
        "activityId": ACTIVITY_ID,
        "participantId": PARTICIPANT_ID,
        "createdOn": MOMENT,
        "live": "120",
        "liveVerdict": "Rewarded",
        "draft": "0",
        "draftVerdict": "Failed",
        "difference": "-120",
    }

    activity_id = GuidField()
    participant_id = GuidField()
    created_on = UtcDateTimeField()
    live = AmountField()
    live_verdict = serializers.ChoiceField(ComparisonVerdict.choices)
    draft = AmountField()
    draft_verdict = serializers.ChoiceField(ComparisonVerdict.choices)
    difference = AmountField()


class FailureOutput(Output):
    """A reason for which calculations fail, with the first activity that it was found on."""

    example = {
        "side": "draft",
        "reason": "Formula 'By distance', revision 2, line 1, column 9: division by zero",
        "count": 10,
        "activityId": ACTIVITY_ID,
    }

    side = serializers.ChoiceField([(side, side) for side in SIDES])
    reason = serializers.CharField()
    count = serializers.IntegerField()
    activity_id = GuidField()


class BudgetPeriodOutput(Output):
    """What the activities of a budget's period take from it, by either side."""

    example = {"since": SINCE, "live": "90400", "draft": "103200"}

    since = UtcDateTimeField(help_text="When the period begins.")
    live = AmountField()
    draft = AmountField()


class ComparedBudgetOutput(Output):
    """A budget of the program, and what activities of the formula's type take from it."""

    example = {
        "limitId": LIMIT_ID,
        "budget": "100,000 points a month for all participants together",
        "most": "100000",
        "exceededLive": 0,
        "exceededDraft": 1,
        "periods": [BudgetPeriodOutput.example],
    }

    limit_id = GuidField()
    budget = serializers.CharField()
    most = AmountField()
    exceeded_live = serializers.IntegerField(help_text="Periods in which it is exceeded.")
    exceeded_draft = serializers.IntegerField(help_text="Periods in which it is exceeded.")
    periods = BudgetPeriodOutput(many=True)


class ResultsOutput(Output):
    """The figures of the activities that the dry run has looked at by now."""

    example = {
        "live": SideOutput.example,
        "draft": {**SideOutput.example, "total": "163200"},
        "activities": ActivitiesOutput.example,
        "participants": ParticipantsOutput.example,
        "histogram": [BinOutput.example],
        "largest": [LargestOutput.example],
        "failures": [FailureOutput.example],
        "budgets": [ComparedBudgetOutput.example],
    }

    live = SideOutput()
    draft = SideOutput()
    activities = ActivitiesOutput()
    participants = ParticipantsOutput()
    histogram = BinOutput(many=True, help_text="Ascending, without gaps.")
    largest = LargestOutput(many=True, help_text="At most twenty, the largest first.")
    failures = FailureOutput(many=True, help_text="At most ten different reasons a side.")
    budgets = ComparedBudgetOutput(many=True, help_text="As if they cut no reward.")


class DryRunWithResultsOutput(DryRunOutput):
    """A dry run with its results."""

    example = {**DryRunOutput.example, "results": ResultsOutput.example}

    results = ResultsOutput(
        source="known_results", allow_null=True, help_text="Null: nothing is stored yet."
    )
