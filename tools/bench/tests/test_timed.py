"""Answers are judged …"""

from tools.bench.scans import Reads
from tools.bench.timed import Timed

READS = Reads(scans=("Index Scan x",), heap_rows=100, fetches=0, buffers=3, milliseconds=0.2)
WHOLE = Reads(scans=("Seq Scan",), heap_rows=100, fetches=100, buffers=3, milliseconds=0.2)
FIRST_ROW = Reads(scans=("Seq Scan",), heap_rows=1, fetches=1, buffers=1, milliseconds=0.1)


def passed(*seconds: float, reads: Reads = READS) -> bool:
    return Timed(name="home", seconds=seconds, reads=[READS, reads]).verdict(0.3).passed


def test_good_where_the_bar_is_just_met():
    assert passed(0.3)


def test_by_the_median_of_the_times():
    assert passed(0.1, 0.2, 3.0)
    assert not passed(0.1, 0.31, 0.4)


def test_by_the_plans_too():
    assert not passed(0.1, reads=WHOLE)
    assert passed(0.1, reads=FIRST_ROW)
