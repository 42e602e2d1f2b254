"""How long a month takes to go, which is by dropping partitions."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from tools.bench.new_database import run
from tools.bench.scale.filling import DAYS, KEPT_DAYS
from tools.bench.verdicts import Verdict

MOST_SECONDS = 1.0
MONTH = 30
# By name: how many days of rows are drawn.
TABLES = {
    "messaging_outboxmessage": KEPT_DAYS,
    "messaging_inboxmessage": KEPT_DAYS,
    "records_auditentry": DAYS,
    "recognition_callback": DAYS,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pruned:
    """What was pruned of a table: rows, seconds, and what should have gone too."""

    table: str
    rows: int
    seconds: float
    left: int

    def verdict(self) -> Verdict:
        return Verdict(
            bar=f"{self.table}: a month pruned in at most {MOST_SECONDS:g} s",
            measured=f"{self.seconds:.2f} s for {self.rows:,} rows, {self.left:,} left",
            passed=self.seconds <= MOST_SECONDS and not self.left,
        )

    def shown(self) -> str:
        return f"{self.rows:,} rows in {self.seconds:.2f} s"


def divide_the_past(table: str) -> None:
    """Make the partitions of the rows that will be drawn, as if they had come day by day."""
    from foundation.records.partitions import PARTITIONED, list_partitions

    [kind] = [one for one in PARTITIONED if one.name == table]
    present = list_partitions(kind)[0].begin
    begin = kind.begin_of(datetime.now(UTC) - timedelta(days=TABLES[table] + 1))
    while begin < present:
        after, name = kind.after(begin), f"{table}_{begin:%Y%m%d}"
        bounds = f"FROM ('{begin}') TO ('{after}')"
        run(f"CREATE TABLE {name} PARTITION OF {table} FOR VALUES {bounds}")
        for option, value in kind.options.items():
            run(f"ALTER TABLE {name} SET ({option} = {value})")
        begin = after


def drop_oldest_month(table: str) -> Pruned:
    """Drop the oldest whole month of a divided table."""
    from foundation.records.partitions import PARTITIONED, drop_partitions, list_partitions

    [kind] = [one for one in PARTITIONED if one.name == table]
    partitions = list_partitions(kind)
    begin = kind.after(partitions[0].begin)
    drop_partitions(kind, begin)  # the first is not whole
    before = begin
    while before - begin < timedelta(days=MONTH - 2):
        before = kind.after(before)
    [(rows,)] = run(f"SELECT count(*) FROM {table} WHERE {kind.column} < %s", [before])
    began = time.perf_counter()
    drop_partitions(kind, before)
    seconds = time.perf_counter() - began
    [(left,)] = run(f"SELECT count(*) FROM {table} WHERE {kind.column} < %s", [before])
    return Pruned(table=table, rows=rows, seconds=seconds, left=left)
