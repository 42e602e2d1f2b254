"""Operations as CSV (RFC 4180), UTF-8 with a byte order mark, which Excel needs.

Only a reason or a name can look like a formula (`foundation.records.spreadsheets`); all other cells are ids,
moments, amounts or names of ours.
"""

import csv
from collections.abc import Iterator
from datetime import UTC
from io import StringIO

from django.db.models import QuerySet

from foundation.records.spreadsheets import as_text_cell
from rewards.models import BalanceOperation

CSV = "text/csv"
COLUMNS = (
    "operationId",
    "participantId",
    "source",
    "sourceId",
    "type",
    "state",
    "amount",
    "reason",
    "createdBy",
    "createdOn",
    "balance",
    "recordedOn",
)
PART = 2000


def csv_of(operations: QuerySet[BalanceOperation]) -> Iterator[bytes]:
    """Yield the file in parts, so that memory stays flat however many operations there are."""
    yield _lines([COLUMNS]).encode("utf-8-sig")
    rows: list[tuple[str, ...]] = []
    for each in operations.iterator(chunk_size=PART):
        rows.append(_cells(each))
        if len(rows) == PART:
            yield _lines(rows).encode()
            rows = []
    if rows:
        yield _lines(rows).encode()


def _cells(each: BalanceOperation) -> tuple[str, ...]:
    created_on, recorded_on = (
        moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
        for moment in (each.created_on, each.recorded_on)
    )
    source = (each.source, str(each.source_id or ""), each.type, each.state)
    who = (as_text_cell(each.reason), as_text_cell(each.created_by))
    what = (str(each.pk), str(each.balance_id), *source, f"{each.amount:f}")
    return (*what, *who, created_on, f"{each.balance_after:f}", recorded_on)


def _lines(rows: list[tuple[str, ...]]) -> str:
    text = StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue()
