"""The event `sport-activities.activity-created` of an activity that exists…"""

from typing import Any

import pytest
from django.utils import timezone

from activities.models import Activity, RewardClaim
from activities.receiving.commands import on_sport_activity_created
from activities.tests.calls.rewarded import credited
from activities.tests.factories import sport_body
from foundation.messaging.bus.events import Event

pytestmark = pytest.mark.django_db


def event(activity: Activity, **changes: Any) -> Event:
    own = {"participantId": str(activity.participant_id), "isCyclic": True}
    return Event(
        id="1",
        source="/sport-activities",
        type="sport-activities.activity-created",
        subject=str(activity.pk),
        time=timezone.now(),
        data=sport_body(**own, **changes),
    )


def test_raises_a_claim_if_the_referees_rejected_it_until_they_accept_it_again():
    activity = credited()

    for _ in range(2):
        on_sport_activity_created(event(activity, refereeingSystemCheckState="Rejected"))
    assert RewardClaim.objects.get().state == "Open"
    assert Activity.objects.get().data["RefereeingSystemCheckState"] == "Rejected"
    on_sport_activity_created(event(activity, refereeingSystemCheckState="Accepted"))

    assert RewardClaim.objects.get().state == "Closed"
