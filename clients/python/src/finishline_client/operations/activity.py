"""The operations of the ActivityApi. Made by `script/clients`; do not change it by hand."""

from finishline_client import models
from finishline_client.calls import Group, Guid


class ActivityApi(Group):
    """Version 2 of the group `activity-api`."""

    base = "activity-api"
    version = 2

    def activities_retrieve(
        self, activity_id: Guid, *, if_none_match: str | None = None
    ) -> models.ActivityOutput:
        """Return an activity.

        Role: `activities.read`.
        """
        return self._send("GET", "activities/{}", activity_id, if_none_match=if_none_match).one(
            models.ActivityOutput
        )


class ActivityApiV1(ActivityApi):
    """Version 1 of the group `activity-api`."""

    base = "activity-api"
    version = 1
