"""Activities for tests."""
# mypy: disable-error-code="no-untyped-call"

from typing import Any

from factory.declarations import LazyFunction, SelfAttribute, SubFactory
from factory.django import DjangoModelFactory

from activities.models import Activity
from programs.tests.factories import ParticipantFactory


def sport_data(**changes: str) -> dict[str, str]:
    """Return the data of a run, accepted."""
    return {
        "TrackerId": "7d9f3f7e-2d7b-4c52-9b39-0d5a5b7f6c11",
        "Provider": "Tracker",
        "Discipline": "running",
        "StartDate": "2026-05-17T09:30:00Z",
        "FinishDate": "2026-05-17T10:30:00Z",
        "Distance": "10.5",
        "TimeInSeconds": "3600",
        "RefereeingSystemCheckState": "Accepted",
        **changes,
    }


def sport_body(**changes: Any) -> dict[str, Any]:
    """Return a callback's body, as the source sends it, without its ids."""
    return {
        "trackerId": "7d9f3f7e-2d7b-4c52-9b39-0d5a5b7f6c11",
        "provider": "Tracker",
        "discipline": "running",
        "startDate": "2026-05-17T09:30:00Z",
        "finishDate": "2026-05-17T10:30:00Z",
        "distance": 10.5,
        "timeInSeconds": 3600,
        **changes,
    }


class ActivityFactory(DjangoModelFactory[Activity]):
    class Meta:
        model = Activity

    participant = SubFactory(ParticipantFactory)
    marketing_program = SelfAttribute("participant.program")
    type = "SportActivity"
    data = LazyFunction(sport_data)


def data_of(activity_type: str) -> dict[str, str]:
    """Return the data of an activity of a type."""
    return sport_data() if activity_type in _SPORT else dict(_OTHER[activity_type])


_GUID = "7d9f3f7e-2d7b-4c52-9b39-0d5a5b7f6c11"
_MOMENT = "2026-05-17T09:30:00Z"
_SPORT = {"SportActivity", "SporadicActivity"}
_OTHER = {
    "QuizActivity": {"QuizId": _GUID, "CorrectAnswers": "7", "TotalQuestions": "10"},
    "InviteActivity": {"InvitedParticipantId": _GUID, "InvitedOn": _MOMENT},
    "PartnersActivity": {"PartnerId": _GUID, "ActionCode": "order", "Amount": "12.5"},
    "GeoLocationActivity": {
        "LocationId": _GUID,
        "Latitude": "59.93",
        "Longitude": "30.31",
        "CheckedInOn": _MOMENT,
    },
    "RegistrationActivity": {"RegisteredOn": _MOMENT},
    "ParticipatingActivity": {"EventId": _GUID, "ParticipatedOn": _MOMENT, "StartNumber": "12"},
    "UploadImageActivity": {
        "ImageId": _GUID,
        "ImageUrl": "https://example.org/finish.jpg",
        "UploadedOn": _MOMENT,
    },
}
