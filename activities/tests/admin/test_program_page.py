"""A program's page in the admin…"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from activities.explaining.figures import count_participants, get_points_by_day, list_failed_reasons
from activities.models import Activity, ActivityNotFound, ClaimState
from activities.settling.rewarding import CalculateRewardCommand, calculate_reward
from activities.tests.calls.rewarded import claimed
from activities.tests.factories import ActivityFactory, sport_data
from foundation.rest.tests.staff import signed_in
from foundation.staff.page_parts import effects_on_parts
from foundation.staff.tests.staff_pages import change_page, save
from programs.participants.models import Participant
from programs.programs.models import MarketingProgram
from programs.tests.factories import ExerciseFactory, MarketingProgramFactory, ParticipantFactory
from rewards import past_activities
from rewards.tests.factories import active_formula, budget, draft_formula, limited

pytestmark = pytest.mark.django_db


@pytest.fixture
def participant() -> Participant:
    """Return a participant with two rewards of today and one that failed."""
    participant = ParticipantFactory.create()
    program_id = participant.program_id
    active_formula(program_id, name="Short", settings={"__where": "distance < 6"})
    now = timezone.now()
    active_formula(
        program_id,
        name="Long",
        expression="100 / (distance - 20)",
        valid_until=now + timedelta(days=9),
    )
    draft_formula(program_id=program_id, name="Summer", valid_from=now + timedelta(days=20))
    budget(program_id, most=40)
    ExerciseFactory.create(program=participant.program, name="Run far")
    for distance in ("5", "4", "20"):
        activity = ActivityFactory.create(
            participant=participant, data=sport_data(Distance=distance)
        )
        calculate_reward(CalculateRewardCommand(activity_id=activity.pk))
    return participant


def page(client: Client, participant: Participant) -> str:
    return client.get(change_page(participant.program)).content.decode()


def boss(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("boss"))
    return client


def links(text: str, *parts: str) -> list[str]:
    """Return the links to lists of activities whose addresses have these parts."""
    found = map(unescape, re.findall(r'href="(/admin/activities/activity/\?[^"]*)"', text))
    return [each for each in found if all(part in each for part in parts)]


def counted(client: Client, address: str) -> int:
    answer: Any = client.get(address)
    assert answer.status_code == 200
    return int(answer.context["cl"].result_count)


def test_shows_figures_that_lead_to_the_rows_that_they_count(client, participant):
    text = page(boss(client), participant)

    assert "Points by day and formula" in text
    assert ">14<" in text  # 7.5 and 6, rounded 8 and 6
    assert "40 points" in text
    assert "division by zero" in text
    for name in ("Short", "Long", "Summer", "Run far", "Draft"):
        assert name in text
    [of_day, by_formula] = sorted(links(text, "created_on__lt"), key=len)
    [of_budget] = [each for each in links(text, "reward=set") if "created_on__lt" not in each]
    [failed] = links(text, "failure=")
    assert "reward_formula" in by_formula
    found = [counted(client, each) for each in (of_day, by_formula, of_budget, failed)]
    assert found == [2, 2, 2, 1]


def test_shows_to_readers_of_programs_what_is_theirs_alone(client, participant):
    text = page(signed_in(client, "programs.read"), participant)

    assert "Budgets left" in text
    assert "Points by day and formula" not in text
    assert "Failed rewards by reason" not in text
    assert "When formulas are valid" not in text
    assert links(text) == []


def test_says_where_there_is_nothing_yet(client: Client):
    text = page(boss(client), ParticipantFactory.create())

    for said in ("No rewards in the last 14 days.", "There is no budget.", "No reward failed."):
        assert said in text
    assert "There is no formula." in text


NO_LIMITS = {"limits-TOTAL_FORMS": "0", "limits-INITIAL_FORMS": "0"}


def form_of(program: MarketingProgram, **fields: Any) -> dict[str, Any]:
    given = {"name": program.name, "time_zone": program.time_zone, "is_new_scheme": "on"}
    return {name: value for name, value in {**NO_LIMITS, **given, **fields}.items() if value}


def activities_of(program: MarketingProgram) -> None:
    who = ParticipantFactory.create(program=program)
    of_program = {"marketing_program": program, "participant": who}
    ActivityFactory.create_batch(2, **of_program)
    ActivityFactory.create(reward=5, **of_program)
    ActivityFactory.create(state="Skipped", **of_program)


def test_to_activities_of_another_scheme(admin_client: Client) -> None:
    MarketingProgramFactory.create(is_new_scheme=False)  # else the choice is not shown
    program = MarketingProgramFactory.create()
    activities_of(program)
    form = form_of(program, is_new_scheme="")

    asked = save(admin_client, program, **form).content.decode()
    program.refresh_from_db()
    stayed = program.is_new_scheme
    save(admin_client, program, **form, confirmed="yes")
    program.refresh_from_db()

    assert "3 activities wait for their tasks: they are left to task managers." in asked
    assert "2 activities of these have no reward yet, and get none by themselves." in asked
    assert (stayed, program.is_new_scheme) == (True, False)


def test_to_open_claims(admin_client: Client) -> None:
    claim = claimed(distance="10")
    program = claim.activity.marketing_program

    asked = save(admin_client, program, **form_of(program, takes_back_rejected="on"))
    save(admin_client, program, **form_of(program, takes_back_rejected="on"), confirmed="yes")

    assert "1 claim is open: it stays for staff." in asked.content.decode()
    claim.refresh_from_db()
    assert claim.state == ClaimState.OPEN


def test_to_limits_by_another_time_zone() -> None:
    program = MarketingProgramFactory.create()
    limited(program.pk)
    budget(program.pk, period="Program")

    program.time_zone = "Etc/UTC"
    same = effects_on_parts(program, ["time_zone"])
    program.time_zone = "Asia/Tokyo"
    [other] = effects_on_parts(program, ["time_zone"])

    assert same == []
    assert other.startswith("1 limit counts its present day, week or month by the new zone")


def test_but_nothing_is_asked_where_nothing_there_changes(admin_client: Client) -> None:
    MarketingProgramFactory.create(is_new_scheme=False)  # else the choice is not shown
    program = MarketingProgramFactory.create()

    save(admin_client, program, **form_of(program, is_new_scheme="", takes_back_rejected="on"))

    program.refresh_from_db()
    assert (program.is_new_scheme, program.takes_back_rejected) == (False, True)


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
