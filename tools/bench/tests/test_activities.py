"""Matching is judged …"""

import pytest

from tools.bench.activities.many_tasks import MANY
from tools.bench.activities.matching import Matched, judge
from tools.bench.scans import Reads


def passed(few: float, many: float, rows: int = MANY) -> list[bool]:
    reads = Reads(scans=("Index",), heap_rows=rows, fetches=rows, buffers=5, milliseconds=0.1)
    measured = Matched(case="one", few=[few], many=[many], reads=reads)
    return [verdict.passed for verdict in judge([measured])]


@pytest.mark.parametrize(
    ("few", "many", "expected"),
    [
        (0.005, 0.005, [True, True, True]),
        (0.0051, 0.005, [False, True, True]),
        (0.005, 0.0051, [True, False, True]),
    ],
)
def test_by_the_median_of_few_and_of_many(few: float, many: float, expected: list[bool]):
    assert passed(few, many) == expected


def test_by_the_rows_that_are_read():
    assert passed(0.001, 0.001, MANY + 1) == [True, True, False]
