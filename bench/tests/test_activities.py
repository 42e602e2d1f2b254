"""Matching is judged …"""

from bench.activities.matching import Matched, judge
from bench.scans import Reads


def passed(
    few: float, many: float, rows: int, scan: str = "Index Scan task_suitable"
) -> list[bool]:
    reads = Reads(scans=(scan,), heap_rows=rows, fetches=rows, buffers=5, milliseconds=0.1)
    measured = Matched(case="one", few=[few], many=[many], reads=reads)
    return [verdict.passed for verdict in judge([measured])]


def test_good_where_the_bars_are_just_met():
    assert passed(1.0, 1.5, 20) == [True, True]


def test_by_the_ratio():
    assert passed(1.0, 1.51, 20) == [False, True]


def test_by_the_rows_and_the_index():
    assert passed(1.0, 1.0, 21) == [True, False]
    assert passed(1.0, 1.0, 1, "Seq Scan") == [True, False]
