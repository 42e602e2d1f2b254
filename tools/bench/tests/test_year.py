"""Years of a program…"""

import subprocess
import sys
from typing import Any

import pytest

from foundation.messaging.tests.play.other_processes import environment

pytestmark = [pytest.mark.process, pytest.mark.django_db(transaction=True)]


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


def _story(done: Any, seed: int) -> list[str]:
    return [line for line in done.stdout.splitlines() if line.startswith(f"seed {seed}: ")]
