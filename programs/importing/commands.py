"""Importing records from CSV: checked as a whole, then applied in one transaction."""

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from typing import Any, ClassVar
from uuid import UUID

from django.db import transaction

from foundation.records.audit import Actor, record_deed
from foundation.records.refusals import Invalid, Refusal
from foundation.records.texts import clean
from programs.putting import FixedFieldDiffers, Put, PutCommand, PutResult, Putting, plan, put_all
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


# What can be imported: the columns of each table, and the command that a line becomes.


class ImportSubject:
    """Records that are imported.

    - `columns`: the first is the id's.
    - `columns_of`: the column that a refusal is about.
    """

    title: ClassVar[str]
    kind: ClassVar[type[Putting[Any, Any]]]
    columns: ClassVar[Columns]
    columns_of: ClassVar[Mapping[type[Refusal], str]]

    @classmethod
    def read(cls, row: TableRow, now: datetime) -> tuple[PutCommand | None, list[LineFault]]:
        """Return the command that a line becomes, or what is wrong with the line."""
        values, faults = cls.columns.read(row)
        return (None, faults) if faults else (cls.command(row, values, now), [])

    @classmethod
    def command(cls, row: TableRow, fields: Mapping[str, Any], now: datetime) -> PutCommand:
        command: PutCommand = cls.kind.command(**fields)
        return command

    @classmethod
    def name_of(cls, command: Any) -> str:
        """Return what people call the record of a command; empty: they have no name for it."""
        return ""

    @classmethod
    def fault(cls, line: int, text: str) -> LineFault:
        """Return a fault of the id's column."""
        return LineFault(line=line, column=next(iter(cls.columns.named)), text=text)

    @classmethod
    def faults_of(cls, line: int, refusal: Refusal) -> list[LineFault]:
        """Return what a refusal says of a line."""
        if isinstance(refusal, Invalid):
            named = refusal.errors.items()
            faults = [LineFault(line=line, column=name, text=text) for name, text in named]
            return faults or [cls.fault(line, refusal.detail)]
        column = cls.columns_of.get(type(refusal), "")
        if isinstance(refusal, FixedFieldDiffers):
            columns = cls.columns.named.items()
            column = next(name for name, each in columns if each.field == refusal.name)
        return [LineFault(line=line, column=column, text=refusal.detail)]


PART = 1000
MOST_FAULTS = 100
MOST_SHOWN = 20
Doing = Callable[[Any, Sequence[Any]], "list[Put[Any] | Refusal]"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportCommand:
    """A table to import; `given` are cells of columns that it leaves out."""

    subject: type[ImportSubject]
    content: bytes
    now: datetime
    by: Actor | None = None
    given: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What a line does."""

    line: int
    id: UUID
    name: str
    outcome: PutResult


@dataclass(slots=True, kw_only=True)
class Report:
    """What an import does, or would do.

    `faults` are the first of `fault_count`; `lines` are the first that create or change.
    """

    counts: Counter[PutResult] = field(default_factory=Counter)
    lines: list[Line] = field(default_factory=list)
    faults: list[LineFault] = field(default_factory=list)
    fault_count: int = 0

    def __str__(self) -> str:
        return ", ".join(f"{self.counts[outcome]:,} {outcome}" for outcome in PutResult)

    def add_faults(self, faults: Sequence[LineFault]) -> None:
        self.fault_count += len(faults)
        found = sorted(faults, key=lambda fault: fault.line)
        self.faults.extend(found[: MOST_FAULTS - len(self.faults)])

    def add_line(self, line: Line) -> None:
        self.counts[line.outcome] += 1
        if line.outcome is not PutResult.UNCHANGED and len(self.lines) < MOST_SHOWN:
            self.lines.append(line)


class ImportRefused(Invalid):
    """Lines of the file are wrong; nothing was imported."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report


def check_import(command: ImportCommand) -> Report:
    """Return what the import would do, and do nothing."""
    return _run(command, plan)


@transaction.atomic
def apply_import(command: ImportCommand) -> Report:
    """Import all lines, or none.

    :raises ImportRefused: a line is wrong; its report says which and why.
    """
    report = _run(command, put_all)
    if report.fault_count:
        raise ImportRefused(report)
    counts = {str(outcome): (None, report.counts[outcome]) for outcome in PutResult}
    record_deed(command.by, "Imported", command.subject.kind.model, counts)
    return report


def _run(command: ImportCommand, do: Doing) -> Report:
    report, seen, subject = Report(), dict[UUID, int](), command.subject
    rows = read_rows(command.content, subject.columns, command.given)
    while part := list(islice(rows, PART)):
        commands: dict[int, PutCommand] = {}
        faults: list[LineFault] = []
        for row in part:
            if isinstance(row, LineFault):
                faults.append(row)
                continue
            found, wrong = subject.read(row, command.now)
            faults.extend(wrong)
            if found and (first := seen.setdefault(found.key, row.line)) != row.line:
                faults.append(subject.fault(row.line, f"is on line {first} too"))
            elif found:
                commands[row.line] = found
        results = do(subject.kind, list(commands.values()))
        for (line, each), result in zip(commands.items(), results, strict=True):
            if isinstance(result, Put):
                name = subject.name_of(each)
                report.add_line(Line(line=line, id=each.key, name=name, outcome=result.outcome))
            else:
                faults.extend(subject.faults_of(line, result))
        report.add_faults(faults)
    return report
