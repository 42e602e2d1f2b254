"""The bench of ingest …

A separate process, with fewer photos than the 1,000 of `python -m tools.bench.ingest`.
"""

import subprocess
import sys

import pytest

from tools.local.folders import PROJECT


@pytest.mark.rehearsal
def test_measures_the_system_and_the_baseline():
    command = [sys.executable, "-m", "tools.bench.ingest", "--photos", "8", "--latency", "0"]

    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)

    # Eight photos on a shared machine say nothing of the bars, which decide the exit status.
    assert done.returncode in (0, 1), done.stderr
    assert "Traceback" not in done.stderr
    assert "Baseline / system" in done.stdout
    assert "ms of processor a photo" in done.stdout
