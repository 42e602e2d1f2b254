"""Everything that reads activities for an answer."""

from activities.queries.activities import GetActivityByIdQuery, get_activity_by_id

__all__ = ["GetActivityByIdQuery", "get_activity_by_id"]
