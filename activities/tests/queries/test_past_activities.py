"""Past activities, as rewards reads them."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest

from activities.models import Activity, ActivityNotFound
from activities.tests.factories import ActivityFactory, sport_data
from rewards import past_activities

pytestmark = pytest.mark.django_db

MAY = datetime(2026, 5, 1, tzinfo=UTC)


def stored(on: datetime = MAY, **changes: Any) -> Activity:
    activity = ActivityFactory.create(**changes)
    Activity.objects.filter(pk=activity.pk).update(created_on=on)
    return activity


def test_have_their_variables_and_reward_or_say_why_not() -> None:
    activity = stored(reward=Decimal(15))
    rejected = stored(data=sport_data(RefereeingSystemCheckState="Rejected"))
    crooked = stored(data=sport_data(Distance="far"))
    source = past_activities.past_activities()

    past, of_rejected, of_crooked = (source.find(each.pk) for each in (activity, rejected, crooked))

    assert past.participant_id == activity.participant_id
    assert (past.variables["distance"], past.reward) == (Decimal("10.5"), Decimal(15))
    assert not past.why_not_calculated
    assert of_rejected.why_not_calculated == "the referees rejected it"
    assert not of_crooked.variables
    assert "its data cannot be read: Distance must be a number" in of_crooked.why_not_calculated
    with pytest.raises(ActivityNotFound):
        source.find(uuid4())
