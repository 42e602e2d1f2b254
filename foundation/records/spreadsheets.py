"""Texts and numbers in files that people open with a spreadsheet."""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from io import StringIO
from itertools import islice
from typing import Any

from django.db.models import QuerySet
from django.http import StreamingHttpResponse

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n")
Cell = str | int | float | Decimal | None
CSV = "text/csv"
PART = 2000  # rows that are written at once

_DAMAGED = "\ufffd"  # Unicode's sign for a character that is not text
_NOT_IN_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
# ECMA-376, ST_Xstring: `_x0041_` is read as A, and `_x005F_` as the underscore.
_READ_AS_A_LETTER = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")


def as_text_cell(text: str) -> str:
    """Return the text for CSV, after an apostrophe where it would be calculated as a formula.

    After OWASP, CSV injection. A number is to be given as a number, which has none.
    """
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text


def in_csv(cell: Cell) -> Cell:
    """Return a cell of CSV: a text that is no formula, a decimal with all its digits."""
    if isinstance(cell, Decimal):
        return f"{cell:f}"
    return as_text_cell(_NOT_IN_XML.sub(_DAMAGED, cell)) if isinstance(cell, str) else cell


def in_xml(text: str) -> str:
    """Return the text as XLSX holds it, where a text is never calculated."""
    return _READ_AS_A_LETTER.sub("_x005F_", _NOT_IN_XML.sub(_DAMAGED, text))


def csv_file(
    name: str,
    titles: Sequence[str],
    rows: QuerySet[Any],
    lines_of: Callable[[Sequence[Any]], Iterable[Sequence[Any]]],
) -> StreamingHttpResponse:
    """Return rows as a file to be saved: CSV (RFC 4180), in UTF-8 with the mark that Excel needs.

    It is sent in parts, so that memory stays flat however many rows there are.

    :param lines_of: the cells of some rows; a text that looks like a formula is sent as a text.
    """
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{name}"'}
    parts = _csv_parts(titles, rows, lines_of)
    return StreamingHttpResponse(parts, content_type=CSV, headers=headers)


def _csv_parts(
    titles: Sequence[str],
    rows: QuerySet[Any],
    lines_of: Callable[[Sequence[Any]], Iterable[Sequence[Any]]],
) -> Iterator[bytes]:
    yield _csv_of([titles]).encode("utf-8-sig")
    every = rows.iterator(chunk_size=PART)
    while part := list(islice(every, PART)):
        yield _csv_of(lines_of(part)).encode()


def _csv_of(lines: Iterable[Sequence[Any]]) -> str:
    text = StringIO(newline="")
    csv.writer(text).writerows(map(in_csv, line) for line in lines)
    return text.getvalue()
