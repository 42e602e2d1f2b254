"""The report as a file: CSV (RFC 4180), or XLSX (ECMA-376) by openpyxl.

The last row has the sums. The CSV is UTF-8 with a byte order mark, without which Excel takes it for
the code page of the machine. In both files a text that a spreadsheet would take for a formula gets
an apostrophe before it (OWASP, CSV injection); figures stay figures, negative ones too.
"""

import csv
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from io import BytesIO, StringIO

from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

from tagging.queries.reports import TagatorReport
from tagging.queries.statistics import Done

CSV = "text/csv"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
COLUMNS = (
    "tagatorId",
    "name",
    "email",
    "tasksCompleted",
    "tasksSkipped",
    "numbersAdded",
    "activeSeconds",
    "tasksPerHour",
    "amount",
    "currency",
)
TOTAL = "Total"
_DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n")

Cell = str | int | Decimal | None


def csv_of(report: TagatorReport) -> bytes:
    """Return the report as CSV; no figure: an empty cell."""
    text = StringIO(newline="")
    writer = csv.writer(text)
    for row in _rows(report):
        writer.writerow([f"{cell:f}" if isinstance(cell, Decimal) else cell for cell in row])
    return text.getvalue().encode("utf-8-sig")


def xlsx_of(report: TagatorReport) -> bytes:
    """Return the report as a workbook with one sheet."""
    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet("Tagators")
    for row in _rows(report):
        sheet.append(row)
    file = BytesIO()
    workbook.save(file)
    return file.getvalue()


def file_name(report: TagatorReport, ending: str) -> str:
    """Return a name that says of which moments, in UTC, the report is."""
    begin, end = _stamp(report.period.begin), _stamp(report.period.end)
    return f"tagator-report-{begin}-{end}.{ending}"


def _rows(report: TagatorReport) -> Iterator[list[Cell]]:
    yield list(COLUMNS)
    for row in report.rows:
        who: list[Cell] = [str(row.tagator_id), _defused(row.name), _defused(row.email)]
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


def _defused(text: str) -> str:
    # XLSX is XML, which has no control characters but tab and line breaks.
    shown = ILLEGAL_CHARACTERS_RE.sub("\ufffd", text)
    return f"'{shown}" if shown.startswith(_DANGEROUS) else shown


def _stamp(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"
