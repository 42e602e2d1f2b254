"""If each part is killed in turn, nothing is lost, doubled or different.

Less comes in than at `python -m tools.bench.chaos`, and the next part is killed sooner.
"""

import subprocess
import sys

import pytest

from tools.local.folders import PROJECT

LITTLE = ("--seconds", "4", "--rate", "2", "--taggers", "4")


@pytest.mark.rehearsal
def test_of_photos_activities_and_the_work_of_taggers():
    command = [sys.executable, "-m", "tools.bench.chaos", *LITTLE]

    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    assert "FAIL" not in done.stdout
