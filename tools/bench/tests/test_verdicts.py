"""Benches of ingest, size, chaos and selfies end with what they measured, judged by their bars…"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from foundation.records.partitions import PARTITIONED, list_partitions
from tools.bench.alerts import ALL_FAULTS
from tools.bench.fast_prometheus import alert_names, divided, divided_rules
from tools.bench.scale.plans import most_frequent, normalised
from tools.bench.scale.pruning import divide_the_past, drop_oldest_month
from tools.bench.scale.vacuuming import Sample, Watched
from tools.bench.selfie import EXACT, LARGE, Measured, judge
from tools.bench.verdicts import Verdict, conclude
from tools.local.folders import PROJECT

LITTLE = ("--seconds", "4", "--rate", "2", "--taggers", "4")


@pytest.mark.rehearsal
def test_of_photos_activities_and_the_work_of_taggers():
    command = [sys.executable, "-m", "tools.bench.chaos", *LITTLE]

    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    assert "FAIL" not in done.stdout


@pytest.mark.rehearsal
def test_measures_the_system_and_the_baseline():
    command = [sys.executable, "-m", "tools.bench.ingest", "--photos", "8", "--latency", "0"]

    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)

    # Eight photos on a shared machine say nothing of the bars, which decide the exit status.
    assert done.returncode in (0, 1), done.stderr
    assert "Traceback" not in done.stderr
    assert "Baseline / system" in done.stdout
    assert "ms of processor a photo" in done.stdout


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


@pytest.mark.django_db
def test_a_month_of_two_years_is_dropped_as_a_whole():
    name = "records_auditentry"
    divide_the_past(name)
    [table] = [one for one in PARTITIONED if one.name == name]
    before = list_partitions(table)

    dropped = drop_oldest_month(name)

    assert len(before) >= 24
    assert len(list_partitions(table)) < len(before)
    assert dropped.left == 0


MET = Verdict(bar="at most 100 rows", measured="100", passed=True)
MISSED = Verdict(bar="at most 1.5 times", measured="1.6 times", passed=False)


def test_well_where_every_bar_is_met(capsys):
    conclude([MET, MET])

    assert capsys.readouterr().out.startswith("PASS  at most 100 rows: 100\n")


def test_with_1_where_any_is_missed_and_says_which_and_how_busy_the_machine_was(capsys):
    with pytest.raises(SystemExit) as ended:
        conclude([MISSED, MET])

    assert ended.value.code == 1
    first, second, busy = capsys.readouterr().out.splitlines()
    assert (first, second[:4]) == ("FAIL  at most 1.5 times: 1.6 times", "PASS")
    assert busy.startswith("Load average: ")


@pytest.mark.parametrize(
    ("seconds", "agreement", "bars", "met"),
    [
        ([0.0499] * 100, 1, EXACT, [True, True]),
        ([0.001] * 96 + [5] * 4, 1, EXACT, [True, True]),  # the 95th percentile counts
        ([0.001] * 94 + [0.05] * 6, 1, EXACT, [False, True]),
        ([0.001], 0.9975, EXACT, [True, False]),
        ([0.0599] * 100, 1, LARGE, [True, True]),
        ([0.06] * 100, 0.9975, LARGE, [False, False]),
    ],
)
def test_selfies_by_the_times_and_by_the_persons_found(seconds, agreement, bars, met):
    measured = Measured(search="exact", seconds=seconds, agreement=agreement, found=1)

    assert [verdict.passed for verdict in judge(measured, bars)] == met


def test_prometheus_divides_ranges_and_bounds_of_ages_and_leaves_counts():
    assert divided("max(a_seconds) > 600") == "max(a_seconds) > 60"
    assert divided("sum(rate(a_total[5m])) > 0.05") == "sum(rate(a_total[30s])) > 0.05"
    assert (
        divided('max(queue_messages{queue="a"}) > 1000') == 'max(queue_messages{queue="a"}) > 1000'
    )
    assert divided("increase(a_total[1h]) > 0") == "increase(a_total[60s]) > 0"
    both = "max(waiting) > 0 and max(idle_seconds) > 300"
    assert divided(both) == "max(waiting) > 0 and max(idle_seconds) > 30"


def test_prometheus_divides_every_for():
    assert "for: 2s" in divided_rules()
    assert "for: 2m" not in divided_rules()


def test_prometheus_every_alert_has_a_fault():
    assert {alert for fault in ALL_FAULTS for alert in fault.alerts} == set(alert_names())
