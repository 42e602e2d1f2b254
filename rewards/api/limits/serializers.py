"""Limits of rewards in requests and answers."""

from decimal import Decimal
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from foundation.rest.fields import GuidField, StrictIntegerField, StrictTextField, UtcDateTimeField
from foundation.rest.serializers import Input, Output
from rewards.api.fields import MOMENT, PROGRAM_ID
from rewards.commands.limits import MOST
from rewards.counters import budget_use
from rewards.models import LimitPeriod, LimitScope, LimitUnit, RewardLimit

LIMIT_ID = "3b7d9f1c-5e2a-4c84-9d60-1f3b5d7e9a2c"
_LIMIT = {
    "scope": "All",
    "activityType": None,
    "period": "Month",
    "unit": "Points",
    "most": 100_000,
}


class LimitInput(Input):
    """A limit. Only `most` ever changes."""

    example = _LIMIT

    scope = serializers.ChoiceField(
        LimitScope.choices, help_text="Of each participant, or of all together: a budget."
    )
    activity_type = StrictTextField(
        max_length=30, allow_null=True, default=None, help_text="Null: activities of all types."
    )
    period = serializers.ChoiceField(
        LimitPeriod.choices, help_text="In the program's time zone; a week begins on Monday."
    )
    unit = serializers.ChoiceField(LimitUnit.choices)
    most = StrictIntegerField(min_value=1, max_value=MOST, help_text="What a period allows.")

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        values: dict[str, Any] = super().to_internal_value(data)
        activity_type, most = values["activity_type"] or "", Decimal(values["most"])
        return {**values, "activity_type": activity_type, "most": most}


class BudgetUseOutput(Output):
    """What is used and left of a budget in its current period."""

    example = {
        "since": "2026-05-01T00:00:00Z",
        "before": "2026-06-01T00:00:00Z",
        "used": 81_250,
        "left": 18_750,
    }

    since = UtcDateTimeField()
    before = UtcDateTimeField(allow_null=True, help_text="Null: the whole program.")
    used = serializers.IntegerField(min_value=0)
    left = serializers.IntegerField(min_value=0)


class LimitOutput(Output):
    """A limit; of a budget, what is left of it now."""

    example = {
        "limitId": LIMIT_ID,
        "marketingProgramId": PROGRAM_ID,
        **_LIMIT,
        "current": BudgetUseOutput.example,
        "createdOn": MOMENT,
        "updatedOn": MOMENT,
    }

    limit_id = GuidField(source="pk")
    marketing_program_id = GuidField(source="program_id")
    scope = serializers.ChoiceField(LimitScope.choices)
    activity_type = serializers.SerializerMethodField(help_text="Null: activities of all types.")
    period = serializers.ChoiceField(LimitPeriod.choices)
    unit = serializers.ChoiceField(LimitUnit.choices)
    most = serializers.IntegerField(min_value=1)
    current = serializers.SerializerMethodField(help_text="Null: it is each participant's.")
    created_on = UtcDateTimeField()
    updated_on = UtcDateTimeField()

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_activity_type(self, limit: RewardLimit) -> str | None:
        return limit.activity_type or None

    @extend_schema_field(BudgetUseOutput(allow_null=True))
    def get_current(self, limit: RewardLimit) -> dict[str, Any] | None:
        use = budget_use(limit, timezone.now())
        return None if use is None else BudgetUseOutput(use).data


class AllowanceOutput(Output):
    """A limit of a participant's program, and what is left of it now."""

    example = {
        "limitId": LIMIT_ID,
        "limit": "50 points a week for each participant",
        "isBudget": False,
        "most": 50,
        "since": "2026-05-11T00:00:00Z",
        "before": "2026-05-18T00:00:00Z",
        "used": 42,
        "left": 8,
    }

    limit_id = GuidField(source="limit.pk")
    limit = serializers.CharField(help_text="In words.")
    is_budget = serializers.BooleanField(
        source="limit.is_budget", help_text="Whether it is of all participants together."
    )
    most = serializers.IntegerField(source="limit.most")
    since = UtcDateTimeField(source="use.since", help_text="When the current period begins.")
    before = UtcDateTimeField(
        source="use.before", allow_null=True, help_text="Null: the whole program."
    )
    used = serializers.IntegerField(source="use.used")
    left = serializers.IntegerField(source="use.left")
