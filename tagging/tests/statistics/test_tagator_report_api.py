"""POST admin-api/…/tagators/tagator-report…"""

import csv
from decimal import Decimal
from io import BytesIO, StringIO
from typing import Any
from uuid import UUID, uuid4
from zipfile import ZipFile

import pytest
from openpyxl import load_workbook

from tagging.statistics.report_files import COLUMNS
from tagging.tests.factories import new_tagator
from tagging.tests.statistics.ledger import complete, reopen, skip

pytestmark = pytest.mark.django_db
MAY = {"from": "2026-05-01T00:00:00Z", "to": "2026-06-01T00:00:00Z"}
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def address(version: int = 2) -> str:
    return f"/admin-api/api/v{version}/tagators/tagator-report"


def asked(client: Any, form: str, version: int = 2, **body: Any) -> Any:
    return client.post(address(version), {**MAY, "format": form, **body}, format="json")


def csv_rows(answer: Any) -> list[list[str]]:
    return list(csv.reader(StringIO(answer.content.decode("utf-8-sig"), newline="")))


def xlsx_rows(answer: Any) -> list[list[Any]]:
    sheet = load_workbook(BytesIO(answer.content)).worksheets[0]
    return [[cell.value for cell in row] for row in sheet.iter_rows()]


def two_at_work() -> list[str]:
    """Let Ann and Kim work in May; return their ids."""
    ann, kim = new_tagator(name="Ann"), new_tagator(name="Kim")
    complete(ann, "2026-05-17T09:00Z", amount="0.1250")
    complete(kim, "2026-05-17T09:00Z")
    complete(kim, "2026-05-17T09:01Z", active_seconds=Decimal("0.125"))
    skip(kim, "2026-05-17T09:02Z")
    return [str(ann.pk), str(kim.pk)]


def test_lists_who_did_something_with_the_total(manager):
    ann, kim = two_at_work()
    new_tagator(name="Bob")

    answer = asked(manager, "json")

    names = [*COLUMNS][:-1]
    of_ann = [ann, "Ann", f"{ann}@example.org", 1, 0, 2, 30, 120, "0.125"]
    of_kim = [kim, "Kim", f"{kim}@example.org", 2, 1, 4, 30.125, 239, "0.30"]
    total = dict(zip(names[3:], [3, 1, 6, 60.125, 179.63, "0.425"], strict=True))
    rows = [dict(zip(names, row, strict=True)) for row in (of_ann, of_kim)]
    assert answer.status_code == 200
    assert answer.json() == {**MAY, "currency": "EUR", "rows": rows, "total": total}


def test_is_the_same_in_csv_and_in_xlsx_with_figures_as_numbers(manager):
    ann, kim = two_at_work()

    as_csv, as_xlsx = asked(manager, "csv"), asked(manager, "xlsx")

    assert as_csv.content.startswith(b"\xef\xbb\xbftagatorId,name,email,")
    assert as_csv.content.endswith(b"\r\n")
    assert csv_rows(as_csv) == [
        list(COLUMNS),
        [ann, "Ann", f"{ann}@example.org", "1", "0", "2", "30.000", "120.00", "0.125", "EUR"],
        [kim, "Kim", f"{kim}@example.org", "2", "1", "4", "30.125", "239.00", "0.30", "EUR"],
        ["Total", "", "", "3", "1", "6", "60.125", "179.63", "0.425", "EUR"],
    ]
    assert xlsx_rows(as_xlsx) == [
        list(COLUMNS),
        [ann, "Ann", f"{ann}@example.org", 1, 0, 2, 30, 120, 0.125, "EUR"],
        [kim, "Kim", f"{kim}@example.org", 2, 1, 4, 30.125, 239, 0.3, "EUR"],
        ["Total", None, None, 3, 1, 6, 60.125, 179.63, 0.425, "EUR"],
    ]
    for answer, form, kind in ((as_csv, "csv", "text/csv"), (as_xlsx, "xlsx", XLSX)):
        name = f"tagator-report-20260501T000000Z-20260601T000000Z.{form}"
        assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
        assert (answer["Content-Type"], answer["Cache-Control"]) == (kind, "no-store")


def formulas(answer: Any) -> int:
    with ZipFile(BytesIO(answer.content)) as book:
        return book.read("xl/worksheets/sheet1.xml").count(b"<f>")


@pytest.mark.parametrize("form", ["csv", "xlsx"])
@pytest.mark.parametrize(
    "name", ["=1+2", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "=HYPERLINK(0)", '=";x']
)
def test_has_no_text_that_is_a_formula(manager, form, name):
    kim = new_tagator(name="Kim")
    type(kim).objects.filter(pk=kim.pk).update(name=name)
    complete(kim, "2026-05-17T09:00Z")

    answer = asked(manager, form)

    # XLSX says of a cell that it is a text, CSV cannot.
    rows, shown = (csv_rows(answer), f"'{name}") if form == "csv" else (xlsx_rows(answer), name)
    assert rows[1][1].replace("\r", "\n") == shown.replace("\r", "\n")
    assert form == "csv" or formulas(answer) == 0


def test_keeps_negative_figures(manager):
    kim = new_tagator()
    reopen(kim, "2026-05-17T09:00Z")

    assert csv_rows(asked(manager, "csv"))[1][3:] == (
        ["-1", "0", "-2", "0.000", "", "-0.15", "EUR"]
    )
    assert xlsx_rows(asked(manager, "xlsx"))[1][3:] == [-1, 0, -2, 0, None, -0.15, "EUR"]


def test_of_named_tagators_has_those_who_did_nothing_too(manager):
    assert [row[0] for row in csv_rows(asked(manager, "csv"))] == ["tagatorId", "Total"]
    _, kim = two_at_work()
    bob = new_tagator(name="Bob")

    report = asked(manager, "json", tagatorIds=[kim, str(bob.pk), kim]).json()

    rows = [(row["name"], row["amount"]) for row in report["rows"]]
    assert rows == [("Bob", "0.00"), ("Kim", "0.30")]
    assert report["total"]["tasksCompleted"] == 2
    assert len(asked(manager, "json", tagatorIds=None).json()["rows"]) == 2


def test_of_an_unknown_tagator_is_404(manager):
    [ann, _] = two_at_work()

    answer = asked(manager, "csv", tagatorIds=[ann, str(uuid4())])

    assert (answer.status_code, answer.json()["code"]) == (404, "tagator-not-found")


WRONG = [
    {},
    {"from": MAY["from"]},
    {"to": MAY["to"]},
    {"from": MAY["to"], "to": MAY["from"]},
    {"from": MAY["from"], "to": MAY["from"]},
    {"from": "2026-05-01T00:00:00", "to": MAY["to"]},
    {"from": MAY["from"], "to": "2027-06-01T00:00:00Z"},
]


def of_one(tagator_id: UUID | str) -> str:
    return f"/admin-api/api/v2/tagators/{tagator_id}/statistic"


@pytest.mark.parametrize("asked", WRONG)
def test_statistic_of_one_in_no_proper_period_is_422(manager, asked):
    assert manager.get(of_one(new_tagator().pk), asked).status_code == 422
