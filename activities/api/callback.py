"""The callback host: activity sources send their activities here."""

from typing import ClassVar

from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response

from activities.api.serializers import CallbackInput, ReceivedOutput
from activities.commands import ReceiveActivityCommand, receive_activity
from activities.readings import activity_data
from activities.types.sporadic import SporadicActivity
from activities.types.sport import ACCEPTED, REJECTED, SportActivity
from rest.access import Role
from rest.operations import operation
from rest.views import ApiViewSet


class SportActivityCallbacks(ApiViewSet):
    """Callbacks about refereed sport activities."""

    access = Role("activities.receive")
    activity_type: ClassVar = SportActivity.type

    @operation(takes=CallbackInput, gives=ReceivedOutput, refusals=(404, 409))
    def accepted(self, request: Request) -> Response:
        """Store an activity that the referees accepted, or update its data."""
        return self._receive(ACCEPTED)

    @operation(takes=CallbackInput, gives=ReceivedOutput, refusals=(404, 409))
    def rejected(self, request: Request) -> Response:
        """Store an activity that the referees rejected, or update its data."""
        return self._receive(REJECTED)

    def _receive(self, check_state: str) -> Response:
        body = self.data()["body"]
        activity = receive_activity(
            ReceiveActivityCommand(
                activity_id=body["activity_id"],
                participant_id=body["user_id"],
                activity_data=activity_data({**body, "refereeing_system_check_state": check_state}),
                activity_type=self.activity_type,
                source="callback",
            )
        )
        return self.answer(activity)


class SporadicActivityCallbacks(SportActivityCallbacks):
    """Callbacks about refereed sporadic activities."""

    activity_type = SporadicActivity.type


urlpatterns = [
    path(f"{source}-activities-callback/activity-{action}", views.as_view({"post": action}))
    for source, views in (
        ("sport", SportActivityCallbacks),
        ("sporadic", SporadicActivityCallbacks),
    )
    for action in ("accepted", "rejected")
]
