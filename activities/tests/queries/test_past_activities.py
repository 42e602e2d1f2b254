"""Past activities, as rewards reads them."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest

from activities.models import Activity, ActivityNotFound
from activities.tests.factories import ActivityFactory, sport_data
from programs.tests.factories import ParticipantFactory
from rewards import past_activities
from rewards.past_activities import ActivityPeriod, pages_of

pytestmark = pytest.mark.django_db

MAY = datetime(2026, 5, 1, tzinfo=UTC)
JUNE = datetime(2026, 6, 1, tzinfo=UTC)


def stored(on: datetime = MAY, **changes: Any) -> Activity:
    activity = ActivityFactory.create(**changes)
    Activity.objects.filter(pk=activity.pk).update(created_on=on)
    return activity


def of_may(activity: Activity) -> ActivityPeriod:
    return ActivityPeriod(
        program_id=activity.marketing_program_id,
        activity_type="SportActivity",
        since=MAY,
        before=JUNE,
    )


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


def test_are_those_of_the_program_type_and_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rewards.past_activities.PAGE", 2)
    participant = ParticipantFactory.create()
    wanted = [stored(MAY + timedelta(days=day), participant=participant) for day in (3, 0, 3, 1, 3)]
    stored(JUNE, participant=participant)
    stored(MAY - timedelta(seconds=1), participant=participant)
    stored(MAY, participant=participant, type="RegistrationActivity")
    stored(MAY)

    pages = list(pages_of(of_may(wanted[0])))

    assert [len(page) for page in pages] == [2, 2, 1]
    found = [past.activity_id for page in pages for past in page]
    assert sorted(found) == sorted(each.pk for each in wanted)
    assert found[:2] == [wanted[1].pk, wanted[3].pk]
    assert past_activities.past_activities().count(of_may(wanted[0])) == 5


def test_newest_come_first() -> None:
    participant = ParticipantFactory.create()
    old, new = (stored(MAY + timedelta(days=day), participant=participant) for day in (1, 2))

    source = past_activities.past_activities()
    found = source.newest(participant.program_id, "SportActivity", 5)

    assert [past.activity_id for past in found] == [new.pk, old.pk]
    assert len(source.newest(participant.program_id, "SportActivity", 1)) == 1
