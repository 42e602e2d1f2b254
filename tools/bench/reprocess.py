"""Selects 100 due photos in an album of 10,000 and in one of 1,000,000: rows read, and time.

    python -m tools.bench.reprocess [--runs 300]

Both albums are in one table, with their photos mixed. The table was not vacuumed, and the due
photos have just been updated. Runs of the two alternate, so that other work affects both. Prints
what the database read (`EXPLAIN (ANALYZE, BUFFERS)`, all scans together), and whether each bar is
met; exits with 1 if one is missed. Heap rows are rows; their old versions, which stay until a
VACUUM, count only as fetches.
"""

import argparse
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from rich.console import Console
from rich.table import Table

from tools.bench.many_photos import analyse, new_album
from tools.bench.rehearsal import rehearse
from tools.bench.scans import Reads, explained
from tools.bench.verdicts import Verdict, conclude

if TYPE_CHECKING:
    from recognition.models import Album, JobMode

DUE = 100
SMALL, BIG = 10_000, 1_000_000
MOST_RATIO = 1.5
ACCOUNTS = 31
PHOTOS = "recognition_photo"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One mode in one album: what each run read, and the median time in milliseconds."""

    mode: str
    photos: int
    reads: Sequence[Reads]
    median: float

    @property
    def heap_rows(self) -> int:
        """The most rows that a run read."""
        return max(reads.heap_rows for reads in self.reads)

    @property
    def typical(self) -> Reads:
        """The run with the median time."""
        return sorted(self.reads, key=lambda reads: reads.milliseconds)[len(self.reads) // 2]


def main() -> None:
    """Measure each mode in both albums, print the table, and fail if a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.reprocess", description=__doc__)
    parser.add_argument("--runs", type=int, default=300)
    runs = parser.parse_args().runs
    with rehearse({}):
        rows = list(_measure_all(runs))
    Console(width=140).print(_table(rows))
    conclude(judge(rows))


def judge(rows: Sequence[Measured]) -> list[Verdict]:
    """Judge by the worst row; the rows are each mode in the small album, then in the big one."""
    heap_rows = max(row.heap_rows for row in rows)
    accounts = [reads for row in rows for reads in row.reads]
    by_index = all(reads.by_index() for reads in accounts)
    looks = max(reads.fetches for reads in accounts)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    ratio = max(big.median / small.median for small, big in pairs)
    return [
        Verdict(
            bar=f"index scans of at most {DUE} heap rows",
            measured=f"{heap_rows} {'by index' if by_index else 'not by index alone'} "
            f"({looks} looks into the table with old versions that no VACUUM has taken away)",
            passed=by_index and heap_rows <= DUE,
        ),
        Verdict(
            bar=f"at most {MOST_RATIO} times the small album's time",
            measured=f"{ratio:.2f} times",
            passed=ratio <= MOST_RATIO,
        ),
    ]


def _measure_all(runs: int) -> Iterator[Measured]:
    from recognition.models import JobMode

    small, big = _albums()
    for mode in JobMode:
        taken = list(zip(*(_run_both(small, big, mode) for _ in range(runs)), strict=True))
        for album, size, times in ((small, SMALL, taken[0]), (big, BIG, taken[1])):
            yield Measured(
                mode=mode.value,
                photos=size,
                reads=_accounts(album, mode),
                median=statistics.median(times) * 1000,
            )


def _albums() -> tuple["Album", "Album"]:
    from django.db import connection
    from django.db.models import F

    from recognition.models import Album, Photo

    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {PHOTOS} SET (autovacuum_enabled = off)")
    ids = [new_album(size, DUE, strategy="FaceNumber") for size in (SMALL, BIG)]
    analyse()
    Photo.objects.unsettled().update(version=F("version") + 1)
    small, big = (Album.objects.with_settings().get(pk=album_id) for album_id in ids)
    return small, big


def _run_both(small: "Album", big: "Album", mode: "JobMode") -> tuple[float, float]:
    return _run(small, mode), _run(big, mode)


def _run(album: "Album", mode: "JobMode") -> float:
    from django.db import transaction

    with transaction.atomic():
        began = time.perf_counter()
        _select(album, mode)
        return time.perf_counter() - began


def _accounts(album: "Album", mode: "JobMode") -> list[Reads]:
    from django.db import transaction

    with explained(PHOTOS) as reads:
        for _ in range(ACCOUNTS):
            with transaction.atomic():
                _select(album, mode)
    return reads


def _select(album: "Album", mode: "JobMode") -> None:
    from django.utils import timezone

    from recognition.queries.jobs.selection import next_photo_ids

    found = next_photo_ids(album, mode, UUID(int=0), timezone.now(), DUE)
    if len(found) != DUE:
        raise RuntimeError(f"{len(found)} photos were selected, not {DUE}")


def _table(rows: Sequence[Measured]) -> Table:
    table = Table(title=f"Selecting {DUE} due photos, FaceNumber")
    for heading in ("Mode", "Album", "Scans", "Heap rows", "Fetches", "Buffers", "Database ms",
                    "Median ms", "Ratio"):  # fmt: skip
        table.add_column(heading, justify="left" if heading in ("Mode", "Scans") else "right")
    for number, row in enumerate(rows):
        ratio = f"{row.median / rows[number - 1].median:.2f}" if number % 2 else ""
        table.add_row(
            row.mode,
            f"{row.photos:,}",
            "\n".join(row.typical.scans),
            str(row.heap_rows),
            str(row.typical.fetches),
            str(row.typical.buffers),
            f"{row.typical.milliseconds:.2f}",
            f"{row.median:.2f}",
            ratio,
        )
    return table


if __name__ == "__main__":
    main()
