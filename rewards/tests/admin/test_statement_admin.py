"""The statement of account on the staff's site…"""

import csv
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from activities.tests.factories import ActivityFactory, sport_data
from foundation.rest.tests.staff import signed_in
from foundation.staff.dashboard import DANGER, WARNING
from foundation.staff.display import address_of_page
from programs.programs.models import MarketingProgram
from programs.tests.factories import MarketingProgramFactory, ParticipantFactory
from rewards.balances.commands import adjust_balance, refill_balance
from rewards.console.page_parts import needs
from rewards.models import BalanceOperation, RewardLimit
from rewards.tests.factories import NOW, adjustment, budget, credited, limited, refill

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader(client: Client) -> Client:
    return signed_in(client, "rewards.read", "activities.read", name="ann")


def corrected() -> BalanceOperation:
    """Credit 10, and take 3 again; return the reward."""
    reward = credited("10")
    adjust_balance(adjustment(reward.balance_id, activity_id=reward.pk, reason="=Twice."))
    return reward


def address(operation: BalanceOperation) -> str:
    return f"/admin/rewards/balance/{operation.balance_id}/statement/"


def days(since: datetime, until: datetime, **more: Any) -> dict[str, Any]:
    return {"since": f"{since:%Y-%m-%d}", "until": f"{until:%Y-%m-%d}", **more}


def test_shows_what_came_and_went_for_what_and_what_is_left(reader: Client):
    reward = corrected()
    today = days(reward.recorded_on, reward.recorded_on + timedelta(days=1))

    shown = reader.get(address(reward), today)

    rows, page = shown.context["rows"], shown.content.decode()
    assert [(row["amount"], row["balance"]) for row in rows] == [
        ("+10.00", "10.00"),
        ("-3.00", "7.00"),
    ]
    assert (rows[1]["reason"], rows[1]["who"]) == ("=Twice.", "ann")
    assert f"/admin/activities/activity/{reward.pk}/change/" in rows[0]["activity"]
    facts = [shown.context[name] for name in ("opening", "added", "taken", "closing")]
    assert facts == ["0.00", "10.00", "3.00", "7.00"]
    assert "=Twice. (ann)" in page
    assert "staff/print" in page


def test_begins_with_this_month_and_leads_to_the_last(reader: Client):
    reward = corrected()

    shown = reader.get(address(reward))

    titles, addresses = zip(*shown.context["months"], strict=True)
    assert titles == ("This month", "Last month")
    last = reader.get(address(reward) + addresses[1])
    assert last.context["days"] < shown.context["days"]


@pytest.mark.parametrize(
    ("since", "until"),
    [("2026-05-18", "2026-05-17"), ("x", "2026-05-17"), ("0001-01-01", "2026-05-17"), ("", "")],
)
def test_names_what_is_wrong_with_a_period(reader: Client, since: str, until: str):
    shown = reader.get(address(corrected()), {"since": since, "until": until})

    assert shown.status_code == 200
    assert shown.context["form"].errors
    assert "opening" not in shown.context


def test_comes_as_a_file_in_which_no_reason_is_a_formula(reader: Client):
    reward = corrected()
    credited("99")
    asked = days(reward.recorded_on, reward.recorded_on + timedelta(days=1), format="csv")

    answer: Any = reader.get(address(reward), asked)

    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    rows = list(csv.DictReader(text.splitlines()))
    assert answer["Content-Type"] == "text/csv"
    assert [(row["What"], row["Amount"], row["Balance"]) for row in rows] == [
        ("Credit", "10.00", "10.00"),
        ("Adjustment", "-3.00", "7.00"),
    ]
    assert rows[1]["Reason"] == "'=Twice."


def test_shows_an_activity_without_a_link_to_who_may_not_see_it(client: Client):
    signed_in(client, "rewards.adjust", name="bob")
    reward = corrected()
    today = days(reward.recorded_on, reward.recorded_on + timedelta(days=1))

    assert (
        client.get(address(reward), today).context["rows"][0]["activity"] == f"Activity {reward.pk}"
    )


def test_says_what_the_activity_was_who_did_it_and_in_which_zone(reader: Client):
    program = MarketingProgramFactory.create(time_zone="Asia/Tokyo")
    who = ParticipantFactory.create(program=program, label="Ann Lee")
    data = sport_data(Distance="10.5", Discipline="running")
    activity = ActivityFactory.create(participant=who, data=data)
    reward = refill_balance(refill(who.pk, operation_id=activity.pk))
    tokyo = reward.recorded_on.astimezone(ZoneInfo("Asia/Tokyo"))

    page = reader.get(address(reward), days(tokyo, tokyo))
    file: Any = reader.get(address(reward), days(tokyo, tokyo, format="csv"))

    assert "Run 10.5 km" in page.context["rows"][0]["activity"]
    assert page.context["rows"][0]["when"] == f"{tokyo:%Y-%m-%d %H:%M:%S}"
    assert "When (Asia/Tokyo)" in page.content.decode()
    assert page.context["title"] == "Statement of Ann Lee"
    [row] = csv.DictReader(b"".join(file.streaming_content).decode("utf-8-sig").splitlines())
    assert [row[name] for name in ("Participant", "For", "When (Asia/Tokyo)")] == [
        "Ann Lee",
        "Run 10.5 km",
        f"{tokyo:%Y-%m-%d %H:%M:%S}",
    ]


def test_leads_an_auditor_of_rewards_to_the_explanation_where_the_activity_is_closed(client):
    activity = ActivityFactory.create()
    reward = refill_balance(refill(activity.participant_id, operation_id=activity.pk))
    auditor = signed_in(client, "rewards.read")

    rows = auditor.get(address(reward), days(reward.recorded_on, reward.recorded_on)).context[
        "rows"
    ]
    page = auditor.get(f"/admin/activities/activity/{activity.pk}/reward/")

    assert f"/admin/activities/activity/{activity.pk}/reward/" in rows[0]["activity"]
    assert page.status_code == 200
    assert f"/activity/{activity.pk}/change/" not in page.content.decode()
    assert auditor.get(f"/admin/activities/activity/{activity.pk}/change/").status_code == 403
    for role in ("rewards.edit", "programs.read"):
        other = signed_in(client, role)
        assert other.get(f"/admin/activities/activity/{activity.pk}/reward/").status_code == 403


def used(limit: RewardLimit, amount: int) -> None:
    limit.counters.update(used=amount, reached=100 if amount >= limit.most else 80)


def test_are_no_longer_shown_in_the_next_period_or_when_they_were_raised():
    limit, raised = budget(), budget()
    used(limit, 50)
    used(raised, 50)
    raised.store(most=100)

    assert [(each.title, each.value) for each in needs(NOW)] == [("Budgets used up", "1")]
    next_week = datetime(2026, 5, 18, tzinfo=UTC)
    assert list(needs(next_week)) == []


def test_that_are_nearly_or_quite_used_are_shown_with_their_program():
    quite, nearly, half = budget(), budget(period="Program"), budget()
    used(quite, 50)
    used(nearly, 40)
    half.counters.update(used=25)
    limited()

    found = list(needs(NOW))

    assert [(each.title, each.value, each.tone) for each in found] == [
        ("Budgets used up", "1", DANGER),
        ("Budgets at 80 %", "1", WARNING),
    ]
    assert [each.note for each in found] == [
        f"{quite.program.name}: 50 points a week for all participants together, 0 left",
        f"{nearly.program.name}: {nearly}, 10 left",
    ]
    assert found[0].todo
    assert found[0].todo.link == address_of_page(MarketingProgram, quite.program_id)
