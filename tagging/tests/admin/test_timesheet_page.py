"""On staff's page of timesheets…"""

import csv
import json
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from foundation.staff.display import address_of_list, address_of_page
from tagging.models import Tagator, TaskHistory, TimeSheet
from tagging.tests.admin.pages import read
from tagging.tests.factories import new_tagator, waiting_tasks

pytestmark = pytest.mark.django_db

DAYS = {"begin": "2026-05-16", "end": "2026-05-17"}
LATE = datetime(2026, 5, 16, 22, 30, tzinfo=UTC)  # in Berlin it is the 17th
HOUR = timedelta(hours=1)


def did(tagator: Tagator, when: datetime, **fields: Any) -> None:
    """Write that a tagger completed a task with two numbers in a minute."""
    [task] = waiting_tasks(1)
    counted = {
        "change": "Completed",
        "tasks": 1,
        "numbers": 2,
        "active_seconds": 60,
        "amount": Decimal("0.15"),
    }
    TaskHistory.objects.create(
        task=task, occurred_on=when, priority=0, tagator=tagator, **{**counted, **fields}
    )


def page(client: Client, **asked: Any) -> Any:
    answer = client.get(address_of_list(TimeSheet), {**DAYS, **asked}, secure=True)
    assert answer.status_code == 200
    return answer.context


def rows(client: Client, **asked: Any) -> list[list[str]]:
    return [[row["days"], row["name"], *row["figures"]] for row in page(client, **asked)["rows"]]


def report(client: Client, kind: str, **asked: Any) -> Any:
    address = reverse("admin:tagging_timesheet_report")
    return client.get(address, {**DAYS, "format": kind, **asked}, secure=True)


def test_what_each_tagger_did_is_shown_by_day_of_the_zone(manager: Client):
    ann, kim = new_tagator(name="Ann"), new_tagator(name="Kim")
    did(kim, LATE)
    did(kim, LATE + HOUR)
    did(ann, LATE + 2 * HOUR)

    assert rows(manager) == [
        ["2026-05-16", "Kim", "2", "0", "4", "0 h 02 min", "60.00", "0.30 EUR"],
        ["2026-05-17", "Ann", "1", "0", "2", "0 h 01 min", "60.00", "0.15 EUR"],
    ]
    shown = dict(page(manager)["figures"])
    assert (shown["Tasks"], shown["Amount"]) == ("3", "0.45 EUR")
    assert address_of_page(Tagator, ann.pk) in read(manager, address_of_list(TimeSheet, **DAYS))
    assert [row[1] for row in rows(manager, tagator=str(kim.pk))] == ["Kim"]
    assert {row[0] for row in rows(manager, zone="Europe/Berlin")} == {"2026-05-17"}
    assert rows(manager, zone="Europe/Berlin", end="2026-05-16") == []


@pytest.mark.parametrize(
    ("interval", "days"),
    [
        ("day", "2026-05-16"),
        ("week", "2026-05-16 to 2026-05-17"),
        ("month", "2026-05-16 to 2026-05-17"),
    ],
)
def test_the_period_is_cut_into_intervals(manager: Client, interval: str, days: str):
    did(new_tagator(), LATE)

    assert [row[0] for row in rows(manager, interval=interval)] == [days]


@pytest.mark.parametrize(
    ("measure", "text"),
    [
        ("tasks", "16 May, Kim: 2"),
        ("numbers", "16 May, Kim: 4"),
        ("hours", "16 May, Kim: 0.0333333"),
        ("amount", "16 May, Kim: 0.3"),
    ],
)
def test_the_chart_shows_the_measure_that_is_asked_for(manager: Client, measure: str, text: str):
    kim = new_tagator(name="Kim")
    did(kim, LATE)
    did(kim, LATE)

    chart = page(manager, measure=measure)["chart"]

    assert [segment.text for segment in chart.parts] == [text]
    assert (chart.parts[0].x, chart.parts[0].width) == ("5.000%", "40.000%")
    assert [day.text for day in chart.labels] == ["16 May", "17 May"]


