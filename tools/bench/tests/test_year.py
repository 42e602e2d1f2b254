"""Years of a program…"""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from foundation.messaging.tests.play.other_processes import environment
from tools.bench.year.planting import FAULTS, Fault

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


SMALL = "--people=20", "--happenings=14"


def run(*options: str, hashes: int = 0) -> Any:
    """Run years in a process of their own, which puts sets in an order of its own."""
    return subprocess.run(
        [sys.executable, "-m", "tools.bench.year", "--here", "--story", *options],
        env={**environment(), "PYTHONHASHSEED": str(hashes)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_are_as_the_model_says_and_happen_again_line_by_line():
    done = run("--seeds=10", *SMALL)
    again = run("--seed=10", *SMALL, hashes=1)

    assert done.returncode == 0, done.stdout + done.stderr
    assert _story(again, 10) == _story(done, 10)
    assert len(_story(done, 10)) > 14


def test_find_a_fault_and_find_it_again():
    options = "--planted=a limit in points is ignored", "--people=10", "--happenings=40"

    done = run("--seeds=10", *options)
    found = _fault(done)
    seed = int(found.split()[1].rstrip(","))
    again = run(f"--seed={seed}", *options, hashes=1)

    assert _fault(again) == found
    assert _story(again, seed) == _story(done, seed)


@pytest.mark.parametrize("fault", FAULTS.values(), ids=list(FAULTS))
def test_plant_faults_in_lines_that_the_product_has(fault: Fault):
    assert Path(*fault.module.split(".")).with_suffix(".py").read_text().count(fault.text) == 1


def _fault(done: Any) -> str:
    assert done.returncode == 1, done.stdout + done.stderr
    [line] = [line for line in done.stdout.splitlines() if line.startswith("FAIL")]
    return str(line.partition("faults: ")[2].partition(";")[0])


def _story(done: Any, seed: int) -> list[str]:
    return [line for line in done.stdout.splitlines() if line.startswith(f"seed {seed}: ")]
