"""Tables in partitions by time: made ahead, and pruned by dropping.

A partition has a week or a month of rows; `…_default` takes what no partition was made for, so that
nothing is lost.
The primary key in the database is the id with the time; models know the id alone.
"""

import random
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Literal

import structlog
from django.db import OperationalError, connection, migrations, transaction
from django.utils import timezone
from psycopg import sql
from psycopg.errors import LockNotAvailable

from foundation.records.database import rewriting
from foundation.records.statements import fetch_row, fetch_rows

log = structlog.get_logger(__name__)

AHEAD = 3  # partitions after the present one
MOST_MOVED = 1_000
LOCK_MILLISECONDS = 100
TRIES = 30
PAUSE_SECONDS = 0.5  # on average

_BOUNDS = """
SELECT child.relname, pg_get_expr(child.relpartbound, child.oid)
FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
WHERE inhparent = to_regclass(%s)
"""
_MAKE = (
    "LOCK TABLE {default} IN ACCESS EXCLUSIVE MODE",
    "CREATE TABLE {new} (LIKE {table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)",
    "INSERT INTO {new} SELECT * FROM {default} WHERE {column} >= {begin} AND {column} < {end}",
    "DELETE FROM {default} WHERE {column} >= {begin} AND {column} < {end}",
    "ALTER TABLE {table} ATTACH PARTITION {new} FOR VALUES FROM ({begin}) TO ({end})",
)
_SET = "ALTER TABLE {new} SET ({option} = {value})"
_KEPT = "SELECT count(*) FROM (SELECT FROM {old} WHERE {kept} LIMIT {most}) AS kept"
_REFERRED_TO = """
SELECT relname FROM pg_constraint JOIN pg_class referred ON referred.oid = confrelid
WHERE conrelid = to_regclass(%s) AND contype = 'f'
"""
_LOCK = "LOCK TABLE {name} IN ACCESS EXCLUSIVE MODE"
_DROP = (
    "ALTER TABLE {table} DETACH PARTITION {old}",
    "INSERT INTO {table} SELECT * FROM {old} WHERE {kept}",
    "DROP TABLE {old}",
)
_RANGE = re.compile(r"FROM \('([^']+)'\) TO \('([^']+)'\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Partition:
    """The rows from `begin` on and before `end`."""

    name: str
    begin: datetime
    end: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PartitionedTable:
    """How a table is divided.

    - `column`: the time that decides;
    - `kept`: SQL: which rows are not to be dropped with a partition that ends at `{before}`;
    - `append_only`: the name of the table in the trigger that keeps it so;
    - `options`: storage parameters of each partition.
    """

    name: str
    column: str
    each: Literal["week", "month"]
    kept: str = "false"
    append_only: Literal["audit"] | None = None
    options: Mapping[str, int] = field(default_factory=dict)

    @property
    def default(self) -> str:
        return f"{self.name}_default"

    def begin_of(self, moment: datetime) -> datetime:
        """Return when the week or month begins that a moment is in, in UTC."""
        day = moment.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        if self.each == "week":
            return day - timedelta(days=day.weekday())
        return day.replace(day=1)

    def after(self, begin: datetime) -> datetime:
        """Return the beginning of the next week or month."""
        return self.begin_of(begin + timedelta(days=7 if self.each == "week" else 31))


PARTITIONED: list[PartitionedTable] = []  # as the apps register them


def register_table(table: PartitionedTable) -> None:
    """Register a table whose partitions are made ahead and watched."""
    PARTITIONED.append(table)


def list_partitions(table: PartitionedTable) -> list[Partition]:
    """Return the partitions but the default one, oldest first; none if it is not divided."""
    rows = fetch_rows(_BOUNDS, [table.name])
    found = [_partition(name, bounds) for name, bounds in rows if bounds != "DEFAULT"]
    return sorted(found, key=lambda partition: partition.end)


def make_partitions(table: PartitionedTable, now: datetime) -> int:
    """Make the partitions up to `AHEAD` after the present one; return how many were made.

    Rows of the default partition that belong to a new one are moved to it.
    """
    return sum(
        repeat_shortly(partial(make_partition, table, begin)) for begin in _missing(table, now)
    )


def drop_partitions(table: PartitionedTable, before: datetime) -> int:
    """Drop the partitions that end by then, but for the newest; return how many.

    Up to `MOST_MOVED` rows that are kept are moved to the default partition; with more of them, or
    while the table is locked for long, a partition stays until the next time.
    """
    old = [each for each in list_partitions(table)[:-1] if each.end <= before]
    return sum(repeat_shortly(partial(_drop, table, each, before)) for each in old)


def repeat_shortly(act: Callable[[], bool], tries: int = TRIES) -> bool:
    """Do something in a transaction that waits for no lock longer than a moment; return whether.

    Who waits for a lock on a table holds off all others that want the table.
    """
    for _ in range(tries):
        try:
            with transaction.atomic():
                execute([f"SET LOCAL lock_timeout = '{LOCK_MILLISECONDS}ms'"], {})
                return act()
        except OperationalError as error:
            if not isinstance(error.__cause__, LockNotAvailable):
                raise
        # Not `until the table is free`: nothing tells when that is.
        time.sleep(PAUSE_SECONDS * (0.5 + random.random()))
    log.warning("partitions_locked")
    return False


def count_default(table: PartitionedTable) -> int:
    """Return how many rows lie in the default partition that one should have been made for."""
    partitions = list_partitions(table)
    if not partitions:
        return 0
    ((rows,),) = execute(
        ["SELECT count(*) FROM {default} WHERE {column} >= {begin}"],
        {
            "default": sql.Identifier(table.default),
            "column": sql.Identifier(table.column),
            "begin": sql.Literal(partitions[0].begin),
        },
    )
    return int(rows)


def _missing(table: PartitionedTable, now: datetime) -> Iterator[datetime]:
    """Yield the beginnings of the partitions that are to be made."""
    partitions, last = list_partitions(table), table.begin_of(now)
    begin = partitions[-1].end if partitions else last
    for _ in range(AHEAD):
        last = table.after(last)
    while begin <= last:
        yield begin
        begin = table.after(begin)


def make_partition(table: PartitionedTable, begin: datetime) -> bool:
    """Make a partition beside the table, move what belongs to it, attach it."""
    names = {
        "table": sql.Identifier(table.name),
        "new": sql.Identifier(f"{table.name}_{begin:%Y%m%d}"),
        "default": sql.Identifier(table.default),
        "column": sql.Identifier(table.column),
        "begin": sql.Literal(begin),
        "end": sql.Literal(table.after(begin)),
    }
    with ExitStack() as stack:
        if table.append_only:
            stack.enter_context(rewriting(table.append_only))
        execute(_MAKE, names)
    for option, value in table.options.items():
        execute([_SET], {**names, "option": sql.SQL(option), "value": sql.Literal(value)})
    return True


def _drop(table: PartitionedTable, partition: Partition, before: datetime) -> bool:
    names = {
        "table": sql.Identifier(table.name),
        "old": sql.Identifier(partition.name),
        "kept": sql.SQL(table.kept).format(before=sql.Literal(before)),
        "most": sql.Literal(MOST_MOVED + 1),
    }
    _lock(table)
    ((kept,),) = execute([_KEPT], names)
    if kept > MOST_MOVED:
        log.info("partition_left", partition=partition.name)
        return False
    execute(_DROP, names)
    log.info("partition_dropped", partition=partition.name, kept=kept)
    return True


def _lock(table: PartitionedTable) -> None:
    """Lock it, and first what it refers to, which loses triggers with a partition.

    If that cannot be had, no work is done in vain.
    """
    referred_to = [name for (name,) in fetch_rows(_REFERRED_TO, [table.name])]
    for name in (*referred_to, table.name):
        execute([_LOCK], {"name": sql.Identifier(name)})


def _partition(name: str, bounds: str) -> Partition:
    found = _RANGE.search(bounds)
    if found is None:
        raise ValueError(f"{name}: {bounds}")
    begin, end = (datetime.fromisoformat(each) for each in found.groups())
    return Partition(name=name, begin=begin, end=end)


def execute(texts: Sequence[str], names: Mapping[str, sql.Composable]) -> list[tuple[Any, ...]]:
    """Execute statements with these names; return the rows of the last one."""
    with connection.cursor() as cursor:
        for text in texts:
            cursor.execute(sql.SQL(text).format(**names).as_string())
        return cursor.fetchall() if cursor.description else []


_DIVIDE = (
    "ALTER TABLE {table} RENAME TO {whole}",
    """
    CREATE TABLE {table} (LIKE {whole} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
    PARTITION BY RANGE ({column})
    """,
    "DROP TABLE {whole}",
    "ALTER TABLE {table} ADD PRIMARY KEY (id, {column})",
    "CREATE TABLE {default} PARTITION OF {table} DEFAULT",
)
_NUMBER = "ALTER TABLE {table} ALTER id ADD GENERATED BY DEFAULT AS IDENTITY"


def dividing(table: PartitionedTable) -> migrations.RunPython:
    """Return an operation that divides a table, for the migration that makes it.

    It comes before the table's indexes, and may come before its foreign keys.
    """
    return migrations.RunPython(lambda *_: divide(table, timezone.now()), migrations.RunPython.noop)


def divide(table: PartitionedTable, now: datetime) -> None:
    """Divide a table, which is new and empty, and make its partitions."""
    given = {
        "table": table.name,
        "whole": f"{table.name}_whole",
        "column": table.column,
        "default": table.default,
    }
    names = {key: sql.Identifier(name) for key, name in given.items()}
    [sequence] = fetch_row("SELECT pg_get_serial_sequence(%s, 'id')", [table.name])
    execute([*_DIVIDE, *([_NUMBER] if sequence else [])], names)
    make_partitions(table, now)
