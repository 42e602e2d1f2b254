"""What a program's page shows…"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from activities.explaining.figures import (
    DAYS,
    count_participants,
    get_points_by_day,
    list_failed_reasons,
)
from activities.models import Activity
from activities.settling.rewarding import CalculateRewardCommand, calculate_reward
from activities.tests.factories import ActivityFactory, sport_data
from programs.models import MarketingProgram, Participant
from programs.tests.factories import MarketingProgramFactory, ParticipantFactory
from rewards.tests.factories import active_formula

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 5, 17, 22, 30, tzinfo=UTC)


def calculated(participant: Participant, on: datetime, **data: str) -> Activity:
    activity = ActivityFactory.create(
        participant=participant, created_on=on, data=sport_data(**data)
    )
    calculate_reward(CalculateRewardCommand(activity_id=activity.pk))
    activity.refresh_from_db()
    return activity


def test_sums_points_by_the_program_s_day_and_by_formula():
    program = MarketingProgramFactory.create(time_zone="Europe/Berlin")
    participant = ParticipantFactory.create(program=program)
    long = active_formula(program.pk, name="Long", settings={"__where": "distance > 20"})
    short = active_formula(program.pk, name="Short", expression="1", coefficients={})
    today = NOW + timedelta(minutes=10)
    calculated(participant, today, Distance="42")
    calculated(participant, NOW - timedelta(hours=1), Distance="3")  # the day before, in Berlin
    calculated(participant, today, Distance="5")
    calculated(participant, NOW - timedelta(days=DAYS), Distance="5")
    calculated(ParticipantFactory.create(), today)

    points = get_points_by_day(program, NOW)

    found = {key: (each.points, each.activities) for key, each in points.given.items()}
    assert found == {
        (date(2026, 5, 18), long.pk): (Decimal(63), 1),
        (date(2026, 5, 18), short.pk): (Decimal(1), 1),
        (date(2026, 5, 17), short.pk): (Decimal(1), 1),
    }
    assert dict(points.formulas) == {long.pk: "Long", short.pk: "Short"}
    assert (points.days[0], points.days[-1]) == (date(2026, 5, 5), date(2026, 5, 18))
    assert points.span_of(date(2026, 5, 18))[0] == datetime(2026, 5, 17, 22, tzinfo=UTC)


def test_names_why_rewards_failed():
    participant = ParticipantFactory.create()
    formula = active_formula(participant.program_id, expression="1 / (distance - 5)")
    for distance in ("5", "5", "6"):
        calculated(participant, NOW, Distance=distance)
    ActivityFactory.create(participant=participant, reward_failure="by hand", created_on=NOW)
    ActivityFactory.create(reward_failure="of another program", created_on=NOW)

    found = list_failed_reasons(participant.program_id)

    assert [(each.formula, each.count) for each in found] == [(formula, 2), (None, 1)]
    assert "division by zero" in found[0].reason
    assert found[0].newest_on == NOW


def test_counts_participants():
    program = MarketingProgramFactory.create()
    Participant.objects.bulk_create(Participant(program=program) for _ in range(3))

    assert count_participants(program.pk) == 3


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
