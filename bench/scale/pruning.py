"""How long a month takes to go: by dropping where a table is divided by time, else in portions."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.test import override_settings
from django.utils import timezone

from bench.new_database import run
from bench.verdicts import Verdict

MOST_SECONDS = 1.0
MONTH = 30
PORTION = 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Pruned:
    """What was pruned of a table: rows, seconds, and by what."""

    table: str
    rows: int
    seconds: float
    how: str

    def verdict(self) -> Verdict:
        return Verdict(
            bar=f"{self.table}: a month pruned in at most {MOST_SECONDS:g} s",
            measured=f"{self.seconds:.2f} s for {self.rows:,} rows, {self.how}",
            passed=self.seconds <= MOST_SECONDS,
        )

    def shown(self) -> str:
        return f"{self.rows:,} rows in {self.seconds:.2f} s, {self.how}"


def divide_anew(table: str) -> None:
    """Put the rows that were there before the division into partitions, as if always divided."""
    from records.partitions import PARTITIONED, execute, list_partitions

    [kind] = [one for one in PARTITIONED if one.name == table]
    old = list_partitions(kind)[0]
    if old.begin is not None:
        return
    [(first,)] = run(f"SELECT min({kind.column}) FROM {old.name}")
    execute([f"ALTER TABLE {table} DETACH PARTITION {old.name}"], {})
    begin = kind.begin_of(first)
    while begin < old.end:
        end = kind.after(begin)
        name = f"{table}_{begin:%Y%m%d}"
        bounds = f"FROM ('{begin}') TO ('{min(end, old.end)}')"
        execute([f"CREATE TABLE {name} PARTITION OF {table} FOR VALUES {bounds}"], {})
        begin = end
    execute([f"INSERT INTO {table} SELECT * FROM {old.name}", f"DROP TABLE {old.name}"], {})
    run(f"VACUUM ANALYZE {table}")


def drop_oldest_month(table: str) -> Pruned:
    """Drop the oldest whole month of a divided table."""
    from records.partitions import PARTITIONED, drop_partitions, list_partitions

    [kind] = [one for one in PARTITIONED if one.name == table]
    partitions = list_partitions(kind)
    begin = kind.after(partitions[0].begin or partitions[0].end)
    drop_partitions(kind, begin)  # the first is not whole
    before = begin
    while before - begin < timedelta(days=MONTH - 2):
        before = kind.after(before)
    [(rows,)] = run(f"SELECT count(*) FROM {table} WHERE {kind.column} < %s", [before])
    seconds = _seconds(lambda: drop_partitions(kind, before))
    return Pruned(table=table, rows=rows, seconds=seconds, how="dropped")


def sweep_inbox() -> Pruned:
    """Delete the oldest month of the inbox, as the beat task does."""
    from messaging.commands import prune

    table, column = "messaging_inboxmessage", "received_on"
    kept = {"INBOX_KEEP": _keep(table, column), "OUTBOX_KEEP_DELIVERED": timedelta(days=9999)}
    with override_settings(**kept):
        return _sweep(table, lambda: prune(timezone.now()))


def sweep_callbacks() -> Pruned:
    """Delete the oldest month of callbacks, as the beat task does."""
    from recognition.commands.photos.storing import delete_old_callbacks

    table, column = "recognition_callback", "received_on"
    with override_settings(CALLBACKS_KEEP=_keep(table, column)):
        return _sweep(table, lambda: delete_old_callbacks(timezone.now(), PORTION) == PORTION)


def _keep(table: str, column: str) -> timedelta:
    [(oldest,)] = run(f"SELECT min({column}) FROM {table}")
    keep: timedelta = timezone.now() - oldest - timedelta(days=MONTH)
    return keep


def _sweep(table: str, portion: Callable[[], bool]) -> Pruned:
    """Delete portion by portion, until none is left."""
    [(before,)] = run(f"SELECT count(*) FROM {table}")
    began = time.perf_counter()
    while portion():
        pass
    seconds = time.perf_counter() - began
    [(after,)] = run(f"SELECT count(*) FROM {table}")
    return Pruned(
        table=table, rows=before - after, seconds=seconds, how=f"in portions of {PORTION:,}"
    )


def _seconds(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began
