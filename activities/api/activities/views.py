"""Activities over the ActivityApi and the AdminApi: one, lists, and what happened."""

from uuid import UUID

import django_filters
from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from activities.api.activities.serializers import (
    ActivityOutput,
    ExplainedActivityOutput,
    ExplainedTaskOutput,
)
from activities.models import Activity, ActivityState
from activities.queries.activities import REWARDS, get_activity_by_id
from activities.queries.history import explain_activity
from activities.queries.tried_activities import explain_task
from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.pages import Filters, GuidFilter, MomentFilter
from foundation.rest.views import ApiViewSet
from programs import activity_types


class ActivityViews(ApiViewSet):
    """Activities for other services."""

    access = Role("activities.read")

    @operation(gives=ActivityOutput, locking=True, refusals=(404,))
    def retrieve(self, request: Request, activity_id: UUID) -> Response:
        """Return an activity."""
        return self.answer(get_activity_by_id(activity_id))


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
        gives=ExplainedTaskOutput,
        refusals=(404,),
        access=Role("activities.manage", "programs.manage", "programs.read"),
    )
    def explain_task(self, request: Request, participant_exercise_task_id: UUID) -> Response:
        """Explain why a task is open or done: its activity, and those that were not taken.

        Of the participant's activities of the task's type the newest 20, each with why. Criteria
        are compared as they are now.
        """
        return self.answer(explain_task(participant_exercise_task_id))
