"""Guids, moments, JSON and cells of spreadsheets as texts."""

import csv
import json
import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from io import StringIO
from itertools import islice
from typing import Any, NoReturn
from uuid import UUID

from django.db.models import QuerySet
from django.http import StreamingHttpResponse

# `UUID` also takes braces, `urn:uuid:`, digits of other scripts, and hyphens anywhere.
_GUID = re.compile(r"[0-9a-fA-F]{32}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def read_guid(text: str) -> UUID:
    """Return the guid of 32 hexadecimal digits, with all four hyphens or none."""
    if not isinstance(text, str) or not _GUID.fullmatch(text):
        raise ValueError("must be a guid")
    return UUID(text)


def guid_or_none(text: str) -> UUID | None:
    """Return the guid in any form that `UUID` takes; None for any other text."""
    try:
        return UUID(text)
    except ValueError:
        return None


# A moment with its offset, as ISO 8601 writes it.
_WRITTEN = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d(:?\d\d)?)")
_FIRST, _LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


def around(
    moment: datetime, before: timedelta, after: timedelta | None = None
) -> tuple[datetime, datetime]:
    """Return the moments so long before and after another one, within what a `datetime` can say.

    0001-01-01 and 9999-12-31 are dates that senders have, for "none" and for "without end".

    :param after: None: as long as `before`.
    """
    after = before if after is None else after
    earliest = moment - before if moment - _FIRST > before else _FIRST
    latest = moment + after if _LAST - moment > after else _LAST
    return earliest, latest


def as_iso_text(moment: datetime) -> str:
    """Return a moment in UTC as it is sent: `2026-05-17T09:30:00Z`, with microseconds if any."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def as_utc_text(moment: datetime) -> str:
    """Return a moment in UTC, of one width, so that moments are compared as texts."""
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")


def with_moment_in_utc(text: str) -> str:
    """Return a text that is a moment with an offset as `as_utc_text` has it; others as they are."""
    if not _WRITTEN.fullmatch(text):
        return text
    try:
        return as_utc_text(datetime.fromisoformat(text).astimezone(UTC))
    except (ValueError, OverflowError):
        return text


MAX_DEPTH = 50
MAX_DIGITS = 1000  # of a whole number that a `TolerantDecoder` reads
DAMAGED = "\ufffd"  # stands for a character that is not text: Unicode's own sign for it
_NO_TEXT = re.compile("[\0\ud800-\udfff]")


class WrittenNumber(float):
    """A JSON number with a fraction or an exponent: a float whose text has every digit written."""

    __slots__ = ("written",)
    written: str

    def __new__(cls, written: str) -> "WrittenNumber":
        number = super().__new__(cls, written)
        number.written = written
        return number

    def __str__(self) -> str:
        return self.written


class Unstorable(json.JSONDecodeError):
    """The JSON has a value that is ambiguous or could not be stored; `msg` is one sentence."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, "", 0)


class StrictDecoder(json.JSONDecoder):
    """Refuses repeated keys, NUL characters, lone surrogates, infinite numbers and deep nesting."""

    def __init__(self) -> None:
        super().__init__(
            parse_float=_finite_number,
            parse_constant=_refuse_constant,
            object_pairs_hook=without_repeats,
        )

    def decode(self, s: str, *args: Any) -> Any:
        try:
            value = super().decode(s, *args)
        except RecursionError:
            raise Unstorable("The JSON is nested too deeply.") from None
        except json.JSONDecodeError:
            raise
        except ValueError:  # Python reads no whole number of more than 4,300 digits
            raise Unstorable("A number is out of range.") from None
        if "\\u" in s or s.count("[") + s.count("{") > MAX_DEPTH or not is_storable(s):
            _refuse_unstorable(value)  # nothing else can be
        return value


class TolerantDecoder(json.JSONDecoder):
    """Replaces what could not be stored, so that one odd value does not cost all the others.

    - a NUL character or a lone surrogate, of keys too: `DAMAGED`;
    - NaN, Infinity and -Infinity, which are not JSON: their names, as text after `DAMAGED`;
    - a number beyond all floats: the largest float; a whole number of more than `MAX_DIGITS`
      digits: the first of them;
    - a list or an object that is nested more than `MAX_DEPTH` deep: null.
    """

    def __init__(self) -> None:
        super().__init__(
            parse_float=_finite,
            parse_int=lambda text: int(text[:MAX_DIGITS]),
            parse_constant=DAMAGED.__add__,
        )

    def decode(self, s: str, *args: Any) -> Any:
        try:
            return _storable(super().decode(s, *args))
        except RecursionError:
            raise Unstorable("The JSON is nested too deeply.") from None


def without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the members of a JSON object; readers would not agree which of two equal keys counts.

    :raises Unstorable: a key stands twice.
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Unstorable(f"The key {twice[:100]!r} stands twice in an object.")
    return found


def is_storable(text: str) -> bool:
    """Return whether a column can hold the text: no NUL character, no lone surrogate."""
    return _NO_TEXT.search(text) is None


def _refuse_constant(name: str) -> NoReturn:
    raise Unstorable(f"{name} is not JSON.")


def _finite_number(written: str) -> WrittenNumber:
    number = WrittenNumber(written)
    if not math.isfinite(number):
        raise Unstorable("A number is out of range.")
    return number


def _refuse_unstorable(parsed: Any) -> None:
    """Walk the values without recursion, as deep as they go."""
    waiting = [(parsed, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise Unstorable("The JSON is nested too deeply.")
        if isinstance(value, str) and not is_storable(value):
            raise Unstorable("A string has a character that is not text.")
        parts = [*value, *value.values()] if isinstance(value, dict) else value
        if isinstance(parts, list):
            waiting.extend((part, depth + 1) for part in parts)


def _finite(written: str) -> float:
    largest = sys.float_info.max
    return min(largest, max(-largest, float(written)))


def _storable(parsed: Any) -> Any:
    """Replace in place what cannot be stored, without recursion; return the value."""
    root = [parsed]
    waiting: list[tuple[Any, int]] = [(root, 0)]
    while waiting:
        held, depth = waiting.pop()
        if isinstance(held, dict) and not all(map(is_storable, held)):
            entries = list(held.items())
            held.clear()
            held.update((_text(key), value) for key, value in entries)
        for place, value in held.items() if isinstance(held, dict) else enumerate(held):
            if isinstance(value, str):
                held[place] = _text(value)
            elif isinstance(value, dict | list):
                if depth > MAX_DEPTH:
                    held[place] = None
                else:
                    waiting.append((value, depth + 1))
    return root[0]


def _text(value: str) -> str:
    return _NO_TEXT.sub(DAMAGED, value)


FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n")
Cell = str | int | float | Decimal | None
CSV = "text/csv"
PART = 2000  # rows that are written at once

_NOT_IN_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
# ECMA-376, ST_Xstring: `_x0041_` is read as A, and `_x005F_` as the underscore.
_READ_AS_A_LETTER = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")


def in_csv(cell: Cell) -> Cell:
    """Return a cell of CSV: a decimal with all its digits, a text that is no formula.

    After OWASP, CSV injection: an apostrophe stands before what would be calculated.
    """
    if isinstance(cell, Decimal):
        return f"{cell:f}"
    if not isinstance(cell, str):
        return cell
    text = _NOT_IN_XML.sub(DAMAGED, cell)
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text


def in_xml(text: str) -> str:
    """Return the text as XLSX holds it, where a text is never calculated."""
    return _READ_AS_A_LETTER.sub("_x005F_", _NOT_IN_XML.sub(DAMAGED, text))


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
