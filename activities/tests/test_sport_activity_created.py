"""The event `sport-activities.activity-created`."""

import uuid
from typing import Any

import pytest
from django.utils import timezone

from activities.models import Activity
from activities.receiving.handlers import UnreadableActivityEvent, on_sport_activity_created
from activities.tests.calls.outbox import published
from activities.tests.factories import sport_body, sport_data
from foundation.messaging.bus.cloud_events import Event
from foundation.messaging.bus.intake import take_in
from programs.tests.factories import ParticipantFactory

pytestmark = pytest.mark.django_db


def event(subject: Any, **changes: Any) -> Event:
    return Event(
        id=str(uuid.uuid4()),
        source="/sport-activities",
        type="sport-activities.activity-created",
        subject=str(subject),
        time=timezone.now(),
        data=sport_body(**{"isCyclic": True, **changes}),
    )


@pytest.mark.parametrize(
    ("is_cyclic", "activity_type", "verdict"),
    [(True, "SportActivity", None), (False, "SporadicActivity", "Accepted")],
)
def test_creates_an_activity_once(is_cyclic: bool, activity_type: str, verdict: str | None):
    participant, activity_id = ParticipantFactory.create(), uuid.uuid4()
    given = {"refereeingSystemCheckState": verdict} if verdict else {}
    created = event(
        activity_id, participantId=str(participant.pk), isCyclic=is_cyclic, intensity=0.5, **given
    )

    times = [take_in(created, created.type) for _ in range(2)]

    activity = Activity.objects.get(pk=activity_id)
    expected = sport_data(IsCyclic=str(is_cyclic).lower(), Intensity="0.5")
    if not verdict:
        del expected["RefereeingSystemCheckState"]
    assert times == [True, False]
    assert (activity.participant, activity.type) == (participant, activity_type)
    assert activity.data == expected
    assert len(published()) == 1


@pytest.mark.parametrize(
    ("subject", "change", "field"),
    [
        ("", {}, None),
        ("none", {}, None),
        (uuid.UUID(int=0), {}, None),
        (uuid.UUID(int=1), {"provider": 5}, "provider"),
        (uuid.UUID(int=1), {"discipline": 1.5}, "discipline"),
        (uuid.uuid4(), {"participantId": "none"}, "participantId"),
        (uuid.uuid4(), {"isCyclic": None}, "isCyclic"),
        (uuid.uuid4(), {"distance": "far"}, "distance"),
        (uuid.uuid4(), {"distance": float("nan")}, "distance"),
        (uuid.uuid4(), {"distance": float("inf")}, "distance"),
        (uuid.uuid4(), {"refereeingSystemCheckState": "Perhaps"}, "refereeingSystemCheckState"),
    ],
)
def test_is_refused_when_it_cannot_be_read(subject: Any, change: dict[str, Any], field: str | None):
    participant = ParticipantFactory.create()

    with pytest.raises(UnreadableActivityEvent) as refusal:
        on_sport_activity_created(event(subject, **{"participantId": participant.pk, **change}))

    assert list(refusal.value.errors) == ([field] if field else [])
    assert not Activity.objects.exists()
