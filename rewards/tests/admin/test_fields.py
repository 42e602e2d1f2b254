"""The fields of conditions and coefficients without a page, run by the Node of Playwright."""

import subprocess
from pathlib import Path

import playwright
import pytest

NODE = Path(playwright.__file__).parent / "driver/node"


@pytest.mark.process
def test_say_what_the_json_says_and_lose_nothing():
    tests = Path(__file__).parent / "fields.test.mjs"

    done = subprocess.run(
        [str(NODE), "--test", str(tests)], capture_output=True, text=True, check=False, timeout=60
    )

    assert done.returncode == 0, done.stdout
