"""Tables in CSV: UTF-8 with or without a byte order mark, cells between `,` or `;`."""

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from foundation.records.texts import clean
from programs.readers import read_each

MOST_LINES = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFault:
    """What is wrong, where: the line from 1, and the column; no column: the whole line."""

    line: int
    column: str
    text: str

    def __str__(self) -> str:
        at = f", column {self.column}" if self.column else ""
        return f"line {self.line}{at}: {self.text}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """The cells of one line that are not empty, by column."""

    line: int
    cells: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """How the cells of a column are read, and the field of a command that each becomes."""

    field: str
    reader: Callable[[str], Any]
    is_required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """The columns of a table by name; `free` begins the names of any others."""

    named: Mapping[str, Column]
    free: str | None = None

    def faults(self, header: list[str]) -> Iterator[tuple[str, str]]:
        """Yield the column and the fault for what is wrong with the header."""
        named = dict.fromkeys(filter(None, header))
        yield from ((name, "is missing") for name in self.required if name not in named)
        yield from ((name, "is there twice") for name in named if header.count(name) > 1)
        yield from ((name, "is unknown") for name in named if not self._knows(name))

    def read(self, row: TableRow) -> tuple[dict[str, Any], list[LineFault]]:
        """Return the values of a row by field, and what is wrong with the cells."""
        readers = {name: column.reader for name, column in self.named.items()}
        values, wrong = read_each(readers, row.cells)
        missing = {name: "is missing" for name in self.required if name not in row.cells}
        wrong = {**missing, **wrong}
        faults = [LineFault(line=row.line, column=name, text=text) for name, text in wrong.items()]
        return {self.named[name].field: value for name, value in values.items()}, faults

    @property
    def required(self) -> list[str]:
        return [name for name, column in self.named.items() if column.is_required]

    @property
    def optional(self) -> list[str]:
        return [name for name, column in self.named.items() if not column.is_required]

    def _knows(self, name: str) -> bool:
        return name in self.named or (self.free is not None and name.startswith(self.free))


def read_rows(
    content: bytes, columns: Columns, given: Mapping[str, str]
) -> Iterator[TableRow | LineFault]:
    """Yield the rows of a table, and what is wrong with it; empty lines and columns are left out.

    :param given: the cells of columns that the table, or a line, leaves out.
    A wrong header, wrong quotes, or what is not UTF-8 ends the reading.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        yield LineFault(line=line, column="", text="is not UTF-8 text")
        return
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    header, faults = _header(lines)
    if not faults:
        wrong = columns.faults([*header, *(name for name in given if name not in header)])
        faults = [LineFault(line=1, column=each, text=text) for each, text in wrong]
    yield from faults
    for row in () if faults else _below(header, lines):
        yield row if isinstance(row, LineFault) else replace(row, cells={**given, **row.cells})


def _delimiter(text: str) -> str:
    header = text.split("\n", 1)[0]
    return ";" if header.count(";") > header.count(",") else ","


def _header(lines: Any) -> tuple[list[str], list[LineFault]]:
    try:
        return [clean(cell) for cell in next(lines)], []
    except StopIteration:
        return [], [LineFault(line=1, column="", text="is missing: the file is empty")]
    except csv.Error as error:
        return [], [LineFault(line=1, column="", text=str(error))]


def _below(header: list[str], lines: Any) -> Iterator[TableRow | LineFault]:
    count = 0
    while True:
        line = lines.line_num + 1  # a quoted cell may have line breaks
        try:
            cells = [clean(cell) for cell in next(lines)]
        except StopIteration:
            return
        except csv.Error as error:
            yield LineFault(line=line, column="", text=f"{error}; the rest is not read")
            return
        if not any(cells):
            continue
        count += 1
        if count > MOST_LINES:
            yield LineFault(line=line, column="", text=f"is one more than {MOST_LINES:,}")
            return
        yield from _row(line, header, cells)


def _row(line: int, header: list[str], cells: list[str]) -> Iterator[TableRow | LineFault]:
    while len(cells) > len(header) and not cells[-1]:
        cells.pop()
    if len(cells) != len(header):
        text = f"has {len(cells)} cells, and the header has {len(header)}"
        yield LineFault(line=line, column="", text=text)
        return
    row = {name: cell for name, cell in zip(header, cells, strict=True) if cell}
    wrong = {name: "must be text" for name, cell in row.items() if "\0" in cell}
    if "" in row:
        place = next(at for at, name in enumerate(header) if not name and cells[at])
        wrong[str(place + 1)] = "has a value, but no name in line 1"
    yield from (LineFault(line=line, column=name, text=text) for name, text in wrong.items())
    if not wrong:
        yield TableRow(line=line, cells=row)
