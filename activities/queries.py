"""Queries about activities."""

from dataclasses import dataclass
from uuid import UUID

from activities.models import Activity


@dataclass(frozen=True, slots=True, kw_only=True)
class GetActivityByIdQuery:
    activity_id: UUID


def get_activity_by_id(query: GetActivityByIdQuery) -> Activity:
    """Return an activity with its program.

    :raises ActivityNotFound: no such activity.
    """
    return Activity.objects.select_related("marketing_program").get_or_refuse(query.activity_id)
