"""What the bench of size reads in a server's log, and how it judges dead rows."""

import json
from pathlib import Path

import pytest

from tools.bench.scale.plans import most_frequent, normalised
from tools.bench.scale.vacuuming import Sample, Watched


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("SELECT 1  FROM a\n WHERE b = 'it''s' LIMIT 21", "SELECT ? FROM a WHERE b = ? LIMIT ?"),
        ("DELETE FROM a WHERE b IN ($1, $2, 'c'::uuid)", "DELETE FROM a WHERE b IN (?)"),
    ],
)
def test_a_statement_is_known_without_its_values(text: str, wanted: str):
    assert normalised(text) == wanted


def test_the_most_frequent_come_first_with_what_they_read_whole(tmp_path: Path):
    file = tmp_path / "log.json"
    lines = [plan("SELECT 1", rows=5), plan("SELECT 2", rows=4000), plan("SELECT a FROM b", rows=9)]
    file.write_text("".join([*lines, json.dumps({"message": "checkpoint starting"}), "\n"]))

    first, second = most_frequent([file], 20)

    assert (first.text, len(first.executed), first.median) == ("SELECT ?", 2, 0.5)
    assert first.whole == {"b"}
    assert not first.verdict().passed
    assert second.verdict().passed


@pytest.mark.parametrize(("dead", "passed"), [(9_000, True), (200_000, True), (300_000, False)])
def test_autovacuum_is_late_where_a_quarter_of_many_rows_is_dead(dead: int, passed: bool):
    sample = Sample(minute=1, live=1_000_000, dead=dead, vacuums=0, inserted=0, updated=0)

    assert Watched(samples={"photo": [sample]}).verdict().passed is passed


def plan(text: str, *, rows: int) -> str:
    node = {
        "Node Type": "Seq Scan",
        "Relation Name": "b",
        "Actual Rows": rows,
        "Actual Loops": 1,
        "Shared Hit Blocks": 3,
    }
    account = json.dumps({"Query Text": text, "Plan": node})
    return json.dumps({"message": f"duration: 0.5 ms  plan:\n{account}"}) + "\n"
