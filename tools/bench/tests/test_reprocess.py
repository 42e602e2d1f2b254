"""A selection is judged …"""

from dataclasses import replace

from tools.bench.reprocess import BIG, SMALL, Measured, judge
from tools.bench.scans import Reads

READS = Reads(
    scans=("Index Scan photo_unattended",),
    heap_rows=100,
    fetches=100,
    buffers=103,
    milliseconds=0.2,
)


def measured(photos: int, *reads: Reads, median: float = 1.0) -> Measured:
    return Measured(mode="Changed", photos=photos, reads=reads or (READS,), median=median)


def verdicts(*rows: Measured) -> list[bool]:
    return [verdict.passed for verdict in judge(rows)]


def test_good_where_both_bars_are_just_met():
    assert verdicts(measured(SMALL), measured(BIG, median=1.5)) == [True, True]


def test_by_its_worst_run():
    once_more = replace(READS, heap_rows=101)

    assert verdicts(measured(SMALL, READS, once_more, READS), measured(BIG)) == [False, True]


def test_by_the_plan_too():
    bitmap = replace(READS, scans=("Bitmap Heap Scan",))

    assert verdicts(measured(SMALL), measured(BIG, READS, bitmap)) == [False, True]


def test_by_the_mode_whose_time_follows_the_size_most():
    good = (measured(SMALL), measured(BIG))

    assert verdicts(*good, measured(SMALL), measured(BIG, median=1.51)) == [True, False]


def test_typical_is_the_run_that_took_the_median_time():
    row = measured(SMALL, replace(READS, milliseconds=2), replace(READS, milliseconds=0.1), READS)

    assert row.typical == READS
