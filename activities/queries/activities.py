"""Activities, one by its id and all for lists."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from activities.models import Activity
from records.versioned import VersionedQuerySet

# Whether the reward is set; without one, whether the last calculation failed.
REWARDS: Mapping[str, Q] = {
    "set": Q(reward__isnull=False),
    "failed": ~Q(reward_failure=""),
    "none": Q(reward__isnull=True, reward_failure=""),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GetActivityByIdQuery:
    activity_id: UUID


def get_activity_by_id(query: GetActivityByIdQuery) -> Activity:
    """Return an activity with its program.

    :raises ActivityNotFound: no such activity.
    """
    return Activity.objects.select_related("marketing_program").get_or_refuse(query.activity_id)


def list_activities() -> VersionedQuerySet[Activity]:
    """Return all activities."""
    return Activity.objects.all()
