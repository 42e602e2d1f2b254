"""The event `sport-activities.activity-created`."""

import uuid
from typing import Any

import pytest

from activities.models import Activity
from activities.tests.calls.outbox import event_of, published
from activities.tests.factories import sport_body, sport_data
from foundation.messaging.bus.events import Event
from foundation.messaging.bus.intake import take_in
from programs.tests.factories import ParticipantFactory

pytestmark = pytest.mark.django_db


def event(subject: Any, **changes: Any) -> Event:
    return event_of("sport-activities.activity-created", sport_body(**changes), subject)


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
