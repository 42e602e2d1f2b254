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
