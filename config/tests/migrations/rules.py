"""Rules of migrations: the version before runs on beside them, and no process waits for their locks.

`squawk` judges the SQL; the rest is what it cannot see. docs/development.md has the rules for people.
A migration may say in `reasons` (rule → why) that a rule need not be kept.
"""

import json
import re
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from django.db import connection, migrations
from django.db.migrations.state import ProjectState

from records.unapplied import AFTER

# Taste of types, and timeouts, which `manage.py migrate` sets.
NOT_ASKED = (
    "prefer-text-field",
    "prefer-bigint-over-int",
    "prefer-bigint-over-smallint",
    "prefer-identity",
    "require-lock-timeout",
    "require-statement-timeout",
    "require-timeout-settings",
    # The rules below ask when they are applied.
    "ban-drop-column",
    "ban-drop-table",
)
NAME = r'"?([a-z_0-9]+)"?'
MADE = re.compile(rf"^CREATE TABLE {NAME}", re.MULTILINE)
# A lock on a table that holds off writers until the transaction ends.
LOCKING = re.compile(
    rf"^(?:ALTER TABLE(?: ONLY)?|DROP TABLE|LOCK TABLE|CREATE (?:UNIQUE )?INDEX \S+ ON|UPDATE|DELETE FROM) {NAME}",
    re.MULTILINE,
)
DROPPED_COLUMN = re.compile(rf"^ALTER TABLE {NAME} DROP COLUMN (?:IF EXISTS )?{NAME}", re.MULTILINE)
DROPPED_TABLE = re.compile(rf"^DROP TABLE (?:IF EXISTS )?{NAME}", re.MULTILINE)
RENAMED = re.compile(rf"^ALTER TABLE {NAME} RENAME", re.MULTILINE)
DROPPED_RULE = re.compile(rf"^ALTER TABLE {NAME} DROP CONSTRAINT", re.MULTILINE)
DROPPED_INDEX = re.compile(rf"^DROP INDEX (?:CONCURRENTLY )?(?:IF EXISTS )?{NAME}", re.MULTILINE)
NEW_INDEX = re.compile(rf"^CREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?{NAME}", re.MULTILINE)
NEW_RULE = re.compile(
    rf"^ALTER TABLE {NAME} ADD CONSTRAINT|^CREATE UNIQUE INDEX (?:CONCURRENTLY )?\S+ ON {NAME}",
    re.MULTILINE,
)
BUILT_AGAIN = re.compile(rf"^DROP INDEX CONCURRENTLY IF EXISTS {NAME}", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A migration, the SQL of each of its operations, and that of its end (foreign keys)."""

    migration: migrations.Migration
    sql: Sequence[str]
    end: str

    @property
    def text(self) -> str:
        whole = "\n".join((*self.sql, self.end))
        return f"BEGIN;\n{whole}\nCOMMIT;\n" if self.migration.atomic else f"{whole}\n"

    @property
    def is_after(self) -> bool:
        return getattr(self.migration, "stage", "") == AFTER


def write(migration: migrations.Migration, state: ProjectState) -> Written:
    """Write a migration's SQL without executing it; the state becomes the one after it."""
    with connection.schema_editor(collect_sql=True, atomic=False) as editor:
        assert editor.collected_sql is not None
        parts: list[str] = []
        for operation in migration.operations:
            before, begin = state.clone(), len(editor.collected_sql)
            operation.state_forwards(migration.app_label, state)
            if operation.reduces_to_sql:
                operation.database_forwards(migration.app_label, editor, before, state)
            parts.append("\n".join(editor.collected_sql[begin:]))
        begin = len(editor.collected_sql)
    return Written(migration=migration, sql=parts, end="\n".join(editor.collected_sql[begin:]))


def faults_of(
    written: Written, *, used: Mapping[str, Collection[str]], unreleased_after: Collection[Any]
) -> Iterator[tuple[str, str]]:
    """Yield what is wrong, as rule and what breaks it, without what `squawk` finds.

    :param used: tables with their columns, as the last release has them.
    :param unreleased_after: the keys of `after` migrations that came since the last release.
    """
    yield from _removals(written, used)
    yield from _narrowing(written)
    yield from _long_locks(written)
    if not written.is_after:
        for key in unreleased_after & set(written.migration.dependencies):
            yield "depends-on-after", ".".join(key)


def squawk(written: Sequence[Written], folder: Path) -> Iterator[tuple[str, str, str]]:
    """Yield what squawk finds in migrations, as migration, rule and words."""
    for each in written:
        (folder / f"{each.migration}.sql").write_text(each.text)
    found = subprocess.run(
        [
            str(Path(sys.executable).with_name("squawk")),
            "--reporter=json",
            f"--exclude={','.join(NOT_ASKED)}",
            "--pg-version=15.0",
            *(f"{each.migration}.sql" for each in written),
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    texts = {f"{each.migration}.sql": each.text for each in written}
    for fault in json.loads(found.stdout):
        if not _can_be_repeated(texts[fault["file"]], fault):
            line = texts[fault["file"]].splitlines()[fault["line"] - 1][:120]
            yield fault["file"].removesuffix(".sql"), fault["rule_name"], line


def _can_be_repeated(text: str, fault: Mapping[str, Any]) -> bool:
    """Return whether an index of a broken run is dropped before it is built again."""
    line = text.splitlines()[fault["line"] - 1]
    dropped = BUILT_AGAIN.findall(text)
    again = [f'CREATE INDEX CONCURRENTLY "{name}"' for name in dropped]
    return fault["rule_name"] == "prefer-robust-stmts" and line.startswith(
        ("DROP INDEX CONCURRENTLY IF EXISTS", *again)
    )


def _removals(written: Written, used: Mapping[str, Collection[str]]) -> Iterator[tuple[str, str]]:
    yield from (("renames", table) for table in RENAMED.findall(written.text))
    tables = DROPPED_TABLE.findall(written.text)
    columns = DROPPED_COLUMN.findall(written.text)
    if not written.is_after:
        yield from (("removes-before", ".".join(key)) for key in chain(columns, zip(tables)))  # noqa: B905
        return
    yield from (("still-used", table) for table in tables if table in used)
    yield from (("still-used", f"{t}.{c}") for t, c in columns if c in used.get(t, ()))


def _narrowing(written: Written) -> Iterator[tuple[str, str]]:
    """What the version before writes may break a new rule, and may need an old one (ON CONFLICT)."""
    made = set(MADE.findall(written.text))
    if not written.is_after:
        for names in NEW_RULE.findall(written.text):
            if not made & set(names):
                yield "narrows-before", next(name for name in names if name)
        yield from (("removes-before", table) for table in DROPPED_RULE.findall(written.text))
        indexes = set(DROPPED_INDEX.findall(written.text)) - set(NEW_INDEX.findall(written.text))
        yield from (("removes-before", name) for name in indexes)


def _long_locks(written: Written) -> Iterator[tuple[str, str]]:
    """Between two operations Django works on its models for long, and a lock is held meanwhile."""
    made = set(MADE.findall(written.text))
    if written.migration.atomic:
        for operation, text in zip(written.migration.operations[:-1], written.sql, strict=False):
            if set(LOCKING.findall(text)) - made:
                yield "lock-not-last", operation.describe()
