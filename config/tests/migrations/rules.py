"""Rules of migrations: the version before runs on beside them, and no process waits for their locks.

`squawk` reads the SQL and judges most of it; the rest is what it cannot see. docs/development.md has
the rules for people. A migration may say in `reasons` (rule → why) that a rule need not be kept.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from django.db import migrations
from django.db.migrations.operations.base import Operation

from config.tests.migrations.written import Finding, Written

# What squawk finds in every stage, and we allow where the version before has ended.
REMOVALS = ("ban-drop-column", "ban-drop-table", "ban-drop-constraint")


def _sql(pattern: str) -> re.Pattern[str]:
    """Compile a pattern of a statement, which is one line in any case of letters."""
    return re.compile(pattern, re.IGNORECASE)


NAME = r'(?:(?:"[^"]+"|\w+)\.)?("[^"]+"|\w+)'
THERE = r"(?:IF (?:NOT )?EXISTS )?(?:ONLY )?"
INDEX = rf"INDEX (?:CONCURRENTLY )?{THERE}"
# A statement that changes rows; it may begin with WITH.
CHANGE = r"(?:WITH .*\W)?(?:UPDATE|DELETE FROM|MERGE INTO|TRUNCATE(?: TABLE)?)"
MADE = _sql(rf"^CREATE (?:UNLOGGED )?TABLE (?!IF ){NAME}")  # IF NOT EXISTS: it may be there
ALTERED = _sql(rf"\bALTER TABLE {THERE}{NAME}")
CHANGED = _sql(rf"^{CHANGE} {THERE}{NAME}")
# A lock on a table that holds off writers until the transaction ends.
LOCKING = _sql(
    r"^(?:ALTER TABLE|DROP TABLE|LOCK(?: TABLE)?|"
    rf"CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY){THERE}(?:{NAME} )?ON|{CHANGE}) {THERE}{NAME}"
)
DROPPED_COLUMN = _sql(rf"^DROP (?:COLUMN )?{THERE}{NAME}")
DROPPED_TABLES = _sql(rf"^DROP TABLE {THERE}(.+?)(?: CASCADE| RESTRICT)?;$")
RENAMED = _sql(rf"^ALTER TABLE {THERE}{NAME} RENAME")
DROPPED_INDEXES = _sql(rf"^DROP {INDEX}(.+?)(?: CASCADE| RESTRICT)?;$")
DROPPED_IF_THERE = _sql(rf"^DROP INDEX CONCURRENTLY IF EXISTS {NAME};$")
NEW_INDEX = _sql(rf"^CREATE (?:UNIQUE )?{INDEX}{NAME}")
BUILT = _sql(rf"^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (?!IF ){NAME} ON ")
NEW_RULE = _sql(
    rf"^ALTER TABLE {THERE}{NAME} .*\bADD (?:CONSTRAINT|UNIQUE|CHECK|PRIMARY|FOREIGN|EXCLUDE)\b"
)
NEW_UNIQUE_INDEX = _sql(rf"^CREATE UNIQUE {INDEX}(?:{NAME} )?ON {THERE}{NAME}")
# What these execute is not in the SQL.
CODE = _sql(r"^(?:DO|CALL|SELECT)\b")
# It would run only when no process of the version before is left, and `makemigrations` writes it so.
JOIN_AFTER = (
    "depend on what this one depends on, and join the two by `manage.py makemigrations --merge`,"
    ' whose migration gets `stage = "after"`'
)
NOTHING = migrations.RunPython.noop


def faults_of(
    written: Written,
    found: Sequence[Finding],
    *,
    used: Mapping[str, Collection[str]],
    unreleased_after: Collection[Any],
) -> Iterator[tuple[str, str]]:
    """Yield what is wrong, as rule and what breaks it.

    :param found: what squawk found in the migration.
    :param used: tables with their columns, as the last release has them.
    :param unreleased_after: the keys of `after` migrations that came since the last release.
    """
    for finding in found:
        if finding.rule in REMOVALS:
            yield from _removal(written, finding, used)
        elif not _can_be_repeated(written, finding):
            yield finding.rule, finding.line[:120]
    yield from (("renames", table) for table in _names(RENAMED, written.statements))
    yield from _narrowing(written)
    yield from _long_locks(written)
    yield from _unseen(written)
    if not written.is_after:
        for key in unreleased_after & set(written.migration.dependencies):
            yield "depends-on-after", f"{'.'.join(key)}: {JOIN_AFTER}"


def _removal(
    written: Written, finding: Finding, used: Mapping[str, Collection[str]]
) -> Iterator[tuple[str, str]]:
    """Judge what is removed; whether the last release uses a constraint, only people know."""
    if not written.is_after:
        yield "removes-before", finding.line[:120]
    elif finding.rule == "ban-drop-constraint":
        yield finding.rule, finding.line[:120]
    elif finding.rule == "ban-drop-table":
        tables = _listed(DROPPED_TABLES, finding.place)
        yield from (("still-used", table) for table in tables if table in used)
    else:
        *_, table = ALTERED.findall(finding.before)
        key = _plain(table), _plain(DROPPED_COLUMN.findall(finding.place)[0])
        if key[1] in used.get(key[0], ()):
            yield "still-used", ".".join(key)


def _can_be_repeated(written: Written, finding: Finding) -> bool:
    """Return whether an index of a broken run is dropped before it is built again."""
    built = _names(BUILT, [finding.line])
    dropped = _names(DROPPED_IF_THERE, written.lines[: finding.number])
    return finding.rule == "prefer-robust-stmts" and bool(built & dropped)


def _narrowing(written: Written) -> Iterator[tuple[str, str]]:
    """What the version before writes may break a new rule, and may need an old one (ON CONFLICT)."""
    if written.is_after:
        return
    lines = written.statements
    for table in (_names(NEW_RULE, lines) | _names(NEW_UNIQUE_INDEX, lines)) - _made(written):
        yield "narrows-before", table
    dropped = {name for line in lines for name in _listed(DROPPED_INDEXES, line)}
    yield from (("removes-before", name) for name in dropped - _names(NEW_INDEX, lines))


def _long_locks(written: Written) -> Iterator[tuple[str, str]]:
    """Between two operations Django works on its models for long, and a lock is held meanwhile."""
    if written.migration.atomic:
        for operation, lines in zip(written.migration.operations[:-1], written.sql, strict=False):
            if _names(LOCKING, lines) - _made(written):
                yield "lock-not-last", operation.describe()


def _unseen(written: Written) -> Iterator[tuple[str, str]]:
    """What is changed for an unknown time, or by code whose statements are not seen here."""
    for table in _names(CHANGED, written.statements) - _made(written):
        yield "changes-rows", table
    for operation in written.migration.operations:
        yield from (("runs-code", each.describe()) for each in _code_of(operation))
    yield from (("runs-code", line[:120]) for line in written.statements if CODE.match(line))


def _made(written: Written) -> set[str]:
    """Return the tables that a migration makes: no other process knows them."""
    return _names(MADE, written.statements)


def _code_of(operation: Operation) -> Iterator[Operation]:
    if isinstance(operation, migrations.SeparateDatabaseAndState):
        yield from chain.from_iterable(map(_code_of, operation.database_operations))
    elif getattr(operation, "code", None) != NOTHING and not operation.reduces_to_sql:
        yield operation


def _names(pattern: re.Pattern[str], lines: Sequence[str]) -> set[str]:
    """Return the names in statements that match; where a pattern has two, the last one."""
    found = (pattern.search(line) for line in lines)
    return {_plain(match[match.re.groups]) for match in found if match}


def _listed(pattern: re.Pattern[str], line: str) -> list[str]:
    found = pattern.search(line)
    return [_plain(name) for name in re.findall(rf"{NAME}(?:,|$)", found[1])] if found else []


def _plain(name: str) -> str:
    """Return a name as PostgreSQL stores it."""
    return name[1:-1] if name.startswith('"') else name.lower()
