"""Statistics are judged …"""

from bench.scans import Reads
from bench.statistics import Measured, judge

READS = Reads(
    scans=("Index Only Scan history_of_a_tagator",),
    heap_rows=100,
    fetches=0,
    buffers=3,
    milliseconds=0.2,
)
WHOLE = Reads(scans=("Seq Scan",), heap_rows=100, fetches=100, buffers=3, milliseconds=0.2)


def passed(*seconds: float, reads: Reads = READS, has_bar: bool = True) -> list[bool]:
    measured = Measured(name="report", has_bar=has_bar, seconds=seconds, reads=[READS, reads])
    return [verdict.passed for verdict in judge([measured])]


def test_good_where_the_bar_is_just_met():
    assert passed(1.0) == [True]


def test_by_the_median_of_the_times():
    assert passed(0.1, 0.9, 3.0) == [True]
    assert passed(0.1, 1.1, 1.2) == [False]


def test_by_the_plan_too():
    assert passed(0.1, reads=WHOLE) == [False]


def test_only_where_there_is_a_bar():
    assert passed(9.0, has_bar=False) == []
