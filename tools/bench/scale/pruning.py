"""How long a month takes to go, which is by dropping partitions."""

import time
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import timedelta

from tools.bench.new_database import run
from tools.bench.verdicts import Verdict

MOST_SECONDS = 1.0
MONTH = 30
CUT_OFF = {"week": 7, "month": 3}  # partitions: a month, and what is not whole
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


def cut_off_oldest(table: str) -> None:
    """Put the oldest rows into partitions of their own, as if the table had always been divided."""
    from foundation.records.database import rewriting
    from foundation.records.partitions import PARTITIONED, execute, list_partitions

    [kind] = [one for one in PARTITIONED if one.name == table]
    old = list_partitions(kind)[0]
    if old.begin is not None:
        return
    [(first,)] = run(f"SELECT min({kind.column}) FROM {old.name}")
    execute([f"ALTER TABLE {table} DETACH PARTITION {old.name}"], {})
    begin = kind.begin_of(first)
    for _ in range(CUT_OFF[kind.each]):
        bounds = f"FROM ('{begin}') TO ('{kind.after(begin)}')"
        execute(
            [f"CREATE TABLE {table}_{begin:%Y%m%d} PARTITION OF {table} FOR VALUES {bounds}"], {}
        )
        begin = kind.after(begin)
    with ExitStack() as stack:
        if kind.append_only:
            stack.enter_context(rewriting(kind.append_only))
        execute([
            f"INSERT INTO {table} SELECT * FROM {old.name} WHERE {kind.column} < '{begin}'",
            f"DELETE FROM {old.name} WHERE {kind.column} < '{begin}'",
        ], {})  # fmt: skip
    bounds = f"FROM ('{begin}') TO ('{old.end}')"
    execute([f"ALTER TABLE {table} ATTACH PARTITION {old.name} FOR VALUES {bounds}"], {})
    run(f"VACUUM ANALYZE {table}")


def drop_oldest_month(table: str) -> Pruned:
    """Drop the oldest whole month of a divided table."""
    from foundation.records.partitions import PARTITIONED, drop_partitions, list_partitions

    [kind] = [one for one in PARTITIONED if one.name == table]
    partitions = list_partitions(kind)
    begin = kind.after(partitions[0].begin or partitions[0].end)
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
