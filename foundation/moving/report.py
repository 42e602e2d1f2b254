"""What a check found: by kind and file, with line and cure, beyond a number counted."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field

from foundation.moving.kinds import RowProblem

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
        self.notes.append(self._fault(line, RowProblem(field="", says=says, cure=cure)))

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
