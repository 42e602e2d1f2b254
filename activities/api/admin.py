"""Activities over the AdminApi: lists, histories, and their rewards, explained and again."""

from typing import Any
from uuid import UUID

import django_filters
from django.db.models import QuerySet
from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response

from activities.api.history_serializers import ExplainedActivityOutput
from activities.api.reward_serializers import (
    POSTED,
    REFUSED,
    CalculateManyInput,
    CalculateManyOutput,
    ExplainedRewardOutput,
    RewardCheckOutput,
)
from activities.api.serializers import ActivityOutput
from activities.commands.recalculating import (
    CalculateAgainCommand,
    CalculateManyAgainCommand,
    calculate_again,
    calculate_many_again,
)
from activities.models import Activity, ActivityState
from activities.queries.activities import REWARDS
from activities.queries.history import explain_activity
from activities.queries.reward_checks import check_reward
from activities.queries.reward_explanation import explain_reward
from programs import activity_types
from records.refusals import Refusal
from rest.access import Role
from rest.operations import operation
from rest.pages import Filters, GuidFilter, MomentFilter
from rest.views import ApiViewSet

EXPLAINED = Role("activities.manage", "rewards.read")


class ActivityFilters(Filters):
    """By program, participant, type, state, reward and time of creation."""

    marketing_program_id = GuidFilter(field_name="marketing_program_id")
    participant_id = GuidFilter(field_name="participant_id")
    type = django_filters.ChoiceFilter(choices=activity_types.choices())
    state = django_filters.ChoiceFilter(choices=ActivityState.choices)
    reward = django_filters.ChoiceFilter(
        choices=[(name, name) for name in REWARDS],
        method="by_reward",
        help_text="`set`; `failed`: the last calculation failed; `none`: neither.",
    )
    created_from = MomentFilter(
        field_name="created_on", lookup_expr="gte", help_text="Created then or later."
    )
    created_before = MomentFilter(
        field_name="created_on", lookup_expr="lt", help_text="Created before then."
    )

    def by_reward(self, activities: QuerySet[Activity], _: str, name: str) -> QuerySet[Activity]:
        """Narrow by whether the reward is set."""
        return activities.filter(REWARDS[name])


class StaffActivityViews(ApiViewSet):
    """Activities."""

    access = Role("activities.manage")

    @operation(gives=ActivityOutput, paged=True, filters=ActivityFilters, ordering=("-created_on",))
    def list(self, request: Request) -> Response:
        """List activities, the newest first."""
        return self.page(Activity.objects.all())

    @operation(gives=ExplainedActivityOutput, refusals=(404,))
    def history(self, request: Request, activity_id: UUID) -> Response:
        """Explain an activity: where it is and why, what happened, and the tasks looked at.

        The tasks are compared when this is asked for, as they are now. A task that was added or
        changed after the activity was applied or skipped is marked by `since`.
        """
        return self.answer(explain_activity(activity_id))

    @operation(
        gives=ActivityOutput,
        locking=True,
        refusals=(404, 409),
    )
    def calculate(self, request: Request, activity_id: UUID) -> Response:
        """Calculate the reward again, in either scheme.

        If the calculation fails, the reward stays unset; the history says why. 409: another reward
        is set, and stays.
        """
        command = CalculateAgainCommand(activity_id=activity_id, source=request.user.get_username())
        return self.answer(calculate_again(command))

    @operation(gives=ExplainedRewardOutput, refusals=(404,), access=EXPLAINED)
    def explanation(self, request: Request, activity_id: UUID) -> Response:
        """Explain a reward in words and numbers, from what was stored; nothing is calculated.

        Which formula decided and by which revision, why those before it did not suit, each step
        with its value, rounding, credit and adjustments; or why there is no reward.
        """
        return self.answer(explain_reward(activity_id))

    @operation(gives=RewardCheckOutput, refusals=(404,), access=EXPLAINED)
    def check(self, request: Request, activity_id: UUID) -> Response:
        """Calculate a reward again from what was stored with it, and compare; nothing changes.

        404 `reward-not-set`: there is no reward.
        """
        return self.answer(check_reward(activity_id))

    @operation(takes=CalculateManyInput, gives=CalculateManyOutput, statuses=(202,))
    def calculate_many(self, request: Request) -> Response:
        """Have the rewards of up to 1,000 activities calculated again, in either scheme.

        Workers calculate them; each activity's history says what became of it. An activity that
        does not exist or has a reward is refused, and stops no other.
        """
        ids = self.data()["activity_ids"]
        source = request.user.get_username()
        refusals = calculate_many_again(CalculateManyAgainCommand(activity_ids=ids, source=source))
        return self.answer(
            {"results": [_item(*each, refusals[each[1]]) for each in enumerate(ids)]}
        )


def _item(index: int, activity_id: UUID, refusal: Refusal | None) -> dict[str, Any]:
    return {
        "index": index,
        "activity_id": activity_id,
        "status": REFUSED if refusal else POSTED,
        "code": refusal.code if refusal else None,
        "detail": refusal.detail if refusal else None,
    }


ACTIVITY = "activities/<guid:activity_id>"

urlpatterns = [
    path("activities", StaffActivityViews.as_view({"get": "list"})),
    path(
        "activities/reward/calculate/bulk", StaffActivityViews.as_view({"post": "calculate_many"})
    ),
    path(f"{ACTIVITY}/reward/explanation", StaffActivityViews.as_view({"get": "explanation"})),
    path(f"{ACTIVITY}/reward/check", StaffActivityViews.as_view({"get": "check"})),
    path(f"{ACTIVITY}/history", StaffActivityViews.as_view({"get": "history"})),
    path(f"{ACTIVITY}/reward/calculate", StaffActivityViews.as_view({"post": "calculate"})),
]
