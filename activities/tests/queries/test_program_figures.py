"""What a program's page shows…"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from activities.explaining.figures import count_participants, get_points_by_day, list_failed_reasons
from activities.models import Activity, ActivityNotFound
from activities.tests.factories import ActivityFactory, sport_data
from programs.participants.models import Participant
from programs.programs.models import MarketingProgram
from programs.tests.factories import MarketingProgramFactory
from rewards import past_activities

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 5, 17, 22, 30, tzinfo=UTC)


def plans_of_page(program: MarketingProgram) -> Sequence[str]:
    """Return how PostgreSQL reads activities and participants for the page."""
    with CaptureQueriesContext(connection) as asked:
        get_points_by_day(program, NOW)
        list_failed_reasons(program.pk)
        count_participants(program.pk)
    texts = [each["sql"] for each in asked.captured_queries]
    plans = []
    with connection.cursor() as cursor:
        for text in texts:
            if "activities_activity" in text or "programs_participant" in text:
                cursor.execute(f"EXPLAIN {text}")
                plans.append("\n".join(line for (line,) in cursor.fetchall()))
    return plans


@pytest.mark.django_db(transaction=True)
def test_reads_the_days_that_are_shown_by_an_index_alone():
    program, other = MarketingProgramFactory.create_batch(2)
    people = Participant.objects.bulk_create(
        Participant(program=each) for each in [program] * 5 + [other] * 500
    )
    Activity.objects.bulk_create(
        Activity(
            participant=people[place % len(people)],
            marketing_program=people[place % len(people)].program,
            type="SportActivity",
            data={},
            reward=10,
            created_on=NOW - timedelta(hours=place),
        )
        for place in range(5_000)
    )
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE activities_activity, programs_participant")

    plans = plans_of_page(program)

    assert len(plans) == 3
    assert [plan for plan in plans if "Seq Scan" in plan] == []
    assert "Index Only Scan using activity_rewards_of_program" in plans[0]
    assert "activity_reward_failed" in plans[1]


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
