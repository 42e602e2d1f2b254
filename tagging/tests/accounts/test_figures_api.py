"""GET client-api/…/accounts/figures…"""

from functools import partial
from typing import Any

import pytest
import time_machine

from tagging.pay import months
from tagging.tests.calls.works import BASE, signed_in
from tagging.tests.factories import new_tagator
from tagging.tests.plans import plans_of
from tagging.tests.statistics.ledger import close, complete, moment, reopen, skip

pytestmark = pytest.mark.django_db

NOW = "2026-05-20T10:00:00Z"  # a Wednesday
ADDRESS = f"{BASE}/accounts/figures"
PERIODS = {"today": "day", "week": "week", "month": "month"}
SUMS = ("tasksCompleted", "numbersAdded", "activeSeconds", "tasksPerHour", "amount")


@pytest.fixture(autouse=True)
def _on_a_wednesday():
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def robin(settings):
    """A tagger who did something today, this week, this month and before it, in Berlin."""
    settings.TAGGING_TIME_ZONE = "Europe/Berlin"
    tagator = new_tagator(name="Robin", rate_per_task="0.125")
    complete(tagator, "2026-05-19T22:00Z")  # today, there
    skip(tagator, "2026-05-20T09:00Z")
    complete(tagator, "2026-05-19T21:59Z", active_seconds=15)
    reopen(tagator, "2026-05-17T22:00Z")
    complete(tagator, "2026-05-17T21:59Z", numbers=5)
    complete(tagator, "2026-04-30T22:00Z")
    complete(tagator, "2026-04-30T21:59Z", amount="0.0625")
    return tagator


def figures_of(tagator: Any) -> dict[str, Any]:
    answer = signed_in(tagator).get(ADDRESS)
    assert answer.status_code == 200
    return dict(answer.json())


def test_gives_today_this_week_and_this_month_in_the_zone_of_the_pay(robin):
    answer = signed_in(robin).get("/client-api/api/v2/accounts/figures")

    assert (answer.status_code, answer.json()) == (
        200,
        {
            "timeZone": "Europe/Berlin",
            "currency": "EUR",
            "ratePerTask": "0.125",
            "ratePerNumber": "0.00",
            "today": {
                "from": "2026-05-19T22:00:00Z",
                "to": "2026-05-20T22:00:00Z",
                "tasksCompleted": 1,
                "tasksSkipped": 1,
                "numbersAdded": 2,
                "activeSeconds": 30,
                "tasksPerHour": 120,
                "amount": "0.15",
            },
            "week": {
                "from": "2026-05-17T22:00:00Z",
                "to": "2026-05-24T22:00:00Z",
                "tasksCompleted": 1,
                "tasksSkipped": 1,
                "numbersAdded": 2,
                "activeSeconds": 45,
                "tasksPerHour": 80,
                "amount": "0.15",
            },
            "month": {
                "from": "2026-04-30T22:00:00Z",
                "to": "2026-05-31T22:00:00Z",
                "tasksCompleted": 3,
                "tasksSkipped": 1,
                "numbersAdded": 9,
                "activeSeconds": 105,
                "tasksPerHour": 102.86,
                "amount": "0.45",
            },
            "payments": [],
        },
    )


def test_gives_what_the_timesheets_and_the_report_of_the_lead_give(robin, manager):
    complete(new_tagator(), NOW)

    found = figures_of(robin)

    for name, interval in PERIODS.items():
        period = {"from": found[name]["from"], "to": found[name]["to"]}
        sheets = manager.get(
            "/admin-api/api/v2/statistics/timeSheetsByInterval",
            {**period, "interval": interval, "timeZone": "Europe/Berlin", "tagatorId": robin.pk},
        ).json()["results"]
        of_report = manager.get(f"/admin-api/api/v2/tagators/{robin.pk}/statistic", period).json()
        assert [each["intervalStart"] for each in sheets] == [found[name]["from"]]
        assert {field: found[name][field] for field in SUMS} == {
            field: sheets[0][field] for field in SUMS
        }
        assert found[name].items() >= of_report.items()


def test_gives_the_months_that_were_closed_the_last_one_first(robin):
    complete(new_tagator(), "2026-04-02T00:00Z", amount="9")
    for now in ("2026-05-02T08:12Z", "2026-06-02T08:12Z"):
        close(moment(now))

    may, april = figures_of(robin)["payments"]

    assert april == {
        "from": "2026-03-31T22:00:00Z",
        "to": "2026-04-30T22:00:00Z",
        "timeZone": "Europe/Berlin",
        "currency": "EUR",
        "tasks": 1,
        "numbers": 2,
        "earned": "0.0625",
        "corrections": "0.00",
        "brought": "0.00",
        "paid": "0.06",
        "closedOn": "2026-05-02T08:12:00Z",
    }
    assert (may["earned"], may["brought"], may["paid"]) == ("0.45", "0.0025", "0.45")


def test_reads_by_indexes_alone(robin):
    plans = plans_of(partial(months.get_figures, robin.pk, moment(NOW)))

    assert [plan for plan in plans if "Seq Scan" in plan] == []
    assert sum("history_of_a_tagator" in plan for plan in plans) == len(PERIODS)
    assert len(plans) <= 24
