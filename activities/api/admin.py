"""Activities over the AdminApi: lists, histories, and calculating a reward again."""

from uuid import UUID

import django_filters
from django.db.models import QuerySet
from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response

from activities.api.history_serializers import ExplainedActivityOutput
from activities.api.serializers import ActivityOutput
from activities.commands import CalculateAgainCommand, calculate_again
from activities.models import Activity, ActivityState
from activities.queries.activities import REWARDS, list_activities
from activities.queries.history import explain_activity
from programs import activity_types
from rest.access import Role
from rest.operations import operation
from rest.pages import Filters, MomentFilter
from rest.views import ApiViewSet


class ActivityFilters(Filters):
    """By program, participant, type, state, reward and time of creation."""

    marketing_program_id = django_filters.UUIDFilter(field_name="marketing_program_id")
    participant_id = django_filters.UUIDFilter(field_name="participant_id")
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
        return self.page(list_activities())

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


ACTIVITY = "activities/<guid:activity_id>"

urlpatterns = [
    path("activities", StaffActivityViews.as_view({"get": "list"})),
    path(f"{ACTIVITY}/history", StaffActivityViews.as_view({"get": "history"})),
    path(f"{ACTIVITY}/reward/calculate", StaffActivityViews.as_view({"post": "calculate"})),
]
