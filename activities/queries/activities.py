"""One activity, and the conditions of lists."""

from collections.abc import Mapping
from uuid import UUID

from django.db.models import Q

from activities.models import Activity

# Whether the reward is set; without one, whether the last calculation failed.
REWARDS: Mapping[str, Q] = {
    "set": Q(reward__isnull=False),
    "failed": ~Q(reward_failure=""),
    "none": Q(reward__isnull=True, reward_failure=""),
}


def get_activity_by_id(activity_id: UUID) -> Activity:
    """Return an activity with its program (GetActivityByIdQuery of the specification)."""
    return Activity.objects.select_related("marketing_program").get_or_refuse(activity_id)