def test_the_taggers_beyond_seven_are_one_series_of_the_chart(manager: Client):
    for number in range(9):
        did(new_tagator(name=f"T{number}"), LATE, tasks=20 - number)

    chart = page(manager)["chart"]

    assert chart.names == ["T0", "T1", "T2", "T3", "T4", "T5", "T6", "others"]
    assert chart.parts[-1].text == "16 May, others: 25"
    assert sum(float(part.height[:-1]) for part in chart.parts) == pytest.approx(96)  # 144 of 150


def test_what_a_reopening_took_back_has_no_bar(manager: Client):
    did(new_tagator(), LATE, change="Reopened", tasks=-1, numbers=-2, amount=-1, active_seconds=0)

    shown = page(manager)

    assert shown["chart"] is None
    assert shown["rows"][0]["figures"][0] == "-1"


def test_first_of_all_the_last_two_weeks_are_shown(manager: Client):
    answer = manager.get(address_of_list(TimeSheet), secure=True)

    form = answer.context["form"]
    assert form.is_valid()
    assert form.cleaned_data["end"] - form.cleaned_data["begin"] == timedelta(days=13)
    assert "No tagger did anything in this time." in answer.content.decode()


@pytest.mark.parametrize(
    "asked",
    [
        {"begin": "yesterday"},
        {"begin": "2026-05-18"},
        {"begin": "2025-05-16"},
        {"begin": "1999-12-31", "end": "2000-01-01"},
        {"end": "2100-01-01", "begin": "2099-12-31"},
        {"end": "9999-12-31"},
        {"interval": "year"},
        {"zone": "Mars"},
        {"measure": "x"},
        {"tagator": "x"},
        {"tagator": str(uuid4())},
    ],
)
def test_what_cannot_be_shown_is_refused_in_words(manager: Client, asked: dict[str, str]):
    did(new_tagator(), LATE)

    shown = page(manager, **asked)

    assert shown["form"].errors
    assert "rows" not in shown
    assert "Content-Disposition" not in report(manager, "csv", **asked).headers


def test_too_many_timesheets_are_refused_in_words(manager: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tagging.pay.timesheets_page.MOST", 1)
    kim = new_tagator()
    did(kim, LATE)
    did(kim, LATE + 2 * HOUR)

    shown = page(manager)

    assert "choose a shorter period" in shown["form"].errors["__all__"][0]
    assert "rows" not in shown


def test_the_table_has_pages(manager: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tagging.pay.timesheets_page.PER_PAGE", 1)
    for name in ("Ann", "Kim"):
        did(new_tagator(name=name), LATE)

    assert [row[1] for row in rows(manager)] == ["Ann"]
    assert [row[1] for row in rows(manager, page="2")] == ["Kim"]
    assert dict(page(manager, page="2")["figures"])["Tasks"] == "2"


def test_the_report_is_sent_as_csv(manager: Client):
    did(new_tagator(name="Kim"), LATE)

    answer = report(manager, "csv")

    [header, kim, total] = csv.reader(StringIO(answer.content.decode("utf-8-sig")))
    assert answer.headers["Content-Type"] == "text/csv"
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="tagator-report')
    assert "no-store" in answer.headers["Cache-Control"]
    assert (kim[1], dict(zip(header, total, strict=True))["amount"]) == ("Kim", "0.15")


def test_the_report_is_sent_as_the_admin_api_sends_it(manager: Client):
    did(new_tagator(name="Kim"), LATE)

    sent = json.loads(report(manager, "json", zone="Europe/Berlin").content)

    assert (sent["from"], sent["to"]) == ("2026-05-15T22:00:00Z", "2026-05-17T22:00:00Z")
    assert (sent["rows"][0]["name"], sent["total"]["amount"]) == ("Kim", "0.15")
