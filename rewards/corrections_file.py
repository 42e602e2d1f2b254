"""The items of a correction as CSV (RFC 4180), UTF-8 with a byte order mark, which Excel needs.

All cells are ids, moments, numbers or texts of ours.
"""

import csv
from collections.abc import Iterator
from datetime import UTC
from io import StringIO

from django.db.models import QuerySet

from rewards.models import CorrectionItem

COLUMNS = ("activityId", "participantId", "createdOn", "old", "new", "difference", "cause", "state",
           "adjusted", "reason", "operationId")  # fmt: skip
PART = 2000


def items_as_csv(items: QuerySet[CorrectionItem]) -> Iterator[bytes]:
    """Yield the file in parts, so that memory stays flat however many items there are."""
    yield _lines([COLUMNS]).encode("utf-8-sig")
    rows: list[tuple[str, ...]] = []
    for each in items.order_by("pk").iterator(chunk_size=PART):
        rows.append(_cells(each))
        if len(rows) == PART:
            yield _lines(rows).encode()
            rows = []
    yield _lines(rows).encode()


def _cells(each: CorrectionItem) -> tuple[str, ...]:
    on = each.activity_on.astimezone(UTC).isoformat().replace("+00:00", "Z")
    amounts = (f"{each.old:f}", f"{each.new:f}", f"{each.difference}", each.cause)
    adjusted = "" if each.adjusted is None else f"{each.adjusted:f}"
    ids = (str(each.activity_id), str(each.participant_id), on)
    return (*ids, *amounts, each.state, adjusted, each.reason, str(each.operation_id))


def _lines(rows: list[tuple[str, ...]]) -> str:
    text = StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue()
