"""Selecting 100 due photos in an album of 10,000 and in one of 1,000,000: rows read, and time.

    python -m bench.reprocess [--runs 300]

Both albums are in one table, among the photos of the other. The runs of the two alternate, so that
whatever else the machine does meets both. Prints what the database read by its own account
(`EXPLAIN (ANALYZE, BUFFERS)`), and fails where that follows the album's size.
"""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from rich.console import Console
from rich.table import Table

from bench.many_photos import analyse, new_album
from bench.rehearsal import rehearse

if TYPE_CHECKING:
    from recognition.models import Album, JobMode

DUE = 100
SMALL, BIG = 10_000, 1_000_000
MOST_RATIO = 1.5
ACCOUNTS = 31
PHOTOS = "recognition_photo"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reads:
    """What a selection read of the photos, and how long it took inside the database."""

    scans: tuple[str, ...]
    most_rows: int
    heap_rows: int
    buffers: int
    milliseconds: float

    def is_small(self) -> bool:
        """Say whether only indexes were scanned, and no more than the due rows."""
        indexed = all(scan.startswith("Index") for scan in self.scans)
        return indexed and self.most_rows <= DUE and self.heap_rows <= DUE


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One mode in one album: the median of many runs in milliseconds."""

    mode: str
    photos: int
    reads: Reads
    median: float


def main() -> None:
    """Measure each mode in both albums, print the table, and fail where a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.reprocess", description=__doc__)
    parser.add_argument("--runs", type=int, default=300)
    runs = parser.parse_args().runs
    with rehearse({}):
        rows = list(_measure_all(runs))
    Console(width=140).print(_table(rows))
    if not all(_passes(small, big) for small, big in zip(rows[::2], rows[1::2], strict=True)):
        sys.exit("The selection follows the album's size.")


def _measure_all(runs: int) -> Iterator[Measured]:
    from recognition.models import Album, JobMode

    albums = {size: new_album(size, DUE, strategy="FaceNumber") for size in (SMALL, BIG)}
    analyse()
    read = Album.objects.with_settings()
    small, big = (read.get(pk=albums[size]) for size in (SMALL, BIG))
    for mode in (JobMode.SCHEDULED, JobMode.CHANGED, JobMode.AGAIN):
        taken = list(zip(*(_run_both(small, big, mode) for _ in range(runs)), strict=True))
        for album, size, times in ((small, SMALL, taken[0]), (big, BIG, taken[1])):
            yield Measured(
                mode=mode.value,
                photos=size,
                reads=_reads(album, mode),
                median=statistics.median(times) * 1000,
            )


def _run_both(small: "Album", big: "Album", mode: "JobMode") -> tuple[float, float]:
    return _run(small, mode), _run(big, mode)


def _run(album: "Album", mode: "JobMode") -> float:
    from django.utils import timezone

    from recognition.selection import next_photo_ids

    now, began = timezone.now(), time.perf_counter()
    found = next_photo_ids(album, mode, UUID(int=0), now, DUE)
    seconds = time.perf_counter() - began
    if len(found) != DUE:
        raise RuntimeError(f"{len(found)} photos were selected, not {DUE}")
    return seconds


def _reads(album: "Album", mode: "JobMode") -> Reads:
    """Return the account of the run that took the median time."""
    accounts = [_account(album, mode) for _ in range(ACCOUNTS)]
    return sorted(accounts, key=lambda reads: reads.milliseconds)[ACCOUNTS // 2]


def _account(album: "Album", mode: "JobMode") -> Reads:
    from django.db import connection
    from django.utils import timezone

    from recognition.selection import selection_of

    selection = selection_of(album, mode, UUID(int=0), timezone.now(), DUE)
    sql, params = selection.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql}", params)
        [(plan,)] = cursor.fetchall()
    return _reads_of((plan if isinstance(plan, list) else json.loads(plan))[0])


def _reads_of(account: dict[str, Any]) -> Reads:
    plan = account["Plan"]
    scans = [node for node in _nodes(plan) if node.get("Relation Name") == PHOTOS]
    return Reads(
        scans=tuple(f"{node['Node Type']} {node.get('Index Name', '')}" for node in scans),
        most_rows=max(_rows(node) for node in scans),
        heap_rows=max(node.get("Heap Fetches", _rows(node)) for node in scans),
        buffers=plan["Shared Hit Blocks"] + plan["Shared Read Blocks"],
        milliseconds=account["Execution Time"],
    )


def _rows(node: dict[str, Any]) -> int:
    return int(node["Actual Rows"] + node.get("Rows Removed by Filter", 0))


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for below in plan.get("Plans", ()):
        yield from _nodes(below)


def _passes(small: Measured, big: Measured) -> bool:
    near = big.median / small.median <= MOST_RATIO
    return near and small.reads.is_small() and big.reads.is_small()


def _table(rows: list[Measured]) -> Table:
    table = Table(title=f"Selecting {DUE} due photos, FaceNumber")
    for heading in ("Mode", "Album", "Scans", "Rows a scan", "Heap rows a scan", "Buffers",
                    "Database ms", "Median ms", "Ratio"):  # fmt: skip
        table.add_column(heading, justify="left" if heading in ("Mode", "Scans") else "right")
    for number, row in enumerate(rows):
        ratio = f"{row.median / rows[number - 1].median:.2f}" if number % 2 else ""
        table.add_row(
            row.mode,
            f"{row.photos:,}",
            "\n".join(row.reads.scans),
            str(row.reads.most_rows),
            str(row.reads.heap_rows),
            str(row.reads.buffers),
            f"{row.reads.milliseconds:.2f}",
            f"{row.median:.2f}",
            ratio,
        )
    return table


if __name__ == "__main__":
    main()
