"""Staff's pages of pay…"""

from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from foundation.staff.display import address_of_list, address_of_page
from tagging.models import PaidMonth, TimeSheet
from tagging.pay.page import NEXT, SHEET
from tagging.tests.admin.pages import post, read, said
from tagging.tests.factories import new_tagator
from tagging.tests.statistics.ledger import close, complete

pytestmark = pytest.mark.django_db

EVERY = {"begin": "2026-05-09", "end": "2026-05-22", "zone": "Europe/Berlin"}


def closed() -> PaidMonth:
    complete(new_tagator(name="=Kim", email="kim@example.org"), "2026-05-17T09:00Z", amount="2.8")
    return close()


def next_page(staff: Client, **asked: str) -> Any:
    return staff.get(reverse(NEXT), asked, secure=True).context


def sent_by(shown: Any) -> dict[str, str]:
    """Return what the page's button sends."""
    return {name: str(shown[name]) for name in ("begin", "total", "currency")}


def test_close_the_month_that_is_shown(manager: Client):
    complete(new_tagator(name="Kim"), "2026-05-17T09:00Z")
    shown = next_page(manager)

    answer = post(manager, reverse(NEXT), **sent_by(shown))

    month = PaidMonth.objects.get()
    assert (shown["title"], shown["sum_paid"]) == ("Pay of May 2026", "0.15")
    assert answer.redirect_chain == [(address_of_page(PaidMonth, month.pk), 302)]
    assert "Closed and signed off by meg" in answer.content.decode()


def test_are_named_beside_the_timesheets_without_summing_up_what_is_to_be_paid(manager: Client):
    complete(new_tagator(), "2026-05-17T09:00Z")

    with CaptureQueriesContext(connection) as queries:
        page = read(manager, address_of_list(TimeSheet))

    assert "Close May 2026…" in page
    assert not any("sum_earned" in each["sql"] for each in queries)


def test_do_not_close_what_has_changed_since_or_goes_on(manager: Client):
    kim = new_tagator()
    complete(kim, "2026-05-17T09:00Z")
    shown = next_page(manager)
    complete(kim, "2026-05-18T09:00Z")

    answer = post(manager, reverse(NEXT), **sent_by(shown))

    assert said(answer) == ["What is to be paid changed since you saw it: look at it again."]
    assert next_page(manager)["sum_paid"] == "0.30"
    assert not PaidMonth.objects.exists()


def test_offer_no_closing_while_the_month_goes_on(manager: Client):
    complete(new_tagator(), timezone.now())

    shown = next_page(manager)

    assert shown["may_close"] is False
    assert "The month is not over" in shown["closed"]


@pytest.mark.parametrize(
    "sent",
    [{}, {"begin": "x", "total": "1"}, {"begin": "2026-05-01T00:00:00+00:00", "total": "NaN"}],
)
def test_find_nothing_to_close_in_what_no_page_sends(manager: Client, sent: dict[str, str]):
    assert manager.post(reverse(NEXT), sent, secure=True).status_code == 404


def test_begin_with_the_month_that_the_lead_chooses(manager: Client):
    kim = new_tagator(name="Kim")
    for day in ("2026-03-05", "2026-05-17"):
        complete(kim, f"{day}T09:00Z")
    first = next_page(manager)
    of_may = {each["name"]: each["begin"] for each in first["first_months"]}["May 2026"]

    shown = next_page(manager, first=of_may)
    post(manager, reverse(NEXT), **sent_by(shown))

    assert (first["title"], shown["title"]) == ("Pay of March 2026", "Pay of May 2026")
    assert [each["is_shown"] for each in first["first_months"]][:3] == [True, False, False]
    assert str(PaidMonth.objects.get()) == "May 2026"
    assert next_page(manager)["first_months"] == []


def test_say_that_the_month_before_was_paid_in_another_currency(manager: Client, settings: Any):
    closed()
    before = next_page(manager)["warning"]
    settings.TAGGING_CURRENCY = "USD"

    assert (before, "paid in EUR" in next_page(manager)["warning"]) == ("", True)


def test_send_a_sheet_that_one_can_pay_by(manager: Client):
    month = closed()

    answer = manager.get(reverse(SHEET, args=[month.pk]), secure=True)

    sheet = load_workbook(BytesIO(answer.content)).worksheets[0]
    about = [sheet.cell(row, 1).value for row in range(1, 5)]
    [head] = [row for row in range(1, 9) if sheet.cell(row, 1).value == "Name"]
    cells = {sheet.cell(head, n).value: sheet.cell(head + 1, n) for n in range(1, 12)}
    assert answer["Content-Disposition"] == 'attachment; filename="pay-2026-05.xlsx"'
    assert about[:3] == [
        "Pay of taggers, May 2026",
        "Period: 2026-05-01 to 2026-05-31 (UTC)",
        "Amounts in EUR",
    ]
    assert str(about[3]).startswith("Closed by meg on ")
    assert (cells["Name"].value, cells["E-mail"].value) == ("=Kim", "kim@example.org")
    assert (cells["To pay"].value, cells["To pay"].number_format) == (2.8, "#,##0.00")
    assert cells["Currency"].value == "EUR"
    assert sheet.cell(head + 2, 10).value == 2.8
    assert sheet.column_dimensions["A"].width == 28


def test_show_a_closed_month_with_its_sheet(manager: Client):
    month = closed()

    page = read(manager, address_of_page(PaidMonth, month.pk))
    listed = read(manager, address_of_list(PaidMonth))

    assert reverse(SHEET, args=[month.pk]) in page
    assert "2026-05-01 to 2026-05-31 (UTC)" in page
    assert "2.80 EUR" in listed
    assert "Close and sign off" not in page


def timesheets(staff: Client, **asked: str) -> Any:
    return staff.get(address_of_list(TimeSheet), {**EVERY, **asked}, secure=True).context


def test_show_this_month_and_the_last_one_by_one_click(manager: Client):
    now = timezone.now()
    complete(new_tagator(name="Ann"), now)
    complete(new_tagator(name="Kim"), now.replace(day=1) - timedelta(days=1))

    months = dict(timesheets(manager)["months"])

    for title, name in (("This month", "Ann"), ("Last month", "Kim")):
        rows = manager.get(months[title], secure=True).context["rows"]
        assert [row["name"] for row in rows] == [name]


def test_send_the_timesheets_as_a_sheet_with_the_period_and_money(manager: Client):
    complete(new_tagator(name="Kim"), "2026-05-17T09:00Z", amount="2.8")

    address = reverse("admin:tagging_timesheet_report")
    answer = manager.get(address, {**EVERY, "format": "xlsx"}, secure=True)

    sheet = load_workbook(BytesIO(answer.content)).worksheets[0]
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert rows[1][0] == "Period: 2026-05-09 to 2026-05-22 (Europe/Berlin)"
    assert rows[4][:3] == ["Name", "E-mail", "Tasks"]
    assert (rows[5][0], rows[5][-2:]) == ("Kim", [2.8, "EUR"])
    assert sheet.cell(6, 8).number_format == "#,##0.00"
    assert "tagatorId" not in str(rows)
