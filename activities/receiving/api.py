"""The callback host: activity sources send their activities here."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils import timezone
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.request import Request
from rest_framework.response import Response

from activities.receiving.commands import CreateActivityCommand, receive_activity
from activities.records.models import ActivityState
from activities.records.readings import (
    ActivityTypeField,
    CallbackBody,
    DataField,
    SourceInput,
    activity_data,
)
from activities.types.sport import ACCEPTED, REJECTED, SporadicActivity, SportActivity
from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.serializers import GuidField, NewGuidField, Output
from foundation.rest.views import ApiViewSet

# What activity sources send to the callback host, and its answers.


class CallbackInput(SourceInput):
    """A callback of an activity source."""

    example = {
        "body": {
            "activityId": "c0f8a1f2-3d52-4b7e-9a0e-7b9f0a6d1e01",
            "userId": "5f2d7a54-0f5c-4a1c-8f0e-6d0b7c8e9f10",
            "trackerId": "9b1e3a5c-7d2f-4e6a-8b0c-1d2e3f4a5b6c",
            "provider": "Garmin",
            "discipline": "running",
            "startDate": "2026-05-17T06:00:00Z",
            "finishDate": "2026-05-17T06:57:45Z",
            "distance": 10.5,
            "timeInSeconds": 3465,
            "averagePace": 330,
            "averageSpeed": 10.9,
        }
    }

    body = CallbackBody()


class ActivityInput(SourceInput):
    """An activity of any type; `data` are the texts of its type's keys."""

    entrance = "activities"
    example = {
        "activityId": "c0f8a1f2-3d52-4b7e-9a0e-7b9f0a6d1e01",
        "userId": "5f2d7a54-0f5c-4a1c-8f0e-6d0b7c8e9f10",
        "type": "QuizActivity",
        "data": {
            "QuizId": "1f0c2b6a-4f0e-4a53-9a57-6e1d3c8b7a90",
            "CorrectAnswers": "8",
            "TotalQuestions": "10",
        },
    }

    activity_id = NewGuidField()
    user_id = GuidField()
    type = ActivityTypeField()
    data = DataField()  # type: ignore[assignment]


class ReceivedOutput(Output):
    """The activity's id and state."""

    example = {"activityId": "c0f8a1f2-3d52-4b7e-9a0e-7b9f0a6d1e01", "state": "Created"}

    activity_id = GuidField(source="id")
    state = serializers.ChoiceField(choices=ActivityState.choices)


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
