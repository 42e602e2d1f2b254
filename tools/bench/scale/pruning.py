"""How long a month takes to go, which is by dropping partitions."""

import time
from dataclasses import dataclass
from datetime import timedelta

from tools.bench.new_database import run
from tools.bench.verdicts import Verdict

MOST_SECONDS = 1.0
MONTH = 30
MADE = {"week": 7, "month": 3}  # partitions: a month, and what is not whole
TABLES = (
    "messaging_outboxmessage", "messaging_inboxmessage", "records_auditentry",
    "recognition_callback",
)  # fmt: skip


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


def divide_oldest(table: str) -> None:
    """Make partitions for the rows of before, as if the table had been filled as time went by."""
    from foundation.records.partitions import PARTITIONED, list_partitions, make_partition

    [kind] = [one for one in PARTITIONED if one.name == table]
    oldest = list_partitions(kind)[0].begin
    [(first,)] = run(f"SELECT min({kind.column}) FROM {kind.default}")
    begin = oldest if first is None else kind.begin_of(first)
    for _ in range(MADE[kind.each]):
        if begin < oldest:
            make_partition(kind, begin)
            begin = kind.after(begin)
    run(f"VACUUM ANALYZE {table}")


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
