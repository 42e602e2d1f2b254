"""The staff's pages are judged …"""

import pytest

from bench.console import OpenedPage, addresses, judge
from bench.months_of_photos import TABLES, insert
from bench.scans import Reads
from recognition.models import Photo

READS = Reads(scans=("Index Scan x",), heap_rows=1, fetches=0, buffers=3, milliseconds=0.2)
WHOLE = Reads(scans=("Seq Scan",), heap_rows=9, fetches=9, buffers=3, milliseconds=0.2)
FIRST_ROW = Reads(scans=("Seq Scan",), heap_rows=1, fetches=1, buffers=1, milliseconds=0.1)


def passed(*seconds: float, reads: Reads = READS) -> bool:
    (verdict,) = judge([OpenedPage(name="home", seconds=seconds, reads=[READS, reads])])
    return verdict.passed


def test_by_the_median_of_the_times_and_by_the_plans():
    assert passed(0.1, 0.3, 3.0)
    assert not passed(0.1, 0.31, 0.4)
    assert not passed(0.1, reads=WHOLE)
    assert passed(0.1, reads=FIRST_ROW)


@pytest.mark.django_db
def test_on_rows_that_fit_the_tables_as_they_are():
    for table in TABLES:
        insert(table, 8000)

    assert Photo.objects.count() == 8000
    assert len(dict(addresses())) == 17
