"""Importing records from CSV: checked as a whole, then applied in one transaction."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any
from uuid import UUID

from django.db import transaction

from programs.commands.importing.subjects import ImportSubject
from programs.commands.importing.table import LineFault, TableRow, read_rows
from programs.commands.putting import Put, PutCommand, PutResult, plan, put_all
from records.refusals import Invalid, Refusal

PART = 1000
MOST_FAULTS = 100
MOST_SHOWN = 20
Doing = Callable[[Any, Sequence[Any]], "list[Put[Any] | Refusal]"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportCommand:
    subject: type[ImportSubject]
    content: bytes
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What a line does."""

    line: int
    id: UUID
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
        """Count the faults, and keep the first."""
        self.fault_count += len(faults)
        found = sorted(faults, key=lambda fault: fault.line)
        self.faults.extend(found[: MOST_FAULTS - len(self.faults)])

    def add_line(self, line: Line) -> None:
        """Count what a line does, and keep the first."""
        self.counts[line.outcome] += 1
        if line.outcome is not PutResult.UNCHANGED and len(self.lines) < MOST_SHOWN:
            self.lines.append(line)


class ImportRefused(Invalid):
    """Lines of the file are wrong; nothing was imported."""

    code = "import-refused"

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
    return report


def _run(command: ImportCommand, do: Doing) -> Report:
    report, seen = Report(), dict[UUID, int]()
    rows = read_rows(command.content, command.subject.columns)
    while part := list(islice(rows, PART)):
        faults = [each for each in part if isinstance(each, LineFault)]
        read, wrong = _read(command, (each for each in part if isinstance(each, TableRow)), seen)
        results = do(command.subject.kind, [each for _, each in read])
        for (line, each), result in zip(read, results, strict=True):
            if isinstance(result, Put):
                report.add_line(Line(line=line, id=each.key, outcome=result.outcome))
            else:
                wrong.extend(command.subject.faults_of(line, result))
        report.add_faults([*faults, *wrong])
    return report


def _read(
    command: ImportCommand, rows: Iterator[TableRow], seen: dict[UUID, int]
) -> tuple[list[tuple[int, PutCommand]], list[LineFault]]:
    """Return the commands with their lines, and what is wrong with the other lines."""
    read: list[tuple[int, PutCommand]] = []
    faults: list[LineFault] = []
    for row in rows:
        found, wrong = command.subject.read(row, command.now)
        faults.extend(wrong)
        if found is None:
            continue
        first = seen.setdefault(found.key, row.line)
        if first == row.line:
            read.append((row.line, found))
        else:
            column, text = command.subject.id_column(), f"is on line {first} too"
            faults.append(LineFault(line=row.line, column=column, text=text))
    return read, faults
