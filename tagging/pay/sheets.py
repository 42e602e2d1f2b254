"""Sheets that one can pay by: XLSX (ECMA-376) with period, currency, and amounts as money."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from io import BytesIO
from zoneinfo import ZoneInfo

from django.http import HttpResponse

from tagging.pay.models import PaidMonth, Payment
from tagging.statistics.queries import Done, TagatorReport, TimesheetPeriod
from tagging.statistics.report_files import XLSX, in_sheet

MONEY = "#,##0.00"
EXACT_MONEY = "#,##0.00##"
HOURS = "0.00"
COUNT = "#,##0"

Cell = str | int | Decimal | None


@dataclass(frozen=True, slots=True)
class PayColumn:
    """A column of a sheet: its title, how wide it is, and how its figures are shown."""

    title: str
    width: int
    format: str = "General"


WHO = (PayColumn("Name", 28), PayColumn("E-mail", 34))
DONE = (
    PayColumn("Tasks", 10, COUNT),
    PayColumn("Skipped", 10, COUNT),
    PayColumn("Numbers", 10, COUNT),
    PayColumn("Active hours", 13, HOURS),
)
MONTH = (
    *WHO,
    *DONE,
    PayColumn("Earned", 13, EXACT_MONEY),
    PayColumn("Corrections", 13, EXACT_MONEY),
    PayColumn("Brought over", 13, EXACT_MONEY),
    PayColumn("To pay", 13, MONEY),
    PayColumn("Currency", 10),
)
REPORT = (
    *WHO,
    *DONE,
    PayColumn("Tasks an hour", 13, HOURS),
    PayColumn("Amount", 13, MONEY),
    PayColumn("Currency", 10),
)


def days_in_words(period: TimesheetPeriod, zone: ZoneInfo) -> str:
    """Return the first and the last day of a period, or its one day."""
    first = period.begin.astimezone(zone).date()
    last = (period.end - timedelta(microseconds=1)).astimezone(zone).date()
    return f"{first:%Y-%m-%d}" if first == last else f"{first:%Y-%m-%d} to {last:%Y-%m-%d}"


def sheet_of_month(month: PaidMonth, payments: Sequence[Payment]) -> bytes:
    """Return what taggers get for a closed month."""
    period = TimesheetPeriod(begin=month.begin, end=month.end)
    about = [
        f"Pay of taggers, {month}",
        _period_in_words(period, month.time_zone),
        f"Amounts in {month.currency}",
        f"Closed by {month.closed_by} on {month.closed_on:%Y-%m-%d %H:%M} UTC",
    ]
    rows = [_row_of(each, month.currency) for each in payments]
    return _workbook(about, MONTH, rows, _sums(rows, MONTH, month.currency))


def sheet_of_report(report: TagatorReport, time_zone: str) -> bytes:
    """Return what taggers did and earned in a period."""
    about = [
        "Timesheets of taggers",
        _period_in_words(report.period, time_zone),
        f"Amounts in {report.currency}",
    ]
    rows: list[list[Cell]] = [
        [row.name, row.email, *_figures(row.done), report.currency] for row in report.rows
    ]
    total: list[Cell] = ["Total", "", *_figures(report.total), report.currency]
    return _workbook(about, REPORT, rows, total)


def download(content: bytes, name: str) -> HttpResponse:
    named = f'attachment; filename="{name}.xlsx"'
    headers = {"Cache-Control": "no-store", "Content-Disposition": named}
    return HttpResponse(content, content_type=XLSX, headers=headers)


def _period_in_words(period: TimesheetPeriod, time_zone: str) -> str:
    return f"Period: {days_in_words(period, ZoneInfo(time_zone))} ({time_zone})"


def _row_of(payment: Payment, currency: str) -> list[Cell]:
    return [
        payment.name,
        payment.email,
        payment.tasks,
        payment.skipped,
        payment.numbers,
        _hours(payment.active_seconds),
        payment.earned,
        payment.corrections,
        payment.brought,
        payment.paid,
        currency,
    ]


def _figures(done: Done) -> list[Cell]:
    return [
        done.tasks_completed,
        done.tasks_skipped,
        done.numbers_added,
        _hours(done.active_seconds),
        done.tasks_per_hour,
        done.amount,
    ]


def _hours(seconds: Decimal) -> Decimal:
    return (seconds / 3600).quantize(Decimal("0.01"))


def _sums(
    rows: Sequence[Sequence[Cell]], columns: Sequence[PayColumn], currency: str
) -> list[Cell]:
    places = range(len(WHO), len(columns) - 1)
    sums = [sum((Decimal(row[place] or 0) for row in rows), Decimal(0)) for place in places]
    return ["Total", "", *sums, currency]


def _workbook(
    about: Sequence[str],
    columns: Sequence[PayColumn],
    rows: Iterable[Sequence[Cell]],
    total: Sequence[Cell],
) -> bytes:
    """Return a sheet that is printed on pages as wide as its columns."""
    from openpyxl import Workbook  # ten megabytes, and few processes write one
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.properties import PageSetupProperties

    bold = Font(bold=True)
    workbook = Workbook()
    sheet = workbook.worksheets[0]
    sheet.title = "Pay"
    for line in about:
        sheet.append([line])
    sheet.append([])
    sheet.append([column.title for column in columns])
    head = sheet.max_row
    for row in (*rows, total):
        sheet.append([in_sheet(sheet, cell) for cell in row])
    for place, column in enumerate(columns, start=1):
        cells = [sheet.cell(row, place) for row in range(head, sheet.max_row + 1)]
        sheet.column_dimensions[get_column_letter(place)].width = column.width
        for cell in cells[1:]:
            cell.number_format = column.format
        cells[0].font = cells[-1].font = bold
        cells[0].alignment = Alignment(horizontal="left" if place <= len(WHO) else "right")
    sheet.cell(1, 1).font = bold
    sheet.freeze_panes = f"A{head + 1}"
    sheet.print_title_rows = f"{head}:{head}"
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    file = BytesIO()
    workbook.save(file)
    return file.getvalue()
