"""The job that imports a checked folder, portion by portion, and the report of a check."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction

from foundation.messaging.jobs import JobKind
from foundation.moving import files, storing
from foundation.moving.kinds import KINDS, MovedKind, Row, RowProblem, kinds_in_order, parse
from foundation.moving.models import FolderImport
from foundation.records.audit import Actor, name_of, record_deed
from foundation.records.models import insert_new
from foundation.records.refusals import Conflict, Invalid

MOST_NAMED = 1_000  # of a kind
MAX_NAME = 100  # characters of a field that is not known


@dataclass(frozen=True, slots=True, kw_only=True)
class FileFault:
    """What stands in the way: where it is, what is wrong, and what to do."""

    file: str
    line: int
    field: str
    says: str
    cure: str

    def __str__(self) -> str:
        place = f"{self.file}, line {self.line}" if self.line else self.file
        return f"{place}: {f'{self.field} ' if self.field else ''}{self.says}. {self.cure}"


@dataclass(slots=True)
class KindReport:
    """Of one kind: how many rows, what would be added, what is there, what is wrong."""

    file: str = ""
    rows: int = 0
    new: int = 0
    equal: int = 0
    differing: int = 0
    faults: list[FileFault] = field(default_factory=list)
    fault_count: int = 0
    differences: list[FileFault] = field(default_factory=list)
    notes: list[FileFault] = field(default_factory=list)
    unknown: dict[str, int] = field(default_factory=dict)  # fields, and in how many rows

    def refuse(self, line: int, problem: RowProblem) -> None:
        self.fault_count += 1
        if len(self.faults) < MOST_NAMED:
            self.faults.append(self._fault(line, problem))

    def differ(self, line: int, fields: str) -> None:
        self.differing += 1
        if len(self.differences) < MOST_NAMED:
            cure = "It stays as it is here; with --update the file counts."
            says = "is here with other data"
            problem = RowProblem(field=fields, says=says, cure=cure)
            self.differences.append(self._fault(line, problem))

    def leave_out(self, names: Iterable[str]) -> None:
        for name in (each[:MAX_NAME] for each in names):
            if name in self.unknown or len(self.unknown) < MOST_NAMED:
                self.unknown[name] = self.unknown.get(name, 0) + 1

    def note(self, line: int, says: str) -> None:
        cure = "Nothing needs to be done."
        self.notes.append(self._fault(line, RowProblem(says=says, cure=cure)))

    def _fault(self, line: int, problem: RowProblem) -> FileFault:
        return FileFault(
            file=self.file, line=line, field=problem.field, says=problem.says, cure=problem.cure
        )


@dataclass(slots=True)
class FolderReport:
    """What a check found in a folder."""

    kinds: dict[str, KindReport] = field(default_factory=dict)

    def of(self, kind: str, file: str) -> KindReport:
        return self.kinds.setdefault(kind, KindReport(file=file))

    @property
    def fault_count(self) -> int:
        return sum(each.fault_count for each in self.kinds.values())

    @property
    def row_count(self) -> int:
        return sum(each.rows for each in self.kinds.values())

    def lines(self) -> Iterator[str]:
        """Yield the report as people read it."""
        for name, each in self.kinds.items():
            counts = f"{each.new:,} new, {each.equal:,} as here, {each.differing:,} other than here"
            faults = f", {each.fault_count:,} wrong" if each.fault_count else ""
            yield f"{name}: {each.rows:,} rows: {counts}{faults}"
            for found in (each.notes, each.faults, each.differences):
                yield from (f"  {fault}" for fault in found)
            for what, count, named in (
                ("wrong", each.fault_count, each.faults),
                ("other than here", each.differing, each.differences),
            ):
                if count > len(named):
                    yield f"  … and {count - len(named):,} more that are {what}"
            for field_name, count in sorted(each.unknown.items()):
                yield f"  unknown field {field_name}, in {count:,} rows: not imported"

    def as_json(self) -> str:
        return json.dumps({name: asdict(each) for name, each in self.kinds.items()}, indent=1)


PORTION = 2_000  # rows
LEFT_OUT = "left out"
LEASE = timedelta(seconds=15)  # a portion takes two, and a killed process is waited for
NAMED_HERE = MOST_NAMED // 10  # lines that a job keeps of a kind


class OtherImportUnfinished(Conflict):
    """Another folder's import is unfinished."""


