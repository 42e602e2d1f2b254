"""Migrations as SQL, and what `squawk` finds in it."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import sqlparse
from django.db import connection, migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from foundation.records.unapplied_migrations import AFTER

# Taste of types, and timeouts, which `manage.py migrate` sets.
NOT_ASKED = (
    "prefer-text-field",
    "prefer-bigint-over-int",
    "prefer-bigint-over-smallint",
    "prefer-identity",
    "require-lock-timeout",
    "require-statement-timeout",
    "require-timeout-settings",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A migration, the statements of each of its operations, and those of its end (foreign keys).

    A statement is one line without comments.
    """

    migration: migrations.Migration
    sql: Sequence[Sequence[str]]
    end: Sequence[str]

    @property
    def statements(self) -> list[str]:
        return [*chain(*self.sql), *self.end]

    @property
    def lines(self) -> list[str]:
        whole = self.statements
        return ["BEGIN;", *whole, "COMMIT;"] if self.migration.atomic else whole

    @property
    def is_after(self) -> bool:
        return getattr(self.migration, "stage", "") == AFTER


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What squawk finds in a migration: `number` of its line, and the byte `column`, from 0."""

    rule: str
    number: int
    line: str
    column: int

    @property
    def place(self) -> str:
        return self.line.encode()[self.column :].decode(errors="replace")

    @property
    def before(self) -> str:
        return self.line.encode()[: self.column].decode(errors="replace")


def write(migration: migrations.Migration, state: ProjectState) -> Written:
    """Write a migration's SQL without executing it; the state becomes the one after it."""
    with connection.schema_editor(collect_sql=True, atomic=False) as editor:
        assert editor.collected_sql is not None
        parts: list[list[str]] = []
        for operation in migration.operations:
            begin = len(editor.collected_sql)
            _collect(operation, migration.app_label, editor, state.clone())
            operation.state_forwards(migration.app_label, state)
            parts.append(_statements(editor.collected_sql[begin:]))
        begin = len(editor.collected_sql)
    return Written(migration=migration, sql=parts, end=_statements(editor.collected_sql[begin:]))


def _collect(
    operation: Operation, app: str, editor: BaseDatabaseSchemaEditor, state: ProjectState
) -> None:
    """Collect the SQL of an operation; Python code (RunPython) is not run."""
    if isinstance(operation, migrations.SeparateDatabaseAndState):
        for each in operation.database_operations:
            _collect(each, app, editor, state)
        return
    before = state.clone()
    operation.state_forwards(app, state)
    if operation.reduces_to_sql:
        operation.database_forwards(app, editor, before, state)


def _statements(collected: Sequence[str]) -> list[str]:
    parts = chain.from_iterable(map(sqlparse.split, collected))
    lines = (" ".join(sqlparse.format(part, strip_comments=True).split()) for part in parts)
    return [f"{line.rstrip('; ')};" for line in lines if line.strip("; ")]


def squawk(written: Sequence[Written], folder: Path) -> Mapping[str, Sequence[Finding]]:
    """Return what squawk finds in migrations, by their names."""
    names = {f"{each.migration}.sql": each for each in written}
    for name, each in names.items():
        (folder / name).write_text("\n".join(each.lines))
    asked = subprocess.run(
        [
            str(Path(sys.executable).with_name("squawk")),
            "--reporter=json",
            f"--exclude={','.join(NOT_ASKED)}",
            "--pg-version=15.0",
            *names,
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    found: dict[str, list[Finding]] = {str(each.migration): [] for each in written}
    for fault in json.loads(asked.stdout):
        each, number = names[fault["file"]], fault["line"]
        found[str(each.migration)].append(
            Finding(
                rule=fault["rule_name"],
                number=number,
                line=each.lines[number],
                column=fault["column"],
            )
        )
    return found
