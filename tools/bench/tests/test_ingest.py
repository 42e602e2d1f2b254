"""The bench of ingest …

A separate process, with fewer photos than the 1,000 of `python -m tools.bench.ingest`.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.bench.ingest.compared import Compared
from tools.bench.ingest.doubled import multiplied
from tools.bench.ingest.layers import read_samples
from tools.bench.ingest.photos import Run
from tools.local.folders import PROJECT

SYSTEM = Path("/srv/system")
PACKAGES = SYSTEM / ".venv" / "lib" / "python3.11" / "site-packages"
URLS, JSON = f"{PACKAGES}/django/urls.py", "/usr/lib/python3.11/json/encoder.py"
RAW = f"""\
main ({SYSTEM}/manage.py:9);take ({SYSTEM}/messaging/bus/intake.py:3) 2
save ({SYSTEM}/records/writing.py:5);sql ({PACKAGES}/django/db/q.py:1) 3
main ({SYSTEM}/manage.py:9);get ({URLS}:1);dumps ({JSON}:7) 4
process 7:"python manage.py";_run_code (<frozen runpy>:88) 1
"""


def test_counts_a_stack_for_the_innermost_layer_that_is_known():
    samples = read_samples(RAW, SYSTEM)

    assert samples.total == 10
    assert samples.layers == {"ours: messaging": 2, "ORM": 3, "framework": 4, "other": 1}


def test_counts_functions_of_ours_with_what_they_call():
    samples = read_samples(RAW, SYSTEM)

    assert samples.functions == {
        "manage.py main": 6,
        "foundation/messaging/bus/intake.py take": 2,
        "records/writing.py save": 3,
    }


def test_starts_two_of_each_process_but_of_web_twice_the_workers_and_one_beat():
    web, worker = "web: gunicorn --workers 2 --preload", "worker: exec celery -A config worker"
    procfile = f"{web}\n{worker}\nbeat: exec beat\nsandbox: exec sandbox"

    lines = multiplied(procfile, 2).splitlines()

    assert lines == [
        "web: gunicorn --workers 4 --preload",
        "worker: exec celery -A config worker --hostname worker@%h",
        "worker2: exec celery -A config worker --hostname worker2@%h",
        "beat: exec beat",
        "sandbox: exec sandbox",
    ]


def test_compares_by_photos_a_second_over_all_runs():
    first = [Run(photos=10, seconds=1, processor={}), Run(photos=10, seconds=3, processor={})]
    second = [Run(photos=20, seconds=2, processor={})]

    assert Compared(first=first, second=second).ratio == 2


@pytest.mark.slow
@pytest.mark.rehearsal
def test_measures_the_system_and_both_baselines():
    command = [sys.executable, "-m", "tools.bench.ingest", "--photos", "8", "--latency", "0"]

    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)

    # Eight photos on a shared machine say nothing of the bars, which decide the exit status.
    assert done.returncode in (0, 1), done.stderr
    assert "Traceback" not in done.stderr
    assert "Baseline: wire" in done.stdout
    assert "ms of processor a photo" in done.stdout
