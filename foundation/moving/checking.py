"""Checking a folder before anything of it is imported: every row, by itself and beside the others.

What is known of the files is kept in a temporary file of SQLite, so memory does not grow with them;
the file has no name, so nothing of it is left, whatever ends the process.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models.functions import Upper

from foundation.moving import files, storing
from foundation.moving.importing import FolderReport, KindReport
from foundation.moving.kinds import MovedKind, Parsed, Row, RowProblem, kinds_in_order, parse
from foundation.records.statements import run_statement

BATCH = 2_000
CACHE = 32 * 1024  # KiB of SQLite's cache
_PLACES = 10_000
_KNOWN = "kind TEXT, key TEXT, line INTEGER, digest INTEGER, facts TEXT"
_SUMS = "name TEXT, key TEXT, total INTEGER"
_TABLE = 'CREATE TEMP TABLE "{name}" (LIKE "{like}" INCLUDING DEFAULTS INCLUDING CONSTRAINTS)'
NO_RULE = "The database refuses it"
Known = tuple[str, str, int, int, str]


class Ledger:
    """Keys of rows that were read, where they stand, and what checks remember of them."""

    def __init__(self) -> None:
        self._database = sqlite3.connect("", isolation_level=None)
        for line in (
            "PRAGMA journal_mode = OFF",
            "PRAGMA synchronous = OFF",
            f"PRAGMA cache_size = -{CACHE}",
            f"CREATE TABLE known ({_KNOWN}, PRIMARY KEY (kind, key)) WITHOUT ROWID",
            f"CREATE TABLE sums ({_SUMS}, PRIMARY KEY (name, key)) WITHOUT ROWID",
        ):
            self._database.execute(line)

    def __enter__(self) -> "Ledger":
        self._database.execute("BEGIN")
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def add(self, rows: Sequence[Known]) -> dict[int, tuple[int, bool]]:
        """Note keys; of each that is known, return by line its first line, and if it is the same.

        :param rows: kind, key, line, what the row holds in short, and its facts.
        """
        text = "INSERT OR IGNORE INTO known VALUES (?, ?, ?, ?, ?)"
        if self._database.executemany(text, rows).rowcount == len(rows):
            return {}
        found = {}
        for kind, key, line, digest, _ in rows:
            text = "SELECT line, digest FROM known WHERE kind = ? AND key = ?"
            first, known = self._database.execute(text, (kind, key)).fetchone()
            if first != line:
                found[line] = first, known == digest
        return found

    def add_up(self, name: str, key: str, amount: Decimal) -> Decimal:
        """Add an amount, of at most four decimals, to a sum; return the sum."""
        text = (
            "INSERT INTO sums VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET total = total + ?"
            " RETURNING total"
        )
        exact = int(amount * _PLACES)
        [total] = self._database.execute(text, (name, key, exact, exact)).fetchone()
        return Decimal(total) / _PLACES

    def facts(self, kind: str, keys: Iterable[str]) -> dict[str, dict[str, Any]]:
        wanted = list(keys)
        places = ", ".join("?" * len(wanted))
        text = f"SELECT key, facts FROM known WHERE kind = ? AND key IN ({places})"  # noqa: S608
        rows = self._database.execute(text, (kind, *wanted))
        return {key: json.loads(facts) for key, facts in rows}


def check_folder(
    folder: Path, names: Sequence[str], show: Callable[[str, int], object] = lambda *_: None
) -> FolderReport:
    """Check the files of a folder; nothing is stored.

    :param names: of the kinds that are wanted; none: all.
    :param show: what is checked, and how many rows so far.
    """
    report, kinds = FolderReport(), {kind.name: kind for kind in kinds_in_order(names)}
    paths: dict[str, Path] = {}
    for name, path in files.files_of(folder):
        if name not in kinds:
            if not names:
                says, cure = (
                    "is of no known kind",
                    f"Name it by one of: {', '.join(sorted(kinds))}.",
                )
                report.of(name, path.name).refuse(0, RowProblem(says=says, cure=cure))
        elif name in paths:
            problem = RowProblem(says="is the second file of its kind", cure="Join the two.")
            report.of(name, path.name).refuse(0, problem)
        else:
            paths[name] = path
    with Ledger() as ledger:
        for name, kind in kinds.items():
            if name in paths:
                found = report.of(name, paths[name].name)
                _KindCheck(kind, paths[name], found, ledger, report.kinds).run(show)
    return report


@dataclass(frozen=True, slots=True)
class _Facts:
    """What is known of records: from the files, else from the database.

    What was asked is kept, so each batch has its own.
    """

    ledger: Ledger
    known: dict[str, dict[str, Mapping[str, Any]]] = field(default_factory=dict)

    def __call__(self, kind: str, keys: Iterable[Any]) -> Mapping[str, Mapping[str, Any]]:
        known = self.known.setdefault(kind, {})
        if wanted := {str(key) for key in set(keys) if key is not None} - known.keys():
            known |= self.ledger.facts(kind, wanted)
            if rest := wanted - known.keys():
                known |= storing.facts_here(kind, rest)
        return known

    def add_up(self, name: str, amounts: Mapping[str, Decimal]) -> Mapping[str, Decimal]:
        return {key: self.ledger.add_up(name, key, amount) for key, amount in amounts.items()}


class _KindCheck:
    """The check of one file."""

    def __init__(
        self,
        kind: MovedKind,
        path: Path,
        report: KindReport,
        ledger: Ledger,
        reports: Mapping[str, KindReport],
    ) -> None:
        self.kind, self.path, self.report, self.ledger = kind, path, report, ledger
        self.reports, self.facts = reports, _Facts(ledger)

    def run(self, show: Callable[[str, int], object]) -> None:
        rows = self._rows()
        while batch := list(islice(rows, BATCH)):
            self.facts = _Facts(self.ledger)
            self._check(self._first(batch))
            show(self.kind.name, self.report.rows)

    def _rows(self) -> Iterator[tuple[Row, int]]:
        """Yield the rows that are well formed, each with a digest of what it holds."""
        is_cells = files.is_csv(self.path)
        try:
            for line in files.lines_of(self.path):
                if line.note:
                    self.report.note(line.number, line.note)
                if line.problem is not None:
                    self.report.rows += 1
                    self.report.refuse(line.number, line.problem)
                if line.data is None:
                    continue
                self.report.rows += 1
                parsed = parse(self.kind, line.data, line.number, is_cells=is_cells)
                if self._is_well_formed(parsed):
                    yield parsed.row, hash(repr(line.data))
        except files.Broken as broken:
            self.report.refuse(broken.line, broken.problem)

    def _is_well_formed(self, parsed: Parsed) -> bool:
        self.report.leave_out(parsed.unknown)
        for problem in parsed.problems:
            self.report.refuse(parsed.row.line, problem)
        return not parsed.problems and self._has_no_repeats(parsed.row)

    def _has_no_repeats(self, row: Row) -> bool:
        for name, values in row.lists.items():
            child = self.kind.lists[name]
            keys = {child.key_of(each) for each in values}
            if child.key != ("id",) and len(keys) < len(values):
                says, cure = "has one of them twice", "Leave one of the two out."
                self.report.refuse(row.line, RowProblem(field=name, says=says, cure=cure))
                return False
        return True

    def _first(self, batch: Sequence[tuple[Row, int]]) -> list[Row]:
        """Return the rows whose keys no earlier row has; note what others ask of them."""
        kind = self.kind
        facts = [{name: storing.plain(row.values.get(name)) for name in kind.remembers}
                 for row, _ in batch]  # fmt: skip
        repeats = self.ledger.add([
            (kind.name, row.key, row.line, digest, json.dumps(each))
            for (row, digest), each in zip(batch, facts, strict=True)
        ])  # fmt: skip
        rows = [row for row, _ in batch]
        for row in rows:
            if row.line in repeats:
                line, is_same = repeats[row.line]
                how = "again" if is_same else "with other data"
                self._refuse_repeat(row, kind.key, f"stands in line {line} already, {how}")
        rows = [row for row in rows if row.line not in repeats]
        for names in kind.unique:
            shared = [(row, _shared(kind, row.values, names)) for row in rows]
            taken = self.ledger.add([
                (f"{kind.name} {names}", each, row.line, 0, "{}") for row, each in shared if each
            ])  # fmt: skip
            for row, _ in shared:
                if row.line in taken:
                    line, _ = taken[row.line]
                    self._refuse_repeat(row, names, f"is that of line {line}, too")
        return rows

    def _refuse_repeat(self, row: Row, names: Sequence[str], says: str) -> None:
        fields = ", ".join(self.kind.name_of(name) for name in names)
        cure = "Leave one of the two rows out, or give it an id of its own."
        self.report.refuse(row.line, RowProblem(field=fields, says=says, cure=cure))

    def _check(self, rows: Sequence[Row]) -> None:
        refused = self._refused(rows)
        good = [row for row in rows if row.line not in refused]
        found = storing.sort_out(self.kind, good)
        self.report.equal += found.equal
        for each in found.differing:
            self.report.differ(each.row.line, each.names(self.kind))
        self.report.new += len(found.new)
        self._try(found.new)

    def _refused(self, rows: Sequence[Row]) -> set[int]:
        refused = set()
        for row, problem in (*self._missing(rows), *self._taken(rows)):
            refused.add(row.line)
            self.report.refuse(row.line, problem)
        left = [row for row in rows if row.line not in refused]
        for row, problem in self.kind.problems(left, self.facts):
            refused.add(row.line)
            self.report.refuse(row.line, problem)
        return refused

    def _missing(self, rows: Sequence[Row]) -> Iterator[tuple[Row, RowProblem]]:
        """Yield the rows that refer to records which are nowhere."""
        for path, attname, refers_to, name in _references(self.kind):
            named = [(row, value) for row in rows for value in _values(row, path, attname)]
            wanted = {value for _, value in named}
            known = self.facts(refers_to, wanted)
            missing = {value for value in wanted if str(value) not in known}
            for row, value in named if missing else ():
                if value in missing:
                    yield row, self._missing_problem(name, value, refers_to)

    def _missing_problem(self, name: str, value: Any, refers_to: str) -> RowProblem:
        says = f"names {value}, which is neither in {refers_to} nor here"
        if (other := self.reports.get(refers_to)) and other.fault_count:
            says = f"names {value}, which is not here, and not a good row of {other.file}"
        cure = f"Add it to {refers_to}, or leave the row out."
        return RowProblem(field=name, says=says, cure=cure)

    def _taken(self, rows: Sequence[Row]) -> Iterator[tuple[Row, RowProblem]]:
        """Yield the rows with a value that another record has here, which it must not share."""
        for names in self.kind.unique:
            query = self.kind.model._default_manager.all()
            for name in names:
                wanted = {row.values.get(name) for row in rows} - {None}
                if name not in self.kind.case_counts and any(isinstance(_, str) for _ in wanted):
                    query = query.annotate(**{f"{name}_folded": Upper(name)})
                    query = query.filter(**{f"{name}_folded__in": set(map(_fold, wanted))})
                else:
                    query = query.filter(**{f"{name}__in": wanted})
            here = {_shared(self.kind, each, names): self.kind.key_of(each) for each in
                    query.values(*names, *self.kind.key)}  # fmt: skip
            for row in rows:
                shared = _shared(self.kind, row.values, names)
                other = here.get(shared) if shared else None
                if other is not None and other != row.key:
                    fields = ", ".join(self.kind.name_of(name) for name in names)
                    cure = "Change one of the two; they cannot be the same."
                    yield row, RowProblem(field=fields, says=f"is that of {other} here", cure=cure)

    def _try(self, rows: Sequence[Row]) -> None:
        """Insert new rows into temporary tables, which have the rules of the database."""
        self.kind.complete(rows, self.facts)
        if rows and _fault_of(self.kind, rows):
            for row in rows:
                if fault := _fault_of(self.kind, [row]):
                    self.report.new -= 1
                    self.report.refuse(row.line, fault)


def _fault_of(kind: MovedKind, rows: Sequence[Row]) -> RowProblem | None:
    lists = ((child, storing.below(kind, child, rows)) for child in kind.children)
    for each, values in ((kind, [row.values for row in rows]), *lists):
        try:
            if values:
                _insert_for_a_moment(each, values)
        except DatabaseError as error:
            return _rule_problem(each, error)
    return None


def _insert_for_a_moment(kind: MovedKind, rows: Sequence[dict[str, Any]]) -> None:
    name = f"moving_{kind.model._meta.db_table}"
    pk = kind.model._meta.pk
    by_database = [pk.attname] if pk is not None and pk.attname in kind.set_by_database else []
    with transaction.atomic():
        run_statement(_TABLE.format(name=name, like=kind.model._meta.db_table))
        storing.copy_rows(kind, rows, table=name, set_later=[*kind.set_later, *by_database])
        run_statement(f'DROP TABLE "{name}"')


def _rule_problem(kind: MovedKind, error: DatabaseError) -> RowProblem:
    rule = getattr(getattr(error.__cause__, "diag", None), "constraint_name", None) or ""
    for constraint in kind.model._meta.constraints:
        if constraint.name == rule and constraint.violation_error_code != "":
            text = str(constraint.get_violation_error_message())
            words = rule.replace("_", " ")
            says = text.rstrip(".") if "Constraint" not in text else f"breaks the rule: {words}"
            return RowProblem(says=says, cure="Change the fields that the rule names.")
    text = str(error).splitlines()[0]
    return RowProblem(says=f"{NO_RULE}: {text}", cure="Correct the row at its source.")


def _references(kind: MovedKind) -> Iterator[tuple[str, str, str, str]]:
    """Yield list, attribute, kind and name of each reference of a kind's rows."""
    for column in kind.columns.values():
        if column.refers_to:
            yield "", column.attname, column.refers_to, column.name
    for child in kind.children:
        for column in child.nested_columns.values():
            if column.refers_to and column.refers_to != kind.name:
                name = f"{child.listed_as}.{column.name}"
                yield child.listed_as, column.attname, column.refers_to, name


def _values(row: Row, path: str, attname: str) -> Iterator[Any]:
    for values in row.lists.get(path, ()) if path else (row.values,):
        if values.get(attname) is not None:
            yield values[attname]


def _fold(value: Any) -> str:
    return value.upper() if isinstance(value, str) else str(value)


def _shared(kind: MovedKind, values: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return what no other record may have; empty, where the row has not all of it."""
    if any(values.get(name) in (None, "") for name in names):
        return ""
    return "\n".join(
        str(values[name]) if name in kind.case_counts else _fold(values[name]) for name in names
    )
