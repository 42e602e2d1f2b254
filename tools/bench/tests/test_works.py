"""While everything is broken, taggers …

A separate process, with fewer taggers and tasks than the 50 and 5,000 of `python -m tools.bench.works`.
"""

import subprocess
import sys

import pytest

from tools.local.folders import PROJECT


@pytest.mark.slow
@pytest.mark.rehearsal
def test_complete_every_task_once():
    command = [
        sys.executable,
        "-m",
        "tools.bench.works",
        "--break",
        "--tasks",
        "100",
        "--taggers",
        "8",
    ]

    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    assert "FAIL" not in done.stdout
