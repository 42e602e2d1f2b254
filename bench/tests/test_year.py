"""Years of a program…"""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.year.planting import FAULTS, Fault
from messaging.tests.play.other_processes import environment

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def run(*options: str) -> Any:
    return subprocess.run(
        [sys.executable, "-m", "bench.year", "--here", *options],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )


def test_are_as_the_model_says():
    done = run("--seeds=20", "--people=4", "--happenings=32")

    assert done.returncode == 0, done.stdout + done.stderr


def test_find_a_fault_and_find_it_again():
    options = "--planted=a limit in points is ignored", "--people=4", "--happenings=60"

    done, again = run("--seeds=10", *options), None
    found = _fault(done)
    again = run(f"--seed={found.split()[1].rstrip(',')}", *options)

    assert _fault(again) == found


@pytest.mark.parametrize("fault", FAULTS.values(), ids=list(FAULTS))
def test_plant_faults_in_lines_that_the_product_has(fault: Fault):
    assert Path(*fault.module.split(".")).with_suffix(".py").read_text().count(fault.text) == 1


def _fault(done: Any) -> str:
    assert done.returncode == 1, done.stdout + done.stderr
    [line] = [line for line in done.stdout.splitlines() if line.startswith("FAIL")]
    return str(line.partition("faults: ")[2].partition(";")[0])
