"""In the figures of EXPLAIN …"""

from typing import Any

from tools.bench.scans import Reads, reads_of

FAR = {"Node Type": "Seq Scan", "Relation Name": "albums", "Actual Rows": 9, "Actual Loops": 1}


def account(*plans: dict[str, Any]) -> dict[str, Any]:
    limit = {"Node Type": "Limit", "Shared Hit Blocks": 7, "Shared Read Blocks": 2, "Plans": plans}
    return {"Plan": limit, "Execution Time": 0.5}


def scan(node_type: str, rows: int, **more: Any) -> dict[str, Any]:
    names = {"Relation Name": "photos", "Index Name": "photos_due"}
    return {"Node Type": node_type, "Actual Rows": rows, "Actual Loops": 1, **names, **more}


def test_all_scans_of_the_table_are_added_up():
    union = {"Node Type": "Append", "Plans": [scan("Index Scan", 100), scan("Index Scan", 40), FAR]}

    reads = reads_of(account(union), "photos")

    assert reads == Reads(
        scans=("Index Scan photos_due",) * 2,
        heap_rows=140,
        fetches=140,
        buffers=9,
        milliseconds=0.5,
    )


def test_rows_that_a_filter_removed_count_in_every_loop():
    dropping = scan("Index Scan", 10, **{"Rows Removed by Filter": 5, "Actual Loops": 3})

    assert reads_of(account(dropping), "photos").heap_rows == 45


def test_rows_that_are_not_looked_up_in_the_table_count():
    spared = scan("Index Only Scan", 100, **{"Heap Fetches": 0})

    reads = reads_of(account(spared), "photos")

    assert (reads.heap_rows, reads.fetches) == (100, 0)


def test_a_bitmap_is_not_read_along_the_index():
    bitmap = scan("Bitmap Heap Scan", 100)
    along = scan("Index Only Scan", 100, **{"Heap Fetches": 100})

    assert not reads_of(account(bitmap), "photos").by_index()
    assert reads_of(account(along), "photos").by_index()
