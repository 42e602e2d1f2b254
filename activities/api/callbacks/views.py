"""The callback host: activity sources send their activities here."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils import timezone
from rest_framework.exceptions import ParseError
from rest_framework.request import Request
from rest_framework.response import Response

from activities.api.callbacks.serializers import ActivityInput, CallbackInput, ReceivedOutput
from activities.commands.receiving import CreateActivityCommand, receive_activity
from activities.readings import activity_data
from activities.types.sporadic import SporadicActivity
from activities.types.sport import ACCEPTED, REJECTED, SportActivity
from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.views import ApiViewSet


class ActivityCallbacks(ApiViewSet):
    """Activities of any type."""

    access = Role("activities.receive")

    @operation(takes=ActivityInput, gives=ReceivedOutput, refusals=(400, 404, 409))
    def create(self, request: Request) -> Response:
        """Store an activity of any type, or update its data."""
        body = self.data()
        return self._receive(body, body["type"], body["data"])

    def data(self) -> dict[str, Any]:
        """Return the body as every view does, and refuse an empty one."""
        if self.request.stream is None:
            raise ParseError("The body is empty.")
        return super().data()

    def _receive(
        self, body: Mapping[str, Any], activity_type: str, data: Mapping[str, str]
    ) -> Response:
        command = CreateActivityCommand(
            now=timezone.now(),
            activity_id=body["activity_id"],
            participant_id=body["user_id"],
            activity_data=data,
            activity_type=activity_type,
            source="callback",
        )
        return self.answer(receive_activity(command))


class SportActivityCallbacks(ActivityCallbacks):
    """Callbacks about refereed sport activities."""

    activity_type: ClassVar = SportActivity.type

    @operation(takes=CallbackInput, gives=ReceivedOutput, refusals=(400, 404, 409))
    def accepted(self, request: Request) -> Response:
        """Store an activity that the referees accepted, or update its data."""
        return self._refereed(ACCEPTED)

    @operation(takes=CallbackInput, gives=ReceivedOutput, refusals=(400, 404, 409))
    def rejected(self, request: Request) -> Response:
        """Store an activity that the referees rejected, or update its data."""
        return self._refereed(REJECTED)

    def _refereed(self, check_state: str) -> Response:
        body = self.data()["body"]
        data = activity_data({**body, "refereeing_system_check_state": check_state})
        return self._receive(body, self.activity_type, data)


class SporadicActivityCallbacks(SportActivityCallbacks):
    """Callbacks about refereed sporadic activities."""

    activity_type = SporadicActivity.type