class FilesChanged(Invalid):
    """The files are others than those that were checked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportFolderCommand:
    """Import a folder that was checked; `kinds`: those wanted, none: all."""

    folder: Path
    kinds: Sequence[str]
    is_update: bool
    total: int
    by: Actor


def paths_of(folder: Path, names: Sequence[str]) -> dict[str, Path]:
    """Return the files of the wanted kinds, in the order in which they are imported."""
    found = dict(files.files_of(folder))
    return {kind.name: found[kind.name] for kind in kinds_in_order(names) if kind.name in found}


def as_checked(folder: Path, names: Sequence[str]) -> dict[str, list[int]]:
    stats = {name: path.stat() for name, path in paths_of(folder, names).items()}
    return {name: [each.st_size, each.st_mtime_ns] for name, each in stats.items()}


def unfinished_import() -> FolderImport | None:
    return FolderImport.objects.unfinished().first()


@transaction.atomic
def start_import(command: ImportFolderCommand) -> FolderImport:
    """Start the import, or find the unfinished one of the same folder, kinds and files.

    :raises OtherImportUnfinished: of another folder, or of other files or kinds.
    """
    job = FolderImport(
        folder=str(command.folder.resolve()),
        kinds=list(command.kinds),
        files=as_checked(command.folder, command.kinds),
        is_update=command.is_update,
        total=command.total,
        started_by=name_of(command.by),
    )
    if insert_new(job):
        record_deed(command.by, "Imported a folder", job)
        return job
    known = FolderImport.objects.unfinished().get()
    wanted = ("folder", "kinds", "files", "is_update")
    if any(getattr(known, name) != getattr(job, name) for name in wanted):
        raise OtherImportUnfinished(f"The import of {known.folder} is unfinished; end it first.")
    return known


class FolderImports(JobKind[FolderImport]):
    """Imports the rows of a folder's files, kind by kind."""

    model = FolderImport
    columns = ("counts", "differences")
    slice_seconds = 30.0

    def __init__(self) -> None:
        self._open: tuple[Any, Iterator[Row]] | None = None  # the place, and the rows behind it

    def prepare(self, job_id: UUID) -> None:
        """Refuse to go on with other files than those that were checked.

        :raises FilesChanged: a file is not there, or is another one.
        """
        job = FolderImport.objects.get(pk=job_id)
        folder = Path(job.folder)
        if not folder.is_dir() or as_checked(folder, job.kinds) != job.files:
            raise FilesChanged(f"The files of {folder} are not here as they were checked.")

    def portion(self, job: FolderImport, now: datetime) -> bool:
        paths = paths_of(Path(job.folder), job.kinds)
        name, line = job.position or (next(iter(paths), ""), 0)
        if not name:
            return False
        kind = KINDS[name]
        place = (job.pk, name, line)
        is_open = self._open is not None and self._open[0] == place
        rows = self._open[1] if is_open and self._open else rows_behind(kind, paths[name], line)
        self._open = None
        found = list(islice(rows, PORTION))
        if found:
            self._store(job, kind, found)
            job.position = [name, found[-1].line]
            job.done += len(found)
            self._open = ((job.pk, name, found[-1].line), rows)
            return True
        names = list(paths)
        following = names[names.index(name) + 1 :]
        job.position = [following[0], 0] if following else job.position
        return bool(following)

    def lease(self) -> timedelta:
        return LEASE

    def _store(self, job: FolderImport, kind: MovedKind, rows: Sequence[Row]) -> None:
        done: list[storing.Sorted] = []

        def do(some: Sequence[Row]) -> None:
            done.append(store(kind, some, is_update=job.is_update))

        left_out = self.do_rows(job, rows, do)
        counts = job.counts.setdefault(kind.name, {})
        differing = [each for found in done for each in found.differing]
        lines = [f"line {each.row.line}: {each.names(kind)}" for each in differing]
        job.differences[kind.name] = (job.differences.get(kind.name, []) + lines)[:NAMED_HERE]
        for what, count in (
            ("new", sum(len(found.new) for found in done)),
            ("equal", sum(found.equal for found in done)),
            ("changed" if job.is_update else "differing", len(differing)),
            (LEFT_OUT, len(left_out)),
        ):
            counts[what] = counts.get(what, 0) + count


def rows_behind(kind: MovedKind, path: Path, line: int) -> Iterator[Row]:
    """Yield the rows of a checked file behind a line."""
    with suppress(files.Broken):  # the check has refused it
        for each in files.lines_of(path, after=line):
            if each.data is not None:
                yield parse(kind, each.data, each.number, is_cells=files.is_csv(path)).row


def store(kind: MovedKind, rows: Sequence[Row], *, is_update: bool) -> storing.Sorted:
    """Insert the rows that are new, and leave the others, or change them if it is an update.

    The caller is in a transaction. A record that comes in meanwhile by an event breaks the insert;
    then the caller does the rows again, one by one.
    """
    found = storing.sort_out(kind, rows)
    if found.new:
        kind.complete(found.new, storing.facts_here)
        storing.insert(kind, found.new)
    if is_update and not kind.is_append_only:
        storing.change(kind, found.differing)
    return found
