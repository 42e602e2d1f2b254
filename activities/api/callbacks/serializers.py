"""What activity sources send to the callback host, and its answers."""

from rest_framework import serializers

from activities.models import ActivityState
from activities.readings import ActivityTypeField, CallbackBody, DataField, SourceInput
from foundation.rest.fields import GuidField, NewGuidField
from foundation.rest.serializers import Output


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
