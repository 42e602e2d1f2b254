"""Importing records from CSV: checked as a whole, then applied in one transaction."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any, ClassVar
from uuid import UUID

from django.db import transaction

from foundation.records.audit import Actor, record_deed
from foundation.records.refusals import Invalid, Refusal
from programs.importing.table import Columns, LineFault, TableRow, read_rows
from programs.records import FixedFieldDiffers, Put, PutCommand, PutResult, Putting, plan, put_all

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
