"""Limits of a program's rewards over the AdminApi."""

from decimal import Decimal
from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.access import Role
from foundation.rest.bodies import expected_version
from foundation.rest.operations import operation
from foundation.rest.serializers import (
    GuidField,
    Input,
    Output,
    StrictIntegerField,
    StrictTextField,
    UtcDateTimeField,
)
from foundation.rest.views import ApiViewSet
from programs.participants.models import Participant
from programs.programs.models import MarketingProgram
from programs.putting import PutResult
from rewards.approvals.commands import order_alone
from rewards.example_ids import MOMENT, PROGRAM_ID
from rewards.limits.budgets import budget_use, list_allowances
from rewards.limits.commands import (
    MAX_LIMITS,
    MOST,
    PutLimitCommand,
    RemoveLimitCommand,
    put_limit,
    remove_limit,
)
from rewards.limits.models import LimitScope, LimitUnit, RewardLimit
from rewards.limits.periods import LimitPeriod

# Limits of rewards in requests and answers.


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


READ = Role("programs.manage", "programs.read", "rewards.read")
MANAGE = Role("programs.manage")


class LimitViews(ApiViewSet):
    """Limits of what a program credits."""

    access = READ

    @operation(gives=LimitOutput, many=True, at_most=MAX_LIMITS, refusals=(404,))
    def list(self, request: Request, marketing_program_id: UUID) -> Response:
        """List a program's limits, the oldest first."""
        program = MarketingProgram.objects.get_or_refuse(marketing_program_id)
        limits = RewardLimit.objects.filter(program=program).select_related("program")
        return self.answer(limits.order_by("created_on", "pk"))

    # `current` goes on with the time and with what is credited.
    @operation(gives=LimitOutput, more_than_version=True, refusals=(404,))
    def retrieve(self, request: Request, marketing_program_id: UUID, limit_id: UUID) -> Response:
        """Return a limit."""
        return self.answer(_of(marketing_program_id, limit_id))

    @operation(
        takes=LimitInput,
        gives=LimitOutput,
        statuses=(200, 201),
        locking=True,
        access=MANAGE,
        refusals=(404, 409),
    )
    def save(self, request: Request, marketing_program_id: UUID, limit_id: UUID) -> Response:
        """Add a limit, or change how much it allows; 409: something else differs.

        403 `another-person-needed`: limits need a second person, in the console.
        """
        given: dict[str, Any] = {"program_id": marketing_program_id, "limit_id": limit_id}
        command = PutLimitCommand(**given, **self.changes(), now=timezone.now())
        done = order_alone(command, put_limit)
        return self.answer(done.record, 201 if done.outcome is PutResult.CREATED else 200)

    @operation(locking=True, refusals=(404,), access=MANAGE)
    def destroy(self, request: Request, marketing_program_id: UUID, limit_id: UUID) -> Response:
        """Remove a limit; the rewards that it cut stay.

        403 `another-person-needed`: limits need a second person, in the console.
        """
        limit = _of(marketing_program_id, limit_id)
        version = expected_version(request)
        order_alone(
            RemoveLimitCommand(limit_id=limit.pk, by=self.actor, expected_version=version),
            remove_limit,
        )
        return self.done()


class AllowanceViews(ApiViewSet):
    """What limits leave a participant."""

    access = READ

    @operation(gives=AllowanceOutput, many=True, at_most=MAX_LIMITS, refusals=(404,))
    def list(self, request: Request, participant_id: UUID) -> Response:
        """List the limits of the participant's program, with what is left of each now."""
        participant = Participant.objects.get_or_refuse(participant_id)
        return self.answer(list_allowances(participant, timezone.now()))


class OwnAllowanceViews(AllowanceViews):
    """Every participant's whose id the caller knows."""

    access = Role("rewards.balance")


def _of(program_id: UUID, limit_id: UUID) -> RewardLimit:
    return RewardLimit.objects.filter(program=program_id).get_or_refuse(limit_id)
