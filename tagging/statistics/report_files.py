"""The report as a file: CSV (RFC 4180), XLSX (ECMA-376) by openpyxl, or JSON.

The last row has the sums. The CSV is UTF-8 with a byte order mark, without which Excel uses the
code page of the machine. A text that looks like a formula is written as a text
(`foundation.records.formats`); numbers stay numbers.
"""

import csv
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from io import BytesIO, StringIO
from typing import Any

from django.http import HttpResponse
from rest_framework.renderers import JSONRenderer

from foundation.records.formats import Cell, in_csv, in_xml
from tagging.statistics.queries import Done, TagatorReport
from tagging.statistics.serializers import ReportOutput

CSV = "text/csv"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
COLUMNS = ("tagatorId", "name", "email", "tasksCompleted", "tasksSkipped", "numbersAdded",
           "activeSeconds", "tasksPerHour", "amount", "currency")  # fmt: skip
TOTAL = "Total"


def csv_of(report: TagatorReport) -> bytes:
    """Return the report as CSV; no figure: an empty cell."""
    text = StringIO(newline="")
    writer = csv.writer(text)
    for row in _rows(report):
        writer.writerow(map(in_csv, row))
    return text.getvalue().encode("utf-8-sig")


def xlsx_of(report: TagatorReport) -> bytes:
    """Return the report as a workbook with one sheet."""
    from openpyxl import Workbook  # ten megabytes, and few processes write one

    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet("Tagators")
    for row in _rows(report):
        sheet.append([in_sheet(sheet, cell) for cell in row])
    file = BytesIO()
    workbook.save(file)
    return file.getvalue()


def json_of(report: TagatorReport) -> bytes:
    """Return the report as the AdminApi sends it."""
    text: bytes = JSONRenderer().render(ReportOutput(report).data)
    return text


FILES: Mapping[str, tuple[str, Callable[[TagatorReport], bytes]]] = {
    "xlsx": (XLSX, xlsx_of),
    "csv": (CSV, csv_of),
    "json": ("application/json", json_of),
}


def download_of(report: TagatorReport, ending: str) -> HttpResponse:
    """Return the report as a file with one of the endings of `FILES`; its name has the period."""
    media_type, write = FILES[ending]
    begin, end = _stamp(report.period.begin), _stamp(report.period.end)
    named = f'attachment; filename="tagator-report-{begin}-{end}.{ending}"'
    headers = {"Cache-Control": "no-store", "Content-Disposition": named}
    return HttpResponse(write(report), content_type=media_type, headers=headers)


def _rows(report: TagatorReport) -> Iterator[list[Cell]]:
    yield list(COLUMNS)
    for row in report.rows:
        who: list[Cell] = [str(row.tagator_id), row.name, row.email]
        yield [*who, *_figures(row.done), report.currency]
    yield [TOTAL, "", "", *_figures(report.total), report.currency]


def _figures(done: Done) -> list[Cell]:
    return [
        done.tasks_completed,
        done.tasks_skipped,
        done.numbers_added,
        done.active_seconds,
        done.tasks_per_hour,
        Decimal(done.amount_text),
    ]


def in_sheet(sheet: Any, cell: Cell) -> Any:
    """Return a cell for openpyxl, which would take a text that looks like a formula for one."""
    if not isinstance(cell, str):
        return cell
    from openpyxl.cell import WriteOnlyCell

    text = WriteOnlyCell(sheet, value=in_xml(cell))
    text.data_type = "s"
    return text


def _stamp(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"
